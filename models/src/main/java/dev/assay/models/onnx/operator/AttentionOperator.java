package dev.assay.models.onnx.operator;

import dev.assay.models.onnx.ElementTypes;
import dev.assay.ops.Ops;
import dev.assay.ops.option.AttentionOptions;
import dev.assay.spi.data.DType;
import dev.assay.spi.op.Shape;
import dev.assay.spi.op.Tensor;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * ONNX's Attention: Q, K, V, attn_mask, past_key, past_value, nonpad_kv_seqlen to Y, present_key, present_value,
 * qk_matmul_output. Y comes from the attention kernel, scores are composed where the node wants them. The softcap is
 * applied before the mask, as ONNX has it since its correction of version 23.
 */
final class AttentionOperator {
  /** What is given out as qk_matmul_output, by number: scores, then capped, then masked, then weights. */
  private static final int CAPPED = 1;

  private static final int MASKED = 2;

  private static final int WEIGHTS = 3;

  private final NodeCall call;
  private final Ops ops;
  private final Tensor q;
  private final Tensor k;
  private final double scale;
  private final double softcap;

  private AttentionOperator(NodeCall call, Tensor q, Tensor k) {
    this.call = call;
    this.ops = call.ops();
    this.q = q;
    this.k = k;
    this.scale = call.attributes()
        .real("scale")
        .orElse(1 / Math.sqrt((double) q.shape().size(3)));
    this.softcap = call.attributes().real("softcap", 0);
  }

  static Map<String, OperatorRule> rules() {
    return Map.of("Attention", new OperatorRule(3, 7, 4,
        Set.of("is_causal", "kv_num_heads", "left_window_size", "q_num_heads",
            "qk_matmul_output_mode", "right_window_size", "scale", "softcap", "softmax_precision"),
        AttentionOperator::apply));
  }

  private static List<@Nullable Tensor> apply(NodeCall call) {
    checkPrecision(call);
    Ops ops = call.ops();
    boolean packed = call.input(0).shape().rank() == 3;
    Tensor q = heads(call, 0, "q_num_heads");
    Tensor newKeys = heads(call, 1, "kv_num_heads");
    Tensor newValues = heads(call, 2, "kv_num_heads");
    Tensor pastKeys = call.optional(4);
    Tensor pastValues = call.optional(5);
    if ((pastKeys == null) != (pastValues == null)) {
      throw call.invalid("one of past_key and past_value is missing");
    }
    Tensor k = pastKeys == null ? newKeys : ops.concat(2, pastKeys, newKeys);
    Tensor v = pastValues == null ? newValues : ops.concat(2, pastValues, newValues);
    long past = pastKeys == null ? 0 : pastKeys.shape().size(2);
    AttentionOperator attention = new AttentionOperator(call, q, k);
    KeyVisibility visible = KeyVisibility.of(call, q.shape(), k.shape(), past);
    Tensor mask = attention.mask(visible);
    Tensor y = ops.attention(q, k, v, attention.options(mask, visible));
    Tensor scores = call.wants(3) ? attention.scores(mask, visible) : null;
    return Arrays.asList(packed ? packed(ops, y) : y, k, v, scores);
  }

  /** The kernel computes weights in f32 or better: a lower precision may be asked for, and a higher one not. */
  private static void checkPrecision(NodeCall call) {
    long number = call.attributes().integer("softmax_precision", 0);
    if (number != 0) {
      int known = call.toInt(number, "softmax_precision");
      DType type = ElementTypes.dtype(known);
      if (type == null || !type.isFloat()) {
        throw call.uncovered("a softmax in " + ElementTypes.describe(known) + " is not computed");
      }
    }
  }

  /** [batch, heads, sequence, head size], from that or from [batch, sequence, heads · head size]. */
  private static Tensor heads(NodeCall call, int position, String attribute) {
    Tensor x = call.input(position);
    return switch (x.shape().rank()) {
      case 4 -> x;
      case 3 -> call.ops()
          .permute(RotaryOperator.heads(call, x, call.attributes().requiredInteger(attribute)), 0,
              2, 1, 3);
      default -> throw call.invalid(
          "input " + position + " has rank " + x.shape().rank() + " and not 3 or 4");
    };
  }

