package acme.layerscale;

import dev.assay.spi.error.Codes;
import dev.assay.spi.error.InvalidCallException;
import dev.assay.spi.error.Problem;
import dev.assay.spi.error.Problems;
import dev.assay.spi.op.KernelCall;
import dev.assay.spi.op.Shape;
import dev.assay.spi.op.Tensor;
import dev.assay.spi.op.TensorScope;

/** What users of the plugin call: {@code scope.ops(LayerScaleOps.class).layerScale(x, branch, gamma)}. */
public final class LayerScaleOps {
  // snippet: facade
  private final TensorScope scope;

  /** Operations in this scope. */
  public LayerScaleOps(TensorScope scope) {
    this.scope = scope;
  }

  /**
   * x + gamma · branch, gamma along the last axis.
   *
   * @param x any shape of rank 1 or more, dense
   * @param branch like {@code x}
   * @param gamma one value for each element of the last axis of {@code x}, dense
   */
  public Tensor layerScale(Tensor x, Tensor branch, Tensor gamma) {
    check(x, branch, gamma);
    Shape shape = x.shape();
    Tensor out = scope.empty(x.dtype(), shape);
    scope.run(KernelCall.of(LayerScale.NAME, x.dtype())
        .tensor("x", x)
        .tensor("branch", branch)
        .tensor("gamma", gamma)
        .tensor("out", out)
        .constant("params", LayerScale.params(shape.product(0, shape.rank() - 1), shape.size(-1))));
    return out;
  }
  // end

  // snippet: check
  private static void check(Tensor x, Tensor branch, Tensor gamma) {
    Problems problems = new Problems("layerScale");
    Shape shape = x.shape();
    if (shape.rank() == 0) {
      problems.add(Problem.of(Codes.SHAPE_INVALID, "x is a scalar")
          .expected("at least one axis", "none"));
    } else if (!gamma.shape().equals(Shape.of(shape.size(-1)))) {
      problems.add(Problem.of(Codes.SHAPE_INVALID, "gamma does not fit the last axis of x")
          .expected(Shape.of(shape.size(-1)).toString(), gamma.shape().toString()));
    }
    if (!branch.shape().equals(shape)) {
      problems.add(Problem.of(Codes.SHAPE_INVALID, "branch has another shape than x")
          .expected(shape.toString(), branch.shape().toString()));
    }
    if (branch.dtype() != x.dtype() || gamma.dtype() != x.dtype()) {
      problems.add(Problem.of(Codes.BIND_TYPE, "the tensors differ in type")
          .expected("all " + x.dtype(), branch.dtype() + " and " + gamma.dtype())
          .remedy("cast them first"));
    }
    if (!x.isDense() || !branch.isDense() || !gamma.isDense()) {
      problems.add(Problem.of(Codes.SHAPE_INVALID, "a tensor is a view with gaps")
          .remedy("copy it first"));
    }
    problems.throwIfAny(InvalidCallException::new);
  }
  // end
}
