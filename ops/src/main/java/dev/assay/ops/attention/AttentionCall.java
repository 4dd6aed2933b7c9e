package dev.assay.ops.attention;

import dev.assay.ops.movement.Copy;
import dev.assay.ops.option.AttentionOptions;
import dev.assay.ops.shape.OpCheck;
import dev.assay.ops.shape.Strides;
import dev.assay.spi.data.DType;
import dev.assay.spi.data.StructValue;
import dev.assay.spi.error.Codes;
import dev.assay.spi.error.Problem;
import dev.assay.spi.op.KernelCall;
import dev.assay.spi.op.Shape;
import dev.assay.spi.op.Tensor;
import dev.assay.spi.op.TensorScope;
import java.util.Arrays;

/** The rules of {@link Attention} as an operation on tensors, and their lowering. */
public final class AttentionCall {
  private AttentionCall() {}

  /**
   * Attention of q [batch, heads, queries, head_dim] over k [batch, kv_heads, keys, head_dim] and v [batch, kv_heads,
   * keys, v_dim]: [batch, heads, queries, v_dim], dense.
   */
  public static Tensor call(TensorScope scope, Tensor q, Tensor k, Tensor v,
      AttentionOptions options) {
    Tensor mask = options.mask();
    OpCheck check =
        OpCheck.of("attention").operand("q", q).operand("k", k).operand("v", v);
    if (mask != null) {
      check.operand("mask", mask);
    }
    check.dtypeOf(Attention.DECLARATION);
    boolean ranks = check.rank("q", q, 4, 4);
    ranks &= check.rank("k", k, 4, 4);
    if (check.rank("v", v, 4, 4) && ranks) {
      checkShapes(check, q.shape(), k.shape(), v.shape());
      check.indexable("the result", q.shape().with(3, v.shape().size(3)));
      if (mask != null) {
        checkMask(check, mask.shape(), q.shape().with(3, k.shape().size(2)));
      }
    }
    check.require(Math.abs(options.scale()) <= Float.MAX_VALUE, () -> Problem
        .of(Codes.CONSTANT_FIELD, "scale is no finite number")
        .expected("a finite number", Double.toString(options.scale())));
    check.require(options.softcap() >= 0 && options.softcap() <= Float.MAX_VALUE, () -> Problem
        .of(Codes.CONSTANT_FIELD, "softcap is no bound of scores")
        .expected("a finite number above 0, or 0 for none", Double.toString(options.softcap())));
    check.finish();
    return run(scope, inner(scope, q), inner(scope, k), inner(scope, v), options);
  }

  private static void checkShapes(OpCheck check, Shape q, Shape k, Shape v) {
    check.require(k.equals(q.with(1, k.size(1)).with(2, k.size(2))), () -> Problem
        .of(Codes.SHAPE_INVALID, "k does not fit q")
        .expected("batch " + q.size(0) + " and head_dim " + q.size(3), k.toString())
        .remedy("k is [batch, kv_heads, keys, head_dim]"));
    check.require(v.equals(k.with(3, v.size(3))), () -> Problem
        .of(Codes.SHAPE_INVALID, "v does not fit k")
        .expected(k.with(3, v.size(3)).toString(), v.toString())
        .remedy("v is [batch, kv_heads, keys, v_dim]"));
    long heads = q.size(1);
    long kvHeads = k.size(1);
    check.require(kvHeads == 0 ? heads == 0 : heads % kvHeads == 0, () -> Problem
        .of(Codes.SHAPE_INVALID, "the heads of q do not group over those of k")
        .expected("a multiple of " + kvHeads + " heads", heads + " heads")
        .remedy("check whether q and k were split into heads alike"));
  }

  private static void checkMask(OpCheck check, Shape mask, Shape scores) {
    check.attempt(() -> mask.broadcast(scores))
        .ifPresent(shape -> check.require(shape.equals(scores), () -> Problem
            .of(Codes.SHAPE_INVALID, "mask does not broadcast to the scores")
            .expected("on each axis the size in " + scores + " or 1, aligned at the end",
                mask.toString())
            .remedy("reshape the mask; one per batch is [batch, 1, 1, keys]")));
  }

  /** The tensor itself when its rows are without gaps, else a dense copy. */
  private static Tensor inner(TensorScope scope, Tensor tensor) {
    boolean neighbours = tensor.strides()[3] == 1 || tensor.shape().size(3) <= 1;
    return neighbours ? tensor : Copy.contiguous(scope, tensor);
  }

  private static Tensor run(TensorScope scope, Tensor q, Tensor k, Tensor v,
      AttentionOptions options) {
    Tensor mask = options.mask();
    Shape scores = q.shape().with(3, k.shape().size(2));
    StructValue params = Attention.PARAMS.value()
        .set("batch", q.shape().size(0))
        .set("heads", q.shape().size(1))
        .set("kv_heads", k.shape().size(1))
        .set("q_length", q.shape().size(2))
        .set("kv_length", k.shape().size(2))
        .set("head_dim", q.shape().size(3))
        .set("v_dim", v.shape().size(3))
        .set("scale", options.scale())
        .set("softcap", options.softcap())
        .set("first_position", options.firstPosition())
        .setAll("q_strides", Arrays.copyOf(q.strides(), 3))
        .setAll("k_strides", Arrays.copyOf(k.strides(), 3))
        .setAll("v_strides", Arrays.copyOf(v.strides(), 3))
        .setAll("mask_strides", mask == null ? new long[4] : Strides.broadcast(mask, scores))
        .build();
    KernelCall call = KernelCall.of("assay:attention", q.dtype())
        .constant("params", params)
        .constant("has_mask", StructValue.ofLong(DType.BOOL, mask == null ? 0 : 1))
        .constant("causal", StructValue.ofLong(DType.BOOL, options.causal() ? 1 : 0))
        .tensor("q", q)
        .tensor("k", k)
        .tensor("v", v);
    if (mask != null) {
      call.tensor("mask", mask);
    }
    Tensor out = scope.empty(q.dtype(), q.shape().with(3, v.shape().size(3)));
    scope.run(call.tensor("out", out));
    return out;
  }
}
