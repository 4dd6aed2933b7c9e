package dev.assay.runtime;

import dev.assay.runtime.tensor.ProgramRecorder;
import dev.assay.runtime.tensor.RecordedProgram;
import dev.assay.spi.backend.CompiledSchedule;
import dev.assay.spi.backend.PipelineKey;
import dev.assay.spi.op.Tensor;
import dev.assay.spi.op.TensorScope;
import java.util.Map;
import java.util.Set;

/**
 * Operation calls that were recorded once and are run many times with new inputs, over memory that was planned once.
 *
 * <pre>{@code
 * Program program = assay.record("norm", recorder -> {
 *   Tensor x = recorder.input("x", DType.F32, Shape.of(2, 384));
 *   recorder.output("y", recorder.ops(Ops.class).layerNorm(x, gamma, beta, 1e-12));
 * });
 * Tensor y = program.run(scope, Map.of("x", x)).get("y");
 * }</pre>
 *
 * <p>Thread-safe: several threads may run it, each in a scope of its own. The tensors of other scopes that it reads, its
 * weights, must stay open as long as it.
 */
public final class Program implements AutoCloseable {
  private final RecordedProgram program;

  Program(RecordedProgram program) {
    this.program = program;
  }

  /** Records a program: what the calls of {@link Assay#record} do. */
  @FunctionalInterface
  public interface Recording {
    /** Declares inputs, calls operations of the recorder's libraries, declares outputs. */
    void record(ProgramRecorder recorder);
  }

  /** Names it in messages. */
  public String label() {
    return program.label();
  }

  /**
   * Encodes one run into a scope, in order with its other calls; one submission carries it.
   *
   * @param inputs a dense tensor for every input, of its type and shape
   * @return the outputs, as tensors of the scope
   */
  public Map<String, Tensor> run(TensorScope scope, Map<String, Tensor> inputs) {
    return program.run(scope, inputs);
  }

  /** What becomes of each step in the next run: its segment, or why it stays direct. */
  public CompiledSchedule.Explanation explain() {
    return program.explain();
  }

  /** How runs reach the device: in segments or dispatch by dispatch, with the figures where that was measured. */
  public IndirectChoice indirect() {
    return program.indirect();
  }

  /** The pipelines that a run needs. */
  public Set<PipelineKey> pipelines() {
    return program.pipelines();
  }

  /** Bytes of the arena, weights, inputs and outputs not counted. */
  public long arenaBytes() {
    return program.arenaBytes();
  }

  /** Bytes, aligned, of everything that its calls write: what an arena without reuse would take. */
  public long intermediateBytes() {
    return program.intermediateBytes();
  }

  /** Releases its memory once no run is in flight; later runs are errors. */
  @Override
  public void close() {
    program.close();
  }
}