  private static Tensor packed(Ops ops, Tensor y) {
    Shape shape = y.shape();
    return ops.reshape(ops.permute(y, 0, 2, 1, 3), shape.size(0), shape.size(2),
        shape.size(1) * shape.size(3));
  }

  private AttentionOptions options(@Nullable Tensor mask, KeyVisibility visible) {
    AttentionOptions options = AttentionOptions.scaled(scale).withSoftcap(softcap);
    AttentionOptions masked = mask == null ? options : options.withMask(mask);
    return visible.isPlainlyCausal() ? masked.causalFrom(visible.firstPosition()) : masked;
  }

  /** The node's mask as numbers to add, −infinity for what the kernel's own causal form does not hide; null for none. */
  private @Nullable Tensor mask(KeyVisibility visible) {
    Tensor given = call.optional(3);
    Tensor added = given == null ? null : wholeRows(numbers(given));
    if (visible.isPlain()) {
      return added;
    }
    Tensor hidden = call.scalar(q.dtype(), Double.NEGATIVE_INFINITY);
    return ops.where(visible.tensor(), added == null ? call.scalar(q.dtype(), 0) : added, hidden);
  }

  private Tensor numbers(Tensor given) {
    return given.dtype() == DType.BOOL
        ? ops.where(given, call.scalar(q.dtype(), 0),
            call.scalar(q.dtype(), Double.NEGATIVE_INFINITY))
        : ops.cast(given, q.dtype());
  }

  /** A mask that is shorter than the keys hides those behind it. */
  private Tensor wholeRows(Tensor mask) {
    long keys = k.shape().size(2);
    int rank = mask.shape().rank();
    if (rank == 0 || mask.shape().size(-1) == 1 || mask.shape().size(-1) >= keys) {
      return mask;
    }
    long[] none = new long[rank];
    long[] behind = new long[rank];
    behind[rank - 1] = keys - mask.shape().size(-1);
    return ops.pad(mask, none, behind, call.scalar(mask.dtype(), Double.NEGATIVE_INFINITY));
  }

  private Tensor scores(@Nullable Tensor mask, KeyVisibility visible) {
    int mode = call.toInt(call.attributes().integer("qk_matmul_output_mode", 0),
        "qk_matmul_output_mode");
    if (mode < 0 || mode > WEIGHTS) {
      throw call.invalid("qk_matmul_output_mode is " + mode + " and not 0 to 3");
    }
    Tensor scores = ops.mul(product(), call.scalar(DType.F32, scale));
    if (mode >= CAPPED && softcap != 0) {
      Tensor cap = call.scalar(DType.F32, softcap);
      scores = ops.mul(ops.tanh(ops.div(scores, cap)), cap);
    }
    if (mode >= MASKED && mask != null) {
      scores = ops.add(scores, ops.cast(mask, DType.F32));
    }
    if (mode >= MASKED && visible.isPlainlyCausal()) {
      scores = ops.where(visible.tensor(), scores,
          call.scalar(DType.F32, Double.NEGATIVE_INFINITY));
    }
    return ops.cast(mode == WEIGHTS ? ops.softmax(scores, -1) : scores, q.dtype());
  }

  /** q · kᵀ in f32, [batch, heads, queries, keys]; neighbouring heads of q share one of k. */
  private Tensor product() {
    Shape shape = q.shape();
    long kvHeads = k.shape().size(1);
    Tensor grouped = ops.reshape(ops.cast(q, DType.F32), shape.size(0), kvHeads,
        kvHeads == 0 ? 1 : shape.size(1) / kvHeads, shape.size(2), shape.size(3));
    Tensor keys = ops.cast(k, DType.F32);
    Tensor shared = ops.reshape(keys, keys.shape().size(0), kvHeads, 1, keys.shape().size(2),
        keys.shape().size(3));
    Tensor product = ops.matmul(grouped, ops.transpose(shared));
    return ops.reshape(product, shape.with(3, keys.shape().size(2)).sizes());
  }
}
