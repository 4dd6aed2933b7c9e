package dev.assay.ops.attention;

import dev.assay.ops.reference.StridedIndex;
import dev.assay.ops.softmax.Softmax;
import dev.assay.spi.data.DType;
import dev.assay.spi.data.Elements;
import dev.assay.spi.data.StructLayout;
import dev.assay.spi.data.StructValue;
import dev.assay.spi.kernel.Access;
import dev.assay.spi.kernel.KernelDeclaration;
import dev.assay.spi.kernel.ReferenceDispatch;
import dev.assay.spi.kernel.Tolerance;
import java.util.Arrays;

/**
 * {@code assay:attention}: softmax(cap(q · kᵀ · scale) + mask) · v for q [batch, heads, q_length, head_dim], k [batch,
 * kv_heads, kv_length, head_dim] and v [batch, kv_heads, kv_length, v_dim]; {@code out} is dense [batch, heads, q_length,
 * v_dim]. Head h reads the keys and values of head h / (heads / kv_heads). Each operand has strides for batch, head and
 * row, so that packed projections and caches longer than {@code kv_length} are read where they lie; a row's elements are
 * neighbours. With {@code causal} query i sees keys 0 to {@code first_position} + i.
 */
public final class Attention {
  static final StructLayout PARAMS = StructLayout.struct("AttentionParams")
      .field("batch", DType.U32)
      .field("heads", DType.U32)
      .field("kv_heads", DType.U32)
      .field("q_length", DType.U32)
      .field("kv_length", DType.U32)
      .field("head_dim", DType.U32)
      .field("v_dim", DType.U32)
      .field("scale", DType.F32)
      .field("softcap", DType.F32)
      .field("first_position", DType.I64)
      .array("q_strides", DType.U64, 3)
      .array("k_strides", DType.U64, 3)
      .array("v_strides", DType.U64, 3)
      .array("mask_strides", DType.U64, 4)
      .build();

  /** The kernel. */
  public static final KernelDeclaration DECLARATION = KernelDeclaration.named("assay:attention")
      .buffer("q", Access.READ, extent("q_strides", "batch", "heads", "q_length", "head_dim"))
      .buffer("k", Access.READ, extent("k_strides", "batch", "kv_heads", "kv_length", "head_dim"))
      .buffer("v", Access.READ, extent("v_strides", "batch", "kv_heads", "kv_length", "v_dim"))
      .buffer("mask", Access.READ,
          extent("mask_strides", "batch", "heads", "q_length", "kv_length"))
      .gatedBy("has_mask")
      .buffer("out", Access.WRITE_ALL,
          "params.batch * params.heads * params.q_length * params.v_dim")
      .constant("params", PARAMS)
      .functionConstant("has_mask", DType.BOOL)
      .functionConstant("causal", DType.BOOL)
      .dtype(DType.F32, Tolerance.of(1e-5))
      .dtype(DType.F16, Tolerance.of(1e-3))
      .dtype(DType.BF16, Tolerance.of(1e-2).withFloor(2e-3))
      .work("params.batch * params.heads * params.q_length * params.v_dim")
      .reducedLength("params.kv_length")
      .numerics(
          "scores, weights and sums in f32 or better; the row's maximum is subtracted first; softcap c > 0 makes"
              + " c · tanh(score / c) of a score before the mask is added; a query that sees no key gives 0; what a"
              + " hidden key or its value holds does not matter; a score of +infinity or NaN makes its whole row NaN")
      .reference(Attention::run)
      .cases(AttentionCases::generate)
      .golden(AttentionGolden.onnxPlain())
      .golden(AttentionGolden.onnxGroupedHeads())
      .golden(AttentionGolden.onnxCausalWithMask())
      .golden(AttentionGolden.onnxSoftcap())
      .golden(AttentionGolden.onnxHalves())
      .golden(AttentionGolden.decodeFromALongerCache())
      .golden(AttentionGolden.queriesBeforeTheFirstKey())
      .golden(AttentionGolden.bfloats())
      .build();

