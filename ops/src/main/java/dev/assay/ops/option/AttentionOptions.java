package dev.assay.ops.option;

import dev.assay.spi.op.Tensor;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * How attention makes weights of its scores: softmax of cap(q · k · scale) + mask.
 *
 * @param scale of the scores, usually 1/√head_dim; finite
 * @param mask added to the scores and broadcast to [batch, heads, queries, keys]; −infinity hides a key, null is none
 * @param causal whether a query sees only keys up to its own position
 * @param firstPosition the position of the first query among the keys, for a causal call; may be negative
 * @param softcap c of cap(s) = c · tanh(s / c), or 0 for none
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public record AttentionOptions(
    double scale,
    @Nullable Tensor mask,
    boolean causal,
    long firstPosition,
    double softcap) {

  /** Every query sees every key. */
  public static AttentionOptions scaled(double scale) {
    return new AttentionOptions(scale, null, false, 0, 0);
  }

  /** The same with this mask. */
  public AttentionOptions withMask(Tensor added) {
    return new AttentionOptions(scale, added, causal, firstPosition, softcap);
  }

  /** The same, but query i sees only keys 0 to {@code position} + i. */
  public AttentionOptions causalFrom(long position) {
    return new AttentionOptions(scale, mask, true, position, softcap);
  }

  /** The same with scores kept between −cap and cap. */
  public AttentionOptions withSoftcap(double cap) {
    return new AttentionOptions(scale, mask, causal, firstPosition, cap);
  }
}
