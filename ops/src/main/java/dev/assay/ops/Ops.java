package dev.assay.ops;

import dev.assay.ops.activation.GeluErf;
import dev.assay.ops.elementwise.Abs;
import dev.assay.ops.elementwise.Add;
import dev.assay.ops.elementwise.BiasAdd;
import dev.assay.ops.elementwise.Cast;
import dev.assay.ops.elementwise.Clip;
import dev.assay.ops.elementwise.Div;
import dev.assay.ops.elementwise.ErrorFunction;
import dev.assay.ops.elementwise.Exp;
import dev.assay.ops.elementwise.Log;
import dev.assay.ops.elementwise.Max;
import dev.assay.ops.elementwise.Min;
import dev.assay.ops.elementwise.Mul;
import dev.assay.ops.elementwise.Neg;
import dev.assay.ops.elementwise.Pow;
import dev.assay.ops.elementwise.Relu;
import dev.assay.ops.elementwise.Rsqrt;
import dev.assay.ops.elementwise.Sigmoid;
import dev.assay.ops.elementwise.Softplus;
import dev.assay.ops.elementwise.Sqrt;
import dev.assay.ops.elementwise.Sub;
import dev.assay.ops.elementwise.Tanh;
import dev.assay.ops.elementwise.Where;
import dev.assay.ops.matmul.Linear;
import dev.assay.ops.matmul.Matmul;
import dev.assay.ops.movement.Copy;
import dev.assay.ops.movement.Gather;
import dev.assay.ops.movement.Views;
import dev.assay.ops.norm.FusedResidualLayerNorm;
import dev.assay.ops.norm.LayerNorm;
import dev.assay.ops.reduce.ReduceSum;
import dev.assay.ops.softmax.Softmax;
import dev.assay.spi.data.DType;
import dev.assay.spi.op.Tensor;
import dev.assay.spi.op.TensorScope;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * The operations on the tensors of one scope. Results are dense tensors of the scope, but for those that are said to be
 * views. Operands may be strided views; they are copied where a kernel needs them dense. Axes may be negative and then
 * count from the end.
 *
 * <p>An operand that does not fit is an {@link dev.assay.spi.error.InvalidCallException}, thrown before anything is
 * allocated, with all problems of the call ({@code shape.invalid}, {@code bind.type}, {@code kernel.dtype}, {@code
 * index.overflow} for more elements than 32 bits can index). Belongs to one thread at a time, like its scope.
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class Ops {
  private final TensorScope scope;

  /** Operations whose results belong to this scope. */
  public Ops(TensorScope scope) {
    this.scope = scope;
  }

  /** a + b; trailing axes are aligned, and sizes of 1 repeat. */
  public Tensor add(Tensor a, Tensor b) {
    return Add.call(scope, a, b);
  }

  /** a − b, broadcast as in {@link #add}. */
  public Tensor sub(Tensor a, Tensor b) {
    return Sub.call(scope, a, b);
  }

  /** a · b element by element, broadcast as in {@link #add}. */
  public Tensor mul(Tensor a, Tensor b) {
    return Mul.call(scope, a, b);
  }

  /**
   * a / b, broadcast as in {@link #add}; division by zero follows IEEE 754. Integers truncate towards zero, and a zero
   * divisor among them is an error when the result is read.
   */
  public Tensor div(Tensor a, Tensor b) {
    return Div.call(scope, a, b);
  }

  /** The larger of a and b, broadcast as in {@link #add}; NaN when either is NaN. */
  public Tensor max(Tensor a, Tensor b) {
    return Max.call(scope, a, b);
  }

  /** The smaller of a and b, broadcast as in {@link #add}; NaN when either is NaN. */
  public Tensor min(Tensor a, Tensor b) {
    return Min.call(scope, a, b);
  }

  /** a to the power of b, broadcast as in {@link #add}; integers wrap, and truncate where b is negative. */
  public Tensor pow(Tensor a, Tensor b) {
    return Pow.call(scope, a, b);
  }

  /** a where the condition, a bool tensor, holds and b elsewhere; all three broadcast. */
  public Tensor where(Tensor condition, Tensor a, Tensor b) {
    return Where.call(scope, condition, a, b);
  }

  /** √x; NaN below zero. */
  public Tensor sqrt(Tensor x) {
    return Sqrt.call(scope, x);
  }

  /** e^x. */
  public Tensor exp(Tensor x) {
    return Exp.call(scope, x);
  }

  /** The natural logarithm; NaN below zero. */
  public Tensor log(Tensor x) {
    return Log.call(scope, x);
  }

  /** The hyperbolic tangent. */
  public Tensor tanh(Tensor x) {
    return Tanh.call(scope, x);
  }

  /** 1 / (1 + e^−x). */
  public Tensor sigmoid(Tensor x) {
    return Sigmoid.call(scope, x);
  }

  /** 1 / √x; NaN below zero. */
  public Tensor rsqrt(Tensor x) {
    return Rsqrt.call(scope, x);
  }

  /** The error function. */
  public Tensor erf(Tensor x) {
    return ErrorFunction.call(scope, x);
  }

  /** ln(1 + e^x), without overflow. */
  public Tensor softplus(Tensor x) {
    return Softplus.call(scope, x);
  }

  /** −x. */
  public Tensor neg(Tensor x) {
    return Neg.call(scope, x);
  }

  /** The magnitude of x. */
  public Tensor abs(Tensor x) {
    return Abs.call(scope, x);
  }

  /** x where it is positive, else 0; NaN stays NaN. */
  public Tensor relu(Tensor x) {
    return Relu.call(scope, x);
  }

  /** x, but no less than {@code low} and no more than {@code high}, which wins; an infinite bound is none. */
  public Tensor clip(Tensor x, double low, double high) {
    return Clip.call(scope, x, low, high);
  }

  /**
   * The same numbers in another type, of f32, f16, bf16, i32, u8, i8 and bool: rounded to nearest even, or truncated
   * towards zero and saturated; the tensor itself when it has the type already.
   */
  public Tensor cast(Tensor x, DType type) {
    return Cast.call(scope, x, type);
  }

  /** x + bias along the last axis: [..., n] and [n]. */
  public Tensor biasAdd(Tensor x, Tensor bias) {
    return BiasAdd.call(scope, x, bias);
  }

  /** x/2 · (1 + erf(x/√2)): the exact GELU, not the approximation by tanh. */
  public Tensor gelu(Tensor x) {
    return GeluErf.call(scope, x);
  }

  /**
   * γ · (x − mean) / √(variance + eps) + β over the last axis: x [..., n], γ and β [n].
   *
   * @param eps at least 0; added to the variance inside the root
   */
  public Tensor layerNorm(Tensor x, Tensor gamma, Tensor beta, double eps) {
    return LayerNorm.call(scope, x, gamma, beta, eps);
  }

  /** {@link #layerNorm} of x + residual, which have one shape, by one kernel. */
  public Tensor residualLayerNorm(Tensor x, Tensor residual, Tensor gamma, Tensor beta,
      double eps) {
    return FusedResidualLayerNorm.call(scope, x, residual, gamma, beta, eps);
  }

  /** e^x / Σ e^x along an axis. */
  public Tensor softmax(Tensor x, int axis) {
    return Softmax.call(scope, x, axis, 1, null);
  }

  /**
   * Softmax of x · scale + mask along the last axis. A row of −infinity (fully masked) gives zeros.
   *
   * @param mask is added and broadcasts to the shape of x, such as [batch, 1, 1, keys]; null for none
   */
  public Tensor softmax(Tensor x, double scale, @Nullable Tensor mask) {
    return Softmax.call(scope, x, -1, scale, mask);
  }

  /** a · b over the last two axes, [..., m, k] and [..., k, n]; up to 4 axes before them broadcast. Takes views. */
  public Tensor matmul(Tensor a, Tensor b) {
    return Matmul.call(scope, a, b);
  }

  /** x · weight + bias: x [..., rows, in], weight [in, out] (rows are inputs), bias [out]. */
  public Tensor linear(Tensor x, Tensor weight, Tensor bias) {
    return Linear.call(scope, x, weight, bias);
  }

  /** Rows of a table by int32 index: table [rows, ...], indices of any shape; the result is indices.shape + table.shape[1:]. */
  public Tensor gather(Tensor table, Tensor indices) {
    return Gather.call(scope, table, indices);
  }

  /** The sum along an axis, which is left out of the result or kept with size 1; 0 over an empty axis. */
  public Tensor reduceSum(Tensor x, int axis, boolean keepDims) {
    return ReduceSum.call(scope, x, axis, keepDims);
  }

  /** A view with the axes in this order: {@code permute(x, 0, 2, 1)}. */
  public Tensor permute(Tensor x, int... axes) {
    return Views.permute(x, axes);
  }

  /** A view with the last two axes exchanged. */
  public Tensor transpose(Tensor x) {
    return Views.transpose(x);
  }

  /** A view of elements {@code start} to before {@code start + length} of an axis. */
  public Tensor narrow(Tensor x, int axis, long start, long length) {
    return Views.narrow(x, axis, start, length);
  }

  /** The elements in row-major order in another shape: a view of a dense tensor, else of a copy. One size may be −1. */
  public Tensor reshape(Tensor x, long... sizes) {
    return Views.reshape(scope, x, sizes);
  }

  /** The tensor itself when it is dense, else a dense copy. */
  public Tensor contiguous(Tensor x) {
    return Copy.contiguous(scope, x);
  }
}