  private Attention() {}

  /** Elements from the first to behind the last one that these sizes reach; strides of 1 follow the last given one. */
  private static String extent(String strides, String... sizes) {
    StringBuilder product = new StringBuilder("1");
    StringBuilder last = new StringBuilder("1");
    boolean innermostHasStride = strides.equals("mask_strides");
    for (int i = 0; i < sizes.length; i++) {
      String size = "params." + sizes[i];
      product.append(" && ").append(size).append(" != 0");
      last.append(" + (").append(size).append(" - 1)");
      if (i < 3 || innermostHasStride) {
        last.append(" * params.").append(strides).append("[").append(i).append("]");
      }
    }
    return "(" + product + ") * (" + last + ")";
  }

  private static void run(ReferenceDispatch dispatch) {
    StructValue params = dispatch.constant("params");
    long heads = params.getLong("heads");
    long queries = params.getLong("q_length");
    int keys = Math.toIntExact(params.getLong("kv_length"));
    int headDim = Math.toIntExact(params.getLong("head_dim"));
    int valueDim = Math.toIntExact(params.getLong("v_dim"));
    boolean causal = dispatch.flag("causal");
    boolean masked = dispatch.flag("has_mask");
    long firstPosition = params.getLong("first_position");
    Elements out = dispatch.buffer("out");
    dispatch.forEachRow(params.getLong("batch") * heads * queries, r -> {
      long query = r % queries;
      long head = r / queries % heads;
      long batch = r / queries / heads;
      // A group of query heads shares one head of keys and values.
      long kvHead = head / (heads / params.getLong("kv_heads"));
      long seen = causal ? Math.clamp(firstPosition + query + 1, 0L, (long) keys) : keys;
      double[] z = new double[keys];
      Arrays.fill(z, Double.NEGATIVE_INFINITY);
      double[] q = new double[headDim];
      readRow(dispatch.buffer("q"), at(params, "q_strides", batch, head, query), 1, q);
      double[] k = new double[headDim];
      for (int j = 0; j < seen; j++) {
        readRow(dispatch.buffer("k"), at(params, "k_strides", batch, kvHead, j), 1, k);
        z[j] = score(params, q, k);
      }
      if (masked) {
        double[] added = new double[keys];
        readRow(dispatch.buffer("mask"), at(params, "mask_strides", batch, head, query),
            params.getLong("mask_strides", 3), added);
        for (int j = 0; j < seen; j++) {
          z[j] = added[j] == Double.NEGATIVE_INFINITY ? added[j] : z[j] + added[j];
        }
      }
      Softmax.normalize(z);
      double[] sum = new double[valueDim];
      double[] v = new double[valueDim];
      for (int j = 0; j < seen; j++) {
        // Not even NaN of a value that nobody sees may come through.
        if (z[j] != 0) {
          readRow(dispatch.buffer("v"), at(params, "v_strides", batch, kvHead, j), 1, v);
          for (int d = 0; d < valueDim; d++) {
            sum[d] += z[j] * v[d];
          }
        }
      }
      out.write(r * valueDim, sum, 0, valueDim);
    });
  }

  /** Without keys or elements there is no buffer to read from, and the row starts nowhere. */
  private static void readRow(Elements source, long start, long stride, double[] row) {
    if (row.length > 0) {
      StridedIndex.readRun(source, start, stride, row.length, row, 0);
    }
  }

  private static long at(StructValue params, String strides, long batch, long head, long row) {
    return batch * params.getLong(strides, 0) + head * params.getLong(strides, 1)
        + row * params.getLong(strides, 2);
  }

  private static double score(StructValue params, double[] q, double[] k) {
    double product = 0;
    for (int d = 0; d < q.length; d++) {
      product += q[d] * k[d];
    }
    double score = product * params.getDouble("scale");
    double cap = params.getDouble("softcap");
    return cap == 0 ? score : cap * Math.tanh(score / cap);
  }
}
