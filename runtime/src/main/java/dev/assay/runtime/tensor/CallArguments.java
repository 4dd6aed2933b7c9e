package dev.assay.runtime.tensor;

import dev.assay.runtime.RuntimeCodes;
import dev.assay.spi.backend.Bindings;
import dev.assay.spi.backend.Pipeline;
import dev.assay.spi.error.Codes;
import dev.assay.spi.error.ErrorCode;
import dev.assay.spi.error.InvalidCallException;
import dev.assay.spi.error.Problem;
import dev.assay.spi.error.Problems;
import dev.assay.spi.kernel.Access;
import dev.assay.spi.kernel.Parameter;
import dev.assay.spi.op.KernelCall;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The arguments of one kernel call, judged by what a backend cannot know: which scope made a tensor, and what it holds. */
final class CallArguments {
  /** What is found here before the backend would find it. */
  private static final Set<ErrorCode> FOUND_HERE = Set.of(Codes.CLOSED, Codes.BIND_FOREIGN);

  private final EagerScope scope;
  private final Pipeline pipeline;
  private final Bindings bindings = new Bindings();
  private final List<TensorMemory> reads = new ArrayList<>();
  private final List<TensorMemory> writes = new ArrayList<>();
  private final Problems problems;

  private CallArguments(EagerScope scope, Pipeline pipeline, KernelCall call) {
    this.scope = scope;
    this.pipeline = pipeline;
    this.problems = new Problems("run of " + pipeline.key());
    call.arguments().forEach(this::take);
    call.constants().forEach((name, value) -> {
      // Function constants are in the pipeline's key already.
      if (!(pipeline.declaration()
          .parameter(name)
          .orElse(null) instanceof Parameter.FunctionConstant)) {
        bindings.constant(name, value);
      }
    });
  }

  /** The arguments; everything that is wrong with them is reported in one error. */
  static CallArguments check(EagerScope scope, Pipeline pipeline, KernelCall call) {
    CallArguments arguments = new CallArguments(scope, pipeline, call);
    if (!arguments.problems.isEmpty()) {
      arguments.addBackendProblems();
      arguments.problems.throwIfAny(InvalidCallException::new);
    }
    return arguments;
  }

  Bindings bindings() {
    return bindings;
  }

  /** The memories that the call only reads. */
  List<TensorMemory> reads() {
    return reads;
  }

  /** The memories that the call writes. */
  List<TensorMemory> writes() {
    return writes;
  }

  /** Waits for what other scopes have still to write into tensors that this call reads. */
  void shareForeign() {
    for (TensorMemory memory : reads) {
      if (memory.scope() != scope) {
        memory.share();
      }
    }
  }

  private void take(KernelCall.Argument argument) {
    String what = "the tensor of parameter '" + argument.parameter() + "'";
    if (!(argument.tensor() instanceof DeviceTensor tensor)
        || tensor.memory().scope().device() != scope.device()) {
      problems.add(Problem.of(Codes.BIND_FOREIGN, what + " is not of this Assay")
          .expected("a tensor of a scope of this Assay", String.valueOf(argument.tensor()))
          .remedy("copy its values: scope.tensor(other.read(), other.shape())"));
      return;
    }
    TensorMemory memory = tensor.memory();
    bindings.buffer(argument.parameter(), tensor.bufferView());
    Optional<Access> access = access(argument.parameter());
    boolean writing = access.map(Access::writes).orElse(false);
    (writing ? writes : reads).add(memory);
    if (memory.isClosed()) {
      problems.add(memory.closed(what));
      return;
    }
    if (writing && (memory.scope() != scope || memory.isShared())) {
      problems.add(Problem
          .of(RuntimeCodes.TENSOR_SHARED,
              what + " is written, but another scope made or has read it")
          .expected("a tensor that only this scope uses", tensor.toString())
          .remedy("write into a tensor of this scope"));
    }
    if (access.map(Access::reads).orElse(false) && !memory.isWritten()
        && tensor.shape().elements() > 0) {
      problems.add(memory.unwritten(what));
    }
  }

  private Optional<Access> access(String parameter) {
    return pipeline.declaration()
        .parameter(parameter)
        .map(found -> switch (found) {
          case Parameter.Buffer buffer -> buffer.access();
          case Parameter.Constant constant -> Access.READ;
          case Parameter.FunctionConstant constant -> Access.READ;
        });
  }

  private void addBackendProblems() {
    try {
      pipeline.bake(bindings, pipeline.key().toString());
    } catch (InvalidCallException more) {
      boolean foreign =
          problems.list().stream().anyMatch(problem -> problem.code().equals(Codes.BIND_FOREIGN));
      more.problems()
          .stream()
          .filter(problem -> !FOUND_HERE.contains(problem.code()))
          // A foreign tensor was not bound at all.
          .filter(problem -> !(foreign && problem.code().equals(Codes.BIND_MISSING)))
          .forEach(problems::add);
    }
  }
}
