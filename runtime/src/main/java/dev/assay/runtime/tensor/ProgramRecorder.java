package dev.assay.runtime.tensor;

import dev.assay.runtime.RuntimeCodes;
import dev.assay.spi.backend.KernelRegistry;
import dev.assay.spi.backend.PipelineKey;
import dev.assay.spi.data.DType;
import dev.assay.spi.data.Elements;
import dev.assay.spi.data.StructValue;
import dev.assay.spi.error.Codes;
import dev.assay.spi.error.InvalidCallException;
import dev.assay.spi.error.Problem;
import dev.assay.spi.error.Problems;
import dev.assay.spi.kernel.Access;
import dev.assay.spi.kernel.KernelDeclaration;
import dev.assay.spi.kernel.Parameter;
import dev.assay.spi.op.KernelCall;
import dev.assay.spi.op.Shape;
import dev.assay.spi.op.Tensor;
import dev.assay.spi.op.TensorScope;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A scope that writes calls down instead of running them. Tensors of other scopes can be read: they are the program's
 * weights and must stay open as long as the program. Belongs to the thread that records.
 */
public final class ProgramRecorder implements TensorScope {
  private final Device device;
  private final String label;
  private final EagerScope weights;
  private final ScopeLibraries libraries;
  private final List<RecordedCall> calls = new ArrayList<>();
  private final Map<String, RecordedTensor> inputs = new LinkedHashMap<>();
  private final Map<String, RecordedTensor> outputs = new LinkedHashMap<>();
  private final List<RecordedMemory> memories = new ArrayList<>();
  private boolean finished;

  ProgramRecorder(Device device, String label) {
    this.device = device;
    this.label = label;
    this.weights = (EagerScope) device.scope();
    this.libraries = new ScopeLibraries(this, device.libraries());
  }

  /** Declares an input, which each run is given under this name. */
  public Tensor input(String name, DType dtype, Shape shape) {
    checkRecording("input");
    RecordedTensor tensor = tensor(label + " input " + name, dtype, shape, true);
    if (inputs.putIfAbsent(name, tensor) != null) {
      throw new InvalidCallException(
          Problem.of(Codes.BIND_DOUBLED, "input '" + name + "' is declared twice")
              .at("recording of " + label));
    }
    return tensor;
  }

  /** Makes a tensor that this program computes an output of each run under this name. */
  public void output(String name, Tensor tensor) {
    checkRecording("output");
    Problems problems = new Problems("output '" + name + "' of " + label);
    if (outputs.containsKey(name)) {
      problems.add(Problem.of(Codes.BIND_DOUBLED, "output '" + name + "' is declared twice"));
    }
    if (!(tensor instanceof RecordedTensor recorded) || recorded.memory().recorder() != this) {
      problems.add(Problem.of(Codes.BIND_FOREIGN, "the tensor is not computed by this program")
          .expected("a tensor that a call of this recording wrote", tensor.toString()));
    } else if (recorded.memory().isInput() || recorded.memory().output() != null
        || !recorded.isWhole()
        || !recorded.memory().isWritten()) {
      problems.add(Problem
          .of(RuntimeCodes.PROGRAM_OUTPUT, "the tensor cannot leave the program as it is")
          .expected("a whole tensor of its own that a call wrote", recorded.toString())
          .remedy(
              "copy it with an operation, such as an addition of 0, and make the copy the output"));
    } else {
      recorded.memory().makeOutput(name);
      outputs.put(name, recorded);
    }
    problems.throwIfAny(InvalidCallException::new);
  }

  @Override
  public <T> T ops(Class<T> library) {
    checkRecording("ops");
    return libraries.get(library);
  }

  @Override
  public Tensor empty(DType dtype, Shape shape) {
    checkRecording("empty");
    return tensor(label + " tensor " + memories.size(), dtype, shape, false);
  }

  /** Values known while recording are weights: they are copied to the device now. */
  @Override
  public Tensor tensor(Elements values, Shape shape) {
    checkRecording("tensor");
    return weights.tensor(values, shape);
  }

  /** Chooses the pipeline; it is made when the program is finished, side by side with the others. */
  @Override
  public void run(KernelCall call) {
    checkRecording("run of " + call.kernel());
    KernelRegistry registry = device.backend().registry();
    PipelineKey pipeline = registry.choose(call.kernel(), call.dtype(), call.constants());
    KernelDeclaration declaration = registry.catalog().declaration(call.kernel(), call.dtype());
    Problems problems = new Problems("recording of " + pipeline + " in " + label);
    call.arguments().forEach(argument -> check(declaration, argument, problems));
    problems.throwIfAny(InvalidCallException::new);
    Map<String, StructValue> bound = new LinkedHashMap<>(call.constants());
    declaration.functionConstants().forEach(constant -> bound.remove(constant.name()));
    int index = calls.size();
    for (KernelCall.Argument argument : call.arguments()) {
      if (argument.tensor() instanceof RecordedTensor recorded) {
        recorded.memory().use(index, writes(declaration, argument));
      }
    }
    calls.add(new RecordedCall(call.kernel().toString(), pipeline, call.arguments(), bound));
  }

