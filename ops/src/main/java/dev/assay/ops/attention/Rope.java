package dev.assay.ops.attention;

import dev.assay.spi.data.DType;
import dev.assay.spi.data.Elements;
import dev.assay.spi.data.StructLayout;
import dev.assay.spi.data.StructValue;
import dev.assay.spi.kernel.Access;
import dev.assay.spi.kernel.CaseRandom;
import dev.assay.spi.kernel.KernelCase;
import dev.assay.spi.kernel.KernelDeclaration;
import dev.assay.spi.kernel.ReferenceDispatch;
import dev.assay.spi.kernel.Tolerance;

/**
 * {@code assay:rope}: rotary position embedding (Su and others, 2021) of x [batch, seq, heads, head_dim]. Of each head
 * the first {@code n_rot} elements are rotated in pairs (d, d + n_rot/2), or with {@code interleaved} (2d, 2d + 1); the
 * others are copied. Angles come as tables cos and sin [rows, n_rot/2] in f32: row {@code first_position} + s, or with
 * {@code per_token} row b · seq + s. Sequences, rows and heads of x lie as the strides say, so that packed projections
 * and longer extents are read in place; {@code out} is dense.
 */
public final class Rope {
  static final StructLayout PARAMS = StructLayout.struct("RopeParams")
      .field("batch", DType.U32)
      .field("seq", DType.U32)
      .field("heads", DType.U32)
      .field("head_dim", DType.U32)
      .field("n_rot", DType.U32)
      .field("first_position", DType.U32)
      .field("sequence_stride", DType.U64)
      .field("row_stride", DType.U64)
      .field("head_stride", DType.U64)
      .build();

  /** What a dispatch may read of the tables: at bake a position behind the last row is a buffer too short. */
  private static final String TABLE =
      "(per_token * params.batch * params.seq + (1 - per_token) * (params.first_position + params.seq))"
          + " * (params.n_rot / 2)";

  private static final String ELEMENTS =
      "params.batch * params.seq * params.heads * params.head_dim";

  /** The kernel. */
  public static final KernelDeclaration DECLARATION = KernelDeclaration.named("assay:rope")
      .buffer("x", Access.READ, "(" + ELEMENTS + " != 0)"
          + " * ((params.batch - 1) * params.sequence_stride + (params.seq - 1) * params.row_stride"
          + " + (params.heads - 1) * params.head_stride + params.head_dim)")
      .buffer("cos", DType.F32, Access.READ, TABLE)
      .buffer("sin", DType.F32, Access.READ, TABLE)
      .buffer("out", Access.WRITE_ALL, ELEMENTS)
      .constant("params", PARAMS)
      .functionConstant("interleaved", DType.BOOL)
      .functionConstant("per_token", DType.BOOL)
      // A difference of two products may cancel: the absolute part counts.
      .dtype(DType.F32, Tolerance.of(1e-5).withFloor(2e-6))
      .dtype(DType.F16, Tolerance.of(1e-3).withFloor(1e-5))
      .dtype(DType.BF16, Tolerance.of(1e-2).withFloor(1e-5))
      .work(ELEMENTS)
      .numerics(
          "a · cos − b · sin and b · cos + a · sin in f32 or better; what is not rotated keeps its bits")
      .reference(Rope::run)
      .cases(Rope::generate)
      .golden(RopeGolden.onnxHalfSplit())
      .golden(RopeGolden.onnxInterleaved())
      .golden(RopeGolden.onnxPartlyRotated())
      .golden(RopeGolden.packedRowsFromALaterPosition())
      .golden(RopeGolden.halves())
      .golden(RopeGolden.bfloats())
      .build();

  private Rope() {}

  /**
   * Sizes and places of a dispatch, as the constant has them.
   *
   * @param batch sequences
   * @param seq rows of a sequence
   * @param heads of a row
   * @param headDim elements of a head
   * @param rotated elements of a head that are rotated, even
   * @param firstPosition the table's row for the first row of every sequence, unless there is a row for each token
   * @param sequenceStride elements from one sequence to the next
   * @param rowStride elements from one row to the next
   * @param headStride elements from one head to the next
   */
  record Layout(
      long batch,
      long seq,
      long heads,
      long headDim,
      long rotated,
      long firstPosition,
      long sequenceStride,
      long rowStride,
      long headStride) {
    StructValue params() {
      return PARAMS.value()
          .set("batch", batch)
          .set("seq", seq)
          .set("heads", heads)
          .set("head_dim", headDim)
          .set("n_rot", rotated)
          .set("first_position", firstPosition)
          .set("sequence_stride", sequenceStride)
          .set("row_stride", rowStride)
          .set("head_stride", headStride)
          .build();
    }
  }

