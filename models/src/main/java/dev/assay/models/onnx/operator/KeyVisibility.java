package dev.assay.models.onnx.operator;

import dev.assay.spi.data.DType;
import dev.assay.spi.data.Elements;
import dev.assay.spi.op.Shape;
import dev.assay.spi.op.Tensor;
import org.jspecify.annotations.Nullable;

/**
 * Which keys a query of ONNX's Attention may see by their positions: the causal rule, windows on both sides, and the
 * lengths of the sequences in a cache. It depends on shapes and lengths alone and is made on the host. Query i of a
 * sequence stands at key {@code past + i}, or, where lengths are given, at {@code length − queries + i}.
 */
final class KeyVisibility {
  private final NodeCall call;
  private final int batch;
  private final int queries;
  private final int keys;
  private final long past;
  private final boolean causal;
  private final long left;
  private final long right;
  private final long @Nullable [] lengths;

  private KeyVisibility(NodeCall call, int batch, int queries, int keys, long past) {
    this.call = call;
    this.batch = batch;
    this.queries = queries;
    this.keys = keys;
    this.past = past;
    this.causal = call.attributes().flag("is_causal", false);
    this.left = call.attributes().integer("left_window_size", -1);
    this.right = call.attributes().integer("right_window_size", -1);
    this.lengths = call.integers(6);
  }

  static KeyVisibility of(NodeCall call, Shape q, Shape k, long past) {
    KeyVisibility made = new KeyVisibility(call, call.toInt(q.size(0), "the batch"),
        call.toInt(q.size(2), "the number of queries"), call.toInt(k.size(2), "the number of keys"),
        past);
    if (made.lengths != null) {
      made.check(made.lengths);
    }
    return made;
  }

  private void check(long[] given) {
    if (given.length != batch) {
      throw call.invalid(given.length + " lengths in nonpad_kv_seqlen for a batch of " + batch);
    }
    if (past > 0) {
      throw call.invalid("nonpad_kv_seqlen and a past exclude each other");
    }
    for (long length : given) {
      if (length < 0 || length > keys) {
        throw call.invalid("a length in nonpad_kv_seqlen is " + length + " of " + keys + " keys");
      }
    }
  }

  /** Whether it hides nothing that the kernel's own causal form does not hide. */
  boolean isPlain() {
    return left < 0 && right < 0 && lengths == null;
  }

  /** Whether the kernel's own causal form says all. */
  boolean isPlainlyCausal() {
    return causal && isPlain();
  }

  /** The position of the first query among the keys, where it is the same for all sequences. */
  long firstPosition() {
    return past;
  }

  /** What is visible, bool [batch or 1, 1, queries, keys]. */
  Tensor tensor() {
    int sequences = lengths == null ? 1 : batch;
    Elements visible = Elements.zeros(DType.BOOL, (long) sequences * queries * keys);
    for (int sequence = 0; sequence < sequences; sequence++) {
      long length = lengths == null ? keys : lengths[sequence];
      long first = lengths == null ? past : length - queries;
      for (int query = 0; query < queries; query++) {
        for (int key = 0; key < keys; key++) {
          long ahead = key - (first + query);
          boolean seen = key < length && (!causal || ahead <= 0) && (left < 0 || ahead >= -left)
              && (right < 0 || ahead <= right);
          visible.setLong(((long) sequence * queries + query) * keys + key, seen ? 1 : 0);
        }
      }
    }
    return call.scope().tensor(visible, Shape.of(sequences, 1, queries, keys));
  }
}