  /** The program; the recorder is then used up. */
  public RecordedProgram finish() {
    checkRecording("finish");
    finished = true;
    try {
      return new RecordedProgram(device, label, weights, calls, inputs, outputs, memories);
    } catch (ArithmeticException beyond) {
      weights.close();
      throw new InvalidCallException(
          Problem.of(Codes.INDEX_OVERFLOW, "the bytes of its tensors do not fit 64 bits")
              .at("recording of " + label),
          beyond);
    } catch (RuntimeException refused) {
      weights.close();
      throw refused;
    }
  }

  /** Gives the recording up and releases its weights; does nothing to a finished program. */
  @Override
  public void close() {
    if (!finished) {
      finished = true;
      weights.releaseTensors();
    }
  }

  /** A view has a place among the steps, though nothing to do. */
  void noteView() {
    calls.add(new RecordedCall("view", null, List.of(), Map.of()));
  }

  private RecordedTensor tensor(String name, DType dtype, Shape shape, boolean input) {
    long bytes;
    try {
      bytes = Math.multiplyExact(shape.elements(), dtype.sizeBytes());
    } catch (ArithmeticException beyond) {
      throw new InvalidCallException(
          Problem.of(Codes.INDEX_OVERFLOW,
              "the bytes of a tensor of " + dtype + " " + shape + " do not fit 64 bits")
              .at("recording of " + label),
          beyond);
    }
    RecordedMemory memory = new RecordedMemory(this, name, bytes, input);
    memories.add(memory);
    return RecordedTensor.whole(memory, dtype, shape);
  }

  private void check(KernelDeclaration declaration, KernelCall.Argument argument,
      Problems problems) {
    String what = "the tensor of parameter '" + argument.parameter() + "'";
    boolean writes = writes(declaration, argument);
    switch (argument.tensor()) {
      case RecordedTensor recorded when recorded.memory().recorder() == this -> {
        if (writes && recorded.memory().isInput()) {
          problems.add(Problem.of(RuntimeCodes.PROGRAM_OUTPUT,
              what + " is an input, which a program only reads"));
        } else if (reads(declaration, argument) && !recorded.memory().isWritten()
            && recorded.shape().elements() > 0) {
          problems.add(Problem
              .of(RuntimeCodes.TENSOR_UNWRITTEN,
                  what + " holds no values: nothing writes it before")
              .expected("an input, a weight, or what a call before wrote", recorded.toString()));
        }
      }
      case DeviceTensor weight when weight.memory().scope().device() == device -> {
        if (writes) {
          problems.add(Problem
              .of(RuntimeCodes.TENSOR_SHARED, what + " is a weight, which a program only reads")
              .expected("a tensor made while recording", weight.toString()));
        } else {
          weight.memory().checkOpen("recording of " + label);
          if (!weight.memory().isWritten() && weight.shape().elements() > 0) {
            problems.add(weight.memory().unwritten(what));
            return;
          }
          weight.memory().share();
        }
      }
      case Tensor other ->
          problems.add(Problem.of(Codes.BIND_FOREIGN, what + " is not of this recording")
              .expected("a tensor of this recording or of a scope of the same Assay",
                  other.toString()));
    }
  }

  private static boolean writes(KernelDeclaration declaration,
      KernelCall.Argument argument) {
    return declaration.parameter(argument.parameter())
        .map(parameter -> parameter instanceof Parameter.Buffer buffer
            && buffer.access() != Access.READ)
        .orElse(false);
  }

  /** Whether what was in the tensor before matters. */
  private static boolean reads(KernelDeclaration declaration,
      KernelCall.Argument argument) {
    return declaration.parameter(argument.parameter())
        .map(parameter -> parameter instanceof Parameter.Buffer buffer && buffer.access().reads())
        .orElse(false);
  }

  private void checkRecording(String where) {
    device.checkOpen(where);
    if (finished) {
      throw new InvalidCallException(
          Problem.of(Codes.COMMITTED, "program " + label + " is recorded already")
              .at(where)
              .remedy("record another program"));
    }
  }
}