  static KernelCase arguments(
      String label, Layout layout, boolean interleaved, boolean perToken, Elements x, Elements cos,
      Elements sin) {
    return KernelCase.labelled(label, x.dtype())
        .input("x", x)
        .input("cos", cos)
        .input("sin", sin)
        .constant("params", layout.params())
        .constant("interleaved", StructValue.ofLong(DType.BOOL, interleaved ? 1 : 0))
        .constant("per_token", StructValue.ofLong(DType.BOOL, perToken ? 1 : 0));
  }

  private static void run(ReferenceDispatch dispatch) {
    StructValue params = dispatch.constant("params");
    long seq = params.getLong("seq");
    long heads = params.getLong("heads");
    int headDim = Math.toIntExact(params.getLong("head_dim"));
    int half = Math.toIntExact(params.getLong("n_rot") / 2);
    boolean interleaved = dispatch.flag("interleaved");
    boolean perToken = dispatch.flag("per_token");
    Elements x = dispatch.buffer("x");
    Elements out = dispatch.buffer("out");
    dispatch.forEachRow(params.getLong("batch") * seq, token -> {
      long tableRow = perToken ? token : params.getLong("first_position") + token % seq;
      double[] cos = new double[half];
      double[] sin = new double[half];
      dispatch.buffer("cos").read(tableRow * half, cos, 0, half);
      dispatch.buffer("sin").read(tableRow * half, sin, 0, half);
      double[] head = new double[headDim];
      for (long h = 0; h < heads; h++) {
        x.read(token / seq * params.getLong("sequence_stride")
            + token % seq * params.getLong("row_stride") + h * params.getLong("head_stride"),
            head, 0, headDim);
        for (int pair = 0; pair < half; pair++) {
          int first = interleaved ? 2 * pair : pair;
          int second = interleaved ? 2 * pair + 1 : pair + half;
          double a = head[first];
          double b = head[second];
          head[first] = a * cos[pair] - b * sin[pair];
          head[second] = b * cos[pair] + a * sin[pair];
        }
        out.write((token * heads + h) * headDim, head, 0, headDim);
      }
    });
  }

  private static KernelCase generate(CaseRandom random, DType dtype) {
    boolean tiny = random.between(0, 4) == 0;
    int batch = tiny ? 1 : random.sizeOrEmpty(3);
    int seq = tiny ? random.sizeOrEmpty(2) : random.sizeOrEmpty(random.oneOf(3, 17));
    int heads = tiny ? 1 : random.size(5);
    int headDim = random.sizeOrEmpty(tiny ? 3 : 65);
    int half = random.flip() ? headDim / 2 : random.between(0, headDim / 2);
    boolean perToken = random.flip();
    int position = random.oneOf(0, 1, 29);
    // Heads side by side in rows with a gap, or one behind the other with room for more rows.
    boolean packed = random.flip();
    long room = (long) seq + random.oneOf(0, 2);
    long rowStride = packed ? (long) heads * headDim + random.oneOf(0, 3, headDim) : headDim;
    long headStride = packed ? headDim : room * headDim;
    Layout layout = new Layout(batch, seq, heads, headDim, 2L * half, position,
        packed ? room * rowStride : heads * headStride, rowStride, headStride);
    long extent = batch == 0 || seq == 0 || headDim == 0
        ? 0
        : (batch - 1) * layout.sequenceStride() + (seq - 1) * rowStride + (heads - 1) * headStride
            + headDim;
    long angles = (perToken ? (long) batch * seq : position + seq) * half;
    boolean interleaved = random.flip();
    return arguments(
        layout + " interleaved=" + interleaved + " per_token=" + perToken, layout, interleaved,
        perToken, random.values(dtype, extent),
        random.values(DType.F32, angles, -1, 1), random.values(DType.F32, angles, -1, 1));
  }
}
