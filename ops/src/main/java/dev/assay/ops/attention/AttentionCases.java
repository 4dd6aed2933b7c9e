package dev.assay.ops.attention;

import dev.assay.spi.data.DType;
import dev.assay.spi.data.Elements;
import dev.assay.spi.data.StructValue;
import dev.assay.spi.kernel.CaseRandom;
import dev.assay.spi.kernel.KernelCase;
import dev.assay.spi.op.Shape;
import org.jspecify.annotations.Nullable;

/** Cases of {@link Attention}: grouped heads, caches with room, heads inside packed rows, masks that repeat, one query. */
final class AttentionCases {
  private AttentionCases() {}

  /** An operand: strides of batch, head and row (for a mask of all four axes), and the elements. */
  static final class Operand {
    private final long[] strides;
    private final Elements content;

    Operand(long[] strides, Elements content) {
      this.strides = strides;
      this.content = content;
    }

    long[] strides() {
      return strides.clone();
    }

    Elements content() {
      return content;
    }
  }

  /**
   * Sizes and numbers of a case.
   *
   * @param batch sequences
   * @param heads of queries
   * @param kvHeads of keys and values
   * @param queries in a sequence
   * @param keys in a sequence
   * @param headDim elements of a query and a key
   * @param valueDim elements of a value
   */
  record Sizes(
      int batch,
      int heads,
      int kvHeads,
      int queries,
      int keys,
      int headDim,
      int valueDim) {
    Shape q() {
      return Shape.of(batch, heads, queries, headDim);
    }

    Shape k() {
      return Shape.of(batch, kvHeads, keys, headDim);
    }

    Shape v() {
      return Shape.of(batch, kvHeads, keys, valueDim);
    }

    Shape scores() {
      return Shape.of(batch, heads, queries, keys);
    }
  }

  static KernelCase arguments(
      String label, Sizes sizes, double scale, double softcap, boolean causal, long firstPosition,
      Operand q, Operand k, Operand v, @Nullable Operand mask) {
    KernelCase plain = KernelCase.labelled(label, q.content().dtype())
        .input("q", q.content())
        .input("k", k.content())
        .input("v", v.content())
        .constant("params", Attention.PARAMS.value()
            .set("batch", sizes.batch())
            .set("heads", sizes.heads())
            .set("kv_heads", sizes.kvHeads())
            .set("q_length", sizes.queries())
            .set("kv_length", sizes.keys())
            .set("head_dim", sizes.headDim())
            .set("v_dim", sizes.valueDim())
            .set("scale", scale)
            .set("softcap", softcap)
            .set("first_position", firstPosition)
            .setAll("q_strides", q.strides())
            .setAll("k_strides", k.strides())
            .setAll("v_strides", v.strides())
            .setAll("mask_strides", mask == null ? new long[4] : mask.strides())
            .build())
        .constant("has_mask", StructValue.ofLong(DType.BOOL, mask == null ? 0 : 1))
        .constant("causal", StructValue.ofLong(DType.BOOL, causal ? 1 : 0));
    return mask == null ? plain : plain.input("mask", mask.content());
  }

  static KernelCase generate(CaseRandom random, DType dtype) {
    Sizes sizes = random.between(0, 9) == 0
        ? new Sizes(1, 1, 1, 1, random.sizeOrEmpty(5), random.size(3), 1)
        : sizes(random);
    double scale = 1 / Math.sqrt(sizes.headDim());
    double softcap = random.oneOf(0.0, 0.0, 1.5, 30.0);
    boolean causal = random.flip();
    long first = random.oneOf(0, -2, sizes.keys() - sizes.queries(), random.between(0, 70));
    Operand mask = random.flip() ? mask(random, dtype, sizes) : null;
    return arguments(
        sizes + " softcap=" + softcap + " causal=" + causal + " first=" + first + " mask="
            + (mask != null),
        sizes, scale, softcap, causal, first,
        operand(random, dtype, sizes.q()),
        operand(random, dtype, sizes.k()),
        operand(random, dtype, sizes.v()),
        mask);
  }

  private static Sizes sizes(CaseRandom random) {
    int kvHeads = random.between(1, 3);
    int headDim = random.oneOf(1, 8, 32, 33, 64);
    return new Sizes(random.sizeOrEmpty(3), kvHeads * random.between(1, 3), kvHeads,
        random.flip() ? 1 : random.sizeOrEmpty(random.oneOf(9, 21)),
        random.sizeOrEmpty(random.oneOf(9, 70)),
        headDim, random.flip() ? headDim : random.size(17));
  }

  private static Operand operand(CaseRandom random, DType dtype, Shape shape) {
    long heads = shape.size(1);
    long length = shape.size(2);
    long width = shape.size(3);
    // Heads side by side in packed rows, or one after the other with room for more rows.
    long room = length + random.oneOf(0, 0, 3);
    long row = random.flip() ? width : heads * width + random.oneOf(0, 5);
    long[] strides = row == width
        ? new long[] {heads * room * width, room * width, width}
        : new long[] {room * row, width, row};
    long extent = shape.elements() == 0
        ? 0
        : (shape.size(0) - 1) * strides[0] + (heads - 1) * strides[1]
            + (length - 1) * strides[2] + width;
    return new Operand(strides, random.values(dtype, extent, -2, 2));
  }

  private static Operand mask(CaseRandom random, DType dtype, Sizes sizes) {
    Shape shape = sizes.scores();
    long[] strides = shape.denseStrides();
    for (int i = 0; i < 3; i++) {
      if (random.flip()) {
        strides[i] = 0;
      }
    }
    long extent = shape.elements() == 0 ? 0 : 1;
    for (int i = 0; i < 4 && extent > 0; i++) {
      extent += (shape.size(i) - 1) * strides[i];
    }
    Elements content = random.values(dtype, extent, -2, 2);
    for (long i = 0; i < extent; i++) {
      if (random.between(0, 3) == 0) {
        content.setDouble(i, Double.NEGATIVE_INFINITY);
      }
    }
    return new Operand(strides, content);
  }
}
