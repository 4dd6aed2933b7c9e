package dev.assay.ops;

import dev.assay.ops.activation.GeluErf;
import dev.assay.ops.activation.GeluTanh;
import dev.assay.ops.activation.Silu;
import dev.assay.ops.activation.SiluMul;
import dev.assay.ops.attention.AttentionCall;
import dev.assay.ops.attention.KvAppend;
import dev.assay.ops.attention.RopeCall;
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
import dev.assay.ops.movement.Concat;
import dev.assay.ops.movement.Copy;
import dev.assay.ops.movement.Gather;
import dev.assay.ops.movement.GatherElements;
import dev.assay.ops.movement.Pad;
import dev.assay.ops.movement.Trilu;
import dev.assay.ops.movement.Views;
import dev.assay.ops.norm.FusedResidualLayerNorm;
import dev.assay.ops.norm.LayerNorm;
import dev.assay.ops.norm.RmsNorm;
import dev.assay.ops.option.Activation;
import dev.assay.ops.option.AttentionOptions;
import dev.assay.ops.reduce.ArgMax;
import dev.assay.ops.reduce.ArgMin;
import dev.assay.ops.reduce.CumSum;
import dev.assay.ops.reduce.ReduceMax;
import dev.assay.ops.reduce.ReduceMean;
import dev.assay.ops.reduce.ReduceMin;
import dev.assay.ops.reduce.ReduceProd;
import dev.assay.ops.reduce.ReduceSum;
import dev.assay.ops.reduce.TopK;
import dev.assay.ops.softmax.LogSoftmax;
import dev.assay.ops.softmax.Softmax;
import dev.assay.ops.softmax.SoftmaxCrossEntropy;
import dev.assay.spi.data.DType;
import dev.assay.spi.op.Tensor;
import dev.assay.spi.op.TensorScope;
import java.util.List;
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
   * The same numbers in another type: rounded to nearest even, or truncated towards zero and saturated; the tensor itself
   * when it has the type already.
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

  /** GELU's approximation by tanh, up to 4.7e-4 from {@link #gelu}. */
  public Tensor geluTanh(Tensor x) {
    return GeluTanh.call(scope, x);
  }

  /** x / (1 + e^−x), also called swish. */
  public Tensor silu(Tensor x) {
    return Silu.call(scope, x);
  }

  /** silu(gate) · up, which have one shape: the gated activation of llama networks (SwiGLU). */
  public Tensor siluMul(Tensor gate, Tensor up) {
    return SiluMul.call(scope, gate, up);
  }

  /**
   * γ · (x − mean) / √(variance + eps) + β over the last axis: x [..., n], γ and β [n].
   *
   * @param eps at least 0; added to the variance inside the root
   */
  public Tensor layerNorm(Tensor x, Tensor gamma, Tensor beta, double eps) {
    return LayerNorm.call(scope, x, gamma, beta, eps);
  }

  /**
   * A normalised tensor and what its rows were normalised by.
   *
   * @param out of the shape of x
   * @param mean of each row, f32, of the shape of x without its last axis
   * @param inverseDeviation 1 / √(variance + eps) of each row, likewise
   */
  public record Normalized(Tensor out, Tensor mean, Tensor inverseDeviation) {}

  /** {@link #layerNorm} with the statistics of the rows, which have at least one element. */
  public Normalized layerNormWithStatistics(Tensor x, Tensor gamma, Tensor beta, double eps) {
    List<Tensor> made = LayerNorm.callWithStatistics(scope, x, gamma, beta, eps);
    return new Normalized(made.get(0), made.get(1), made.get(2));
  }

  /** {@link #layerNorm} of x + residual, which have one shape, by one kernel. */
  public Tensor residualLayerNorm(Tensor x, Tensor residual, Tensor gamma, Tensor beta,
      double eps) {
    return FusedResidualLayerNorm.call(scope, x, residual, null, gamma, beta, eps);
  }

  /** {@link #layerNorm} of x + residual + bias by one kernel; bias [n]. */
  public Tensor residualLayerNorm(Tensor x, Tensor residual, Tensor bias, Tensor gamma,
      Tensor beta, double eps) {
    return FusedResidualLayerNorm.call(scope, x, residual, bias, gamma, beta, eps);
  }

  /**
   * γ · x / √(mean(x²) + eps) over the last axis: x [..., n], γ [n].
   *
   * @param eps at least 0; added to the mean square inside the root
   */
  public Tensor rmsNorm(Tensor x, Tensor gamma, double eps) {
    return RmsNorm.call(scope, x, gamma, eps);
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

  /**
   * Softmax of x · scale + mask along the last axis of [..., queries, keys], where query i sees only keys up to
   * i + keys − queries: the last query sees all, and a query that sees none gives zeros.
   *
   * @param mask is added and broadcasts to the shape of x; null for none
   */
  public Tensor causalSoftmax(Tensor x, double scale, @Nullable Tensor mask) {
    return Softmax.callCausal(scope, x, scale, mask);
  }

  /** The logarithm of softmax along an axis. */
  public Tensor logSoftmax(Tensor x, int axis) {
    return LogSoftmax.call(scope, x, axis);
  }

  /** The loss −Σ targets · log softmax(x) of each row: x and targets [..., classes], the result [...]. */
  public Tensor softmaxCrossEntropy(Tensor x, Tensor targets) {
    return SoftmaxCrossEntropy.call(scope, x, targets);
  }

  /** a · b over the last two axes, [..., m, k] and [..., k, n]; up to 4 axes before them broadcast. Takes views. */
  public Tensor matmul(Tensor a, Tensor b) {
    return Matmul.call(scope, a, b);
  }

  /**
   * Attention of q [batch, heads, queries, head_dim] over k [batch, kv_heads, keys, head_dim] and v [batch, kv_heads,
   * keys, v_dim] by one kernel: [batch, heads, queries, v_dim]. Heads is a multiple of kv_heads; neighbouring heads of
   * queries share one of keys. Takes views, such as heads of a packed projection or a narrowed cache. A query that sees
   * no key gives zeros.
   */
  public Tensor attention(Tensor q, Tensor k, Tensor v, AttentionOptions options) {
    return AttentionCall.call(scope, q, k, v, options);
  }

  /** Writes step [..., 1, head_dim] at a position of a dense cache [..., capacity, head_dim], in place. */
  public void kvAppend(Tensor cache, Tensor step, long position) {
    KvAppend.call(scope, cache, step, position);
  }

  /**
   * Rotary positions: x [batch, seq, heads, head_dim], row s of each sequence rotated by row {@code firstPosition} + s of
   * cos and sin [rows, n_rot/2], f32. The elements of a head behind n_rot are copied.
   *
   * @param interleaved whether pairs are (2d, 2d + 1), else they are (d, d + n_rot/2)
   */
  public Tensor rope(Tensor x, Tensor cos, Tensor sin, boolean interleaved, long firstPosition) {
    return RopeCall.byPosition(scope, x, cos, sin, interleaved, firstPosition);
  }

  /** {@link #rope} with a row of cos and sin [batch · seq, n_rot/2] for each token. */
  public Tensor ropePerToken(Tensor x, Tensor cos, Tensor sin, boolean interleaved) {
    return RopeCall.perToken(scope, x, cos, sin, interleaved);
  }

  /** x · weight + bias: x [..., rows, in], weight [in, out] (rows are inputs), bias [out]. */
  public Tensor linear(Tensor x, Tensor weight, Tensor bias) {
    return Linear.call(scope, x, weight, bias, Activation.NONE);
  }

  /**
   * activation(x · weight + bias) by one kernel.
   *
   * @param bias [out], or null for none
   */
  public Tensor linear(Tensor x, Tensor weight, @Nullable Tensor bias, Activation activation) {
    return Linear.call(scope, x, weight, bias, activation);
  }

  /** Rows of a table by int32 index: table [rows, ...], indices of any shape; the result is indices.shape + table.shape[1:]. */
  public Tensor gather(Tensor table, Tensor indices) {
    return Gather.call(scope, table, indices, 0);
  }

  /** Slices of a table along an axis by int32 index; in the result the axis is replaced by the axes of the indices. */
  public Tensor gather(Tensor table, Tensor indices, int axis) {
    return Gather.call(scope, table, indices, axis);
  }

  /**
   * Each element of the result from its own place in x, but for one axis, on which its int32 index says where. The indices
   * have x's rank, are no larger than x on the other axes, and give the result its shape.
   */
  public Tensor gatherElements(Tensor x, Tensor indices, int axis) {
    return GatherElements.call(scope, x, indices, axis);
  }

  /** The sum along an axis, which is left out of the result or kept with size 1; 0 over an empty axis. */
  public Tensor reduceSum(Tensor x, int axis, boolean keepDims) {
    return ReduceSum.call(scope, x, keepDims, axis);
  }

  /** The sum along these axes, none named for all; they are left out of the result or kept with size 1. */
  public Tensor reduceSum(Tensor x, boolean keepDims, int... axes) {
    return ReduceSum.call(scope, x, keepDims, axes);
  }

  /** The mean along these axes, as in {@link #reduceSum(Tensor, boolean, int...)}; NaN over an empty axis. */
  public Tensor reduceMean(Tensor x, boolean keepDims, int... axes) {
    return ReduceMean.call(scope, x, keepDims, axes);
  }

  /** The product along these axes, as in {@link #reduceSum(Tensor, boolean, int...)}; 1 over an empty axis. */
  public Tensor reduceProd(Tensor x, boolean keepDims, int... axes) {
    return ReduceProd.call(scope, x, keepDims, axes);
  }

  /**
   * The largest element along these axes, as in {@link #reduceSum(Tensor, boolean, int...)}; NaN when one is NaN, −infinity
   * or the smallest integer over an empty axis.
   */
  public Tensor reduceMax(Tensor x, boolean keepDims, int... axes) {
    return ReduceMax.call(scope, x, keepDims, axes);
  }

  /**
   * The smallest element along these axes, as in {@link #reduceSum(Tensor, boolean, int...)}; NaN when one is NaN, +infinity
   * or the largest integer over an empty axis.
   */
  public Tensor reduceMin(Tensor x, boolean keepDims, int... axes) {
    return ReduceMin.call(scope, x, keepDims, axes);
  }

  /**
   * Where along the axis, which must not be empty, the largest element is, as int32; NaN beats every number.
   *
   * @param selectLast whether the last of equal elements counts instead of the first
   */
  public Tensor argmax(Tensor x, int axis, boolean keepDims, boolean selectLast) {
    return ArgMax.call(scope, x, axis, keepDims, selectLast);
  }

  /** Where along the axis the smallest element is, otherwise as {@link #argmax}. */
  public Tensor argmin(Tensor x, int axis, boolean keepDims, boolean selectLast) {
    return ArgMin.call(scope, x, axis, keepDims, selectLast);
  }

  /**
   * The k largest or smallest elements along an axis, in that order, equal ones by rising index; NaN counts as larger than
   * every number.
   */
  public TopKResult topK(Tensor x, long k, int axis, boolean largest) {
    List<Tensor> both = TopK.call(scope, x, k, axis, largest);
    return new TopKResult(both.get(0), both.get(1));
  }

  /**
   * The sum of all elements up to each one along an axis.
   *
   * @param exclusive whether an element is left out of its own sum
   * @param reverse whether to sum from the end
   */
  public Tensor cumsum(Tensor x, int axis, boolean exclusive, boolean reverse) {
    return CumSum.call(scope, x, axis, exclusive, reverse);
  }

  /** The tensors one after the other along an axis; their other sizes must be equal. */
  public Tensor concat(int axis, Tensor... parts) {
    return Concat.call(scope, List.of(parts), axis);
  }

  /** Views of consecutive ranges of an axis, of these lengths, which must add up to its size. */
  public List<Tensor> split(Tensor x, int axis, long... lengths) {
    return Views.split(x, axis, lengths);
  }

  /** A view of this shape, to which x must broadcast: axes of size 1, and new ones in front, repeat. */
  public Tensor expand(Tensor x, long... sizes) {
    return Views.expand(x, sizes);
  }

  /**
   * x with more elements around it.
   *
   * @param before how many to add in front on each axis, at least 0
   * @param after how many to add behind on each axis, at least 0
   * @param value a tensor of one element of x's type, which the added ones have
   */
  public Tensor pad(Tensor x, long[] before, long[] after, Tensor value) {
    return Pad.call(scope, x, before, after, value);
  }

  /** The upper triangle of the last two axes, from this diagonal on (0 the main one, 1 the one above), 0 elsewhere. */
  public Tensor triu(Tensor x, int diagonal) {
    return Trilu.call(scope, "triu", x, diagonal, true);
  }

  /** The lower triangle of the last two axes, up to this diagonal (0 the main one, 1 the one above), 0 elsewhere. */
  public Tensor tril(Tensor x, int diagonal) {
    return Trilu.call(scope, "tril", x, diagonal, false);
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
