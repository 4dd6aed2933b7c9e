package dev.assay.ops.shape;

import dev.assay.spi.data.DType;
import dev.assay.spi.error.Codes;
import dev.assay.spi.error.InvalidCallException;
import dev.assay.spi.error.Problem;
import dev.assay.spi.kernel.KernelDeclaration;
import dev.assay.spi.op.Shape;
import dev.assay.spi.op.Tensor;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The checks of one call of an operation. It knows the operands by name, so that every message shows the whole call,
 * and it collects problems until {@link #finish()}, so that one message shows all of them. Not thread-safe.
 */
public final class OpCheck {
  /** Sizes and indices are {@code uint} in kernels. */
  private static final long MOST_ELEMENTS = 0xFFFF_FFFFL;

  /** Constant structs have room for this many axes. */
  public static final int MOST_AXES = 8;

  private record Operand(String name, Tensor tensor) {
    @Override
    public String toString() {
      return name + ": " + tensor.dtype() + tensor.shape();
    }
  }

  private final String op;
  private final List<Operand> operands = new ArrayList<>();
  private final List<Problem> problems = new ArrayList<>();

  private OpCheck(String op) {
    this.op = op;
  }

  /** Starts the checks of this operation, named as users call it. */
  public static OpCheck of(String op) {
    return new OpCheck(op);
  }

  /** Adds an operand. */
  public OpCheck operand(String name, Tensor tensor) {
    operands.add(new Operand(name, tensor));
    return this;
  }

  /** All operands so far must have one dtype, and one for which the kernel exists. */
  public OpCheck dtypeOf(KernelDeclaration kernel) {
    Operand first = operands.getFirst();
    DType dtype = first.tensor().dtype();
    if (!kernel.dtypes().contains(dtype)) {
      problems.add(Problem.of(Codes.KERNEL_DTYPE, op + " does not exist for " + dtype)
          .expected("one of " + kernel.dtypes(), dtype.toString())
          .remedy("make the tensors of another type"));
    }
    for (Operand operand : operands) {
      if (operand.tensor().dtype() != dtype) {
        problems.add(Problem
            .of(Codes.BIND_TYPE, operand.name() + " has another element type than " + first.name())
            .expected(dtype.toString(), operand.tensor().dtype().toString())
            .remedy("make both of one type"));
      }
    }
    return this;
  }

  /** The operand must be an int32 tensor. */
  public OpCheck indices(String name, Tensor tensor) {
    require(tensor.dtype() == DType.I32, () -> Problem
        .of(Codes.BIND_TYPE, name + " have another element type than the kernel takes")
        .expected(DType.I32.toString(), tensor.dtype().toString())
        .remedy("make them an int32 tensor"));
    return this;
  }

  /** The operand must have at least {@code least} and at most {@code most} axes. */
  public boolean rank(String name, Tensor tensor, int least, int most) {
    int rank = tensor.shape().rank();
    return require(rank >= least && rank <= most, () -> Problem
        .of(Codes.SHAPE_INVALID, name + " has " + (rank < least ? "too few" : "too many") + " axes")
        .expected("rank " + range(least, most), "rank " + rank)
        .remedy("reshape " + name));
  }

  private static String range(int least, int most) {
    if (most == Integer.MAX_VALUE) {
      return "at least " + least;
    }
    return least == most ? Integer.toString(least) : least + " to " + most;
  }

  /** The operand must be a vector of {@code length} elements, as many as {@code of} says. */
  public boolean vector(String name, Tensor tensor, long length, String of) {
    return require(tensor.shape().equals(Shape.of(length)), () -> Problem
        .of(Codes.SHAPE_INVALID, name + " does not fit " + of)
        .expected(Shape.of(length).toString(), tensor.shape().toString())
        .remedy("pass a vector of " + length + " elements"));
  }

  /** Kernels must be able to index all elements of this result or operand with 32 bits. */
  public OpCheck indexable(String what, Shape shape) {
    require(shape.elements() <= MOST_ELEMENTS, () -> Problem
        .of(Codes.INDEX_OVERFLOW,
            what + " of shape " + shape + " has more elements than 32 bits can index")
        .expected("at most " + MOST_ELEMENTS + " elements", shape.elements() + " elements")
        .remedy("split the work into smaller calls"));
    return this;
  }

  /** Adds the problem unless {@code holds}; returns {@code holds}. */
  public boolean require(boolean holds, Supplier<Problem> otherwise) {
    if (!holds) {
      problems.add(otherwise.get());
    }
    return holds;
  }

  /** The value of this rule, or empty after adding the problems that it found. */
  public <T> Optional<T> attempt(Supplier<T> rule) {
    try {
      return Optional.of(rule.get());
    } catch (InvalidCallException broken) {
      problems.addAll(broken.problems());
      return Optional.empty();
    }
  }

  /** Throws one {@link InvalidCallException} with all problems, when there is one. */
  public void finish() {
    if (!problems.isEmpty()) {
      String call = op + operands.stream()
          .map(Operand::toString)
          .toList()
          .toString()
          .replaceFirst("^\\[", "(")
          .replaceFirst("]$", ")");
      throw new InvalidCallException(problems.stream().map(problem -> problem.at(call)).toList());
    }
  }
}
