package dev.assay.runtime.tensor;

import dev.assay.runtime.IndirectChoice;
import dev.assay.runtime.RuntimeCodes;
import dev.assay.spi.backend.Bindings;
import dev.assay.spi.backend.BufferView;
import dev.assay.spi.backend.Capture;
import dev.assay.spi.backend.CompiledSchedule;
import dev.assay.spi.backend.PipelineKey;
import dev.assay.spi.backend.Schedule;
import dev.assay.spi.backend.SlotValues;
import dev.assay.spi.data.DType;
import dev.assay.spi.error.Codes;
import dev.assay.spi.error.InvalidCallException;
import dev.assay.spi.error.NearestNames;
import dev.assay.spi.error.Problem;
import dev.assay.spi.error.Problems;
import dev.assay.spi.op.KernelCall;
import dev.assay.spi.op.Tensor;
import dev.assay.spi.op.TensorScope;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A recorded program over its planned arena, compiled by the backend. Runs may come from several threads; each takes an
 * arena that no unfinished run uses.
 */
public final class RecordedProgram implements AutoCloseable {
  private static final String ARENA = "arena";

  // Each unfinished run holds an arena and a copy of the segments, of which a backend makes 64 at most.
  private static final int MOST_UNFINISHED = 32;

  private final Device device;
  private final String label;
  private final EagerScope weights;
  private final Map<String, RecordedTensor> inputs;
  private final Map<String, RecordedTensor> outputs;
  private final Set<PipelineKey> pipelines = new LinkedHashSet<>();
  private final List<TensorMemory> weightMemories = new ArrayList<>();
  private final long arenaBytes;
  private final long intermediateBytes;
  private final ProgramForms forms;
  private final List<TensorMemory> arenas = new ArrayList<>();
  private boolean closed;

  RecordedProgram(
      Device device,
      String label,
      EagerScope weights,
      List<RecordedCall> calls,
      Map<String, RecordedTensor> inputs,
      Map<String, RecordedTensor> outputs,
      List<RecordedMemory> memories) {
    this.device = device;
    this.label = label;
    this.weights = weights;
    this.inputs = new LinkedHashMap<>(inputs);
    this.outputs = new LinkedHashMap<>(outputs);
    List<RecordedMemory> intermediates =
        memories.stream().filter(RecordedMemory::isIntermediate).toList();
    this.arenaBytes = new ArenaPlan(intermediates).sizeBytes();
    this.intermediateBytes = memories.stream()
        .filter(memory -> memory.isIntermediate() || memory.output() != null)
        .mapToLong(memory -> ArenaPlan.aligned(memory.lengthBytes()))
        .reduce(0, Math::addExact);
    for (RecordedCall call : calls) {
      if (call.pipeline() != null) {
        pipelines.add(call.pipeline());
      }
    }
    // Side by side; what cannot be made says why when it is asked for below.
    device.backend().registry().prewarm(pipelines);
    this.forms = new ProgramForms(device.backend(), capture(calls), device.indirect());
  }

  private Schedule capture(List<RecordedCall> calls) {
    Capture capture = device.backend().capture(label);
    Map<RecordedMemory, BufferView> slots = new LinkedHashMap<>();
    inputs.forEach((name, tensor) -> slots.put(tensor.memory(),
        capture.slot("input " + name, tensor.dtype(), tensor.shape().elements())));
    outputs.forEach((name, tensor) -> slots.put(tensor.memory(),
        capture.slot("output " + name, tensor.dtype(), tensor.shape().elements())));
    BufferView arena = capture.slot(ARENA, DType.U8, arenaBytes);
    for (RecordedCall call : calls) {
      PipelineKey pipeline = call.pipeline();
      if (pipeline == null) {
        capture.noOp(call.label());
        continue;
      }
      Bindings bindings = new Bindings();
      call.arguments()
          .forEach(argument -> bindings.buffer(argument.parameter(), view(argument, slots, arena)));
      call.constants().forEach(bindings::constant);
      capture.dispatch(device.backend().registry().pipeline(pipeline), bindings, call.label());
    }
    return capture.finish();
  }

  private BufferView view(KernelCall.Argument argument, Map<RecordedMemory, BufferView> slots,
      BufferView arena) {
    if (argument.tensor() instanceof DeviceTensor weight) {
      weightMemories.add(weight.memory());
      return weight.bufferView();
    }
    RecordedTensor tensor = (RecordedTensor) argument.tensor();
    TensorWindow window = tensor.window();
    BufferView home = slots.get(tensor.memory());
    return home != null
        ? home.buffer().view(window.dtype(), window.offsetBytes(), window.extent())
        : arena.buffer()
            .view(window.dtype(), tensor.memory().arenaOffset() + window.offsetBytes(),
                window.extent());
  }

  /** Names it in messages. */
  public String label() {
    return label;
  }

  /** What becomes of each step in the next run. */
  public synchronized CompiledSchedule.Explanation explain() {
    return forms.next().explain();
  }

  /** How runs reach the device. */
  public synchronized IndirectChoice indirect() {
    return forms.choice();
  }

  /** The pipelines that a run needs, all of them made. */
  public Set<PipelineKey> pipelines() {
    return Set.copyOf(pipelines);
  }

  /** Bytes of one arena. */
  public long arenaBytes() {
    return arenaBytes;
  }

  /** Bytes, aligned, of everything that calls of the program write: what an arena without reuse would take. */
  public long intermediateBytes() {
    return intermediateBytes;
  }

  /**
   * Encodes one run into a scope, in order with its other calls, and returns the outputs as tensors of that scope.
   *
   * @param given a dense tensor for every input, of its type and shape
   */
  public Map<String, Tensor> run(TensorScope scope, Map<String, Tensor> given) {
    if (!(scope instanceof EagerScope eager) || eager.device() != device) {
      throw new InvalidCallException(
          Problem.of(Codes.BIND_FOREIGN, "the scope is not one of this Assay that runs calls")
              .at("run of program " + label)
              .expected("a scope from the same Assay", scope.toString()));
    }
    Map<String, DeviceTensor> tensors = check(given);
    Map<String, BufferView> views = new LinkedHashMap<>();
    List<TensorMemory> reads = new ArrayList<>(weightMemories);
    tensors.forEach((name, tensor) -> {
      views.put("input " + name, tensor.bufferView());
      if (tensor.memory().scope() != eager) {
        tensor.memory().share();
      }
      reads.add(tensor.memory());
    });
    Map<String, Tensor> results = new LinkedHashMap<>();
    List<TensorMemory> writes = new ArrayList<>();
    outputs.forEach((name, recorded) -> {
      DeviceTensor tensor = (DeviceTensor) eager.empty(recorded.dtype(), recorded.shape());
      views.put("output " + name, tensor.bufferView());
      results.put(name, tensor);
      writes.add(tensor.memory());
    });
    encode(eager, views, reads, writes);
    return results;
  }

  private synchronized void encode(EagerScope scope, Map<String, BufferView> views,
      List<TensorMemory> reads, List<TensorMemory> writes) {
    if (closed) {
      throw new InvalidCallException(
          Problem.of(Codes.CLOSED, "program " + label + " is closed").at("run"));
    }
    TensorMemory arena = idleArena(scope);
    views.put(ARENA, arena.buffer().view(DType.U8, 0, arenaBytes));
    writes.add(arena);
    CompiledSchedule compiled = forms.next();
    SlotValues values = compiled.newValues();
    views.forEach((slot, view) -> values.set(compiled.slot(slot), view));
    if (forms.isMeasuring()) {
      forms.measured(scope.timed(encoder -> encoder.execute(values), reads, writes));
    } else {
      scope.encode(encoder -> encoder.execute(values), reads, writes);
    }
  }

  private TensorMemory idleArena(EagerScope scope) {
    for (TensorMemory arena : arenas) {
      if (arena.isIdle()) {
        return arena;
      }
    }
    if (arenas.size() >= MOST_UNFINISHED) {
      for (TensorMemory arena : arenas) {
        if (scope.awaitIdle(arena)) {
          return arena;
        }
      }
    }
    TensorMemory made = new TensorMemory(weights,
        device.backend().allocate(arenaBytes, "arena " + (arenas.size() + 1) + " of " + label));
    arenas.add(made);
    return made;
  }

  private Map<String, DeviceTensor> check(Map<String, Tensor> given) {
    Problems problems = new Problems("run of program " + label);
    Map<String, DeviceTensor> tensors = new LinkedHashMap<>();
    inputs.forEach((name, declared) -> {
      Tensor tensor = given.get(name);
      String expected = "a dense " + declared.dtype() + " " + declared.shape() + " of this Assay";
      if (tensor == null) {
        problems.add(Problem.of(Codes.BIND_MISSING, "input '" + name + "' is not given")
            .expected(expected, "nothing"));
      } else if (!(tensor instanceof DeviceTensor mine)
          || mine.memory().scope().device() != device) {
        problems
            .add(Problem.of(Codes.BIND_FOREIGN, "input '" + name + "' is no tensor of this Assay")
                .expected(expected, tensor.toString()));
      } else if (mine.dtype() != declared.dtype() || !mine.shape().equals(declared.shape())
          || !mine.isDense()) {
        problems
            .add(Problem.of(Codes.SHAPE_INVALID, "input '" + name + "' does not fit the program")
                .expected(expected, mine + (mine.isDense() ? "" : ", not dense"))
                .remedy("record a program for this shape"));
      } else if (!mine.memory().isWritten() && mine.shape().elements() > 0) {
        problems
            .add(Problem.of(RuntimeCodes.TENSOR_UNWRITTEN, "input '" + name + "' holds no values"));
      } else {
        mine.memory().checkOpen("run of program " + label);
        tensors.put(name, mine);
      }
    });
    for (String name : given.keySet()) {
      if (!inputs.containsKey(name)) {
        problems.add(Problem.of(Codes.BIND_UNKNOWN, "there is no input '" + name + "'")
            .remedy(NearestNames.advice(name, inputs.keySet())));
      }
    }
    problems.throwIfAny(InvalidCallException::new);
    return tensors;
  }

  /** Releases segments, arenas and the weights made while recording, once no run is in flight; later runs are errors. */
  @Override
  public synchronized void close() {
    if (!closed) {
      closed = true;
      forms.close();
      arenas.forEach(TensorMemory::close);
      weights.releaseTensors();
    }
  }
}
