package dev.assay.ops;

import dev.assay.spi.data.DType;
import dev.assay.spi.kernel.Geometry;
import dev.assay.spi.kernel.Implementation;
import dev.assay.spi.kernel.IndexType;
import java.util.List;

/**
 * Implementations as data, one for each way in which kernels of networks lay out their work. The texts are signatures:
 * what counts here is grid, threadgroup, memory, limits, index type and condition.
 */
final class NetworkImplementations {
  /** One threadgroup for each row, as wide a power of two as the row, the pipeline and 256 allow. */
  static final Implementation LAYER_NORM_ROWS = Implementation.msl("assay:layer_norm", "rows",
      DType.F32, "kernel void layer_norm_rows(...);", "layer_norm_rows",
      Geometry.threadgroups("params.rows",
          "pow2Floor(min(params.width, min(256, pipeline.threadsPerThreadgroup)))"))
      // A partial sum for each simdgroup, in multiples of 16 bytes.
      .withThreadgroupMemory("16 * ceilDiv(4 * ceilDiv(256, device.simdWidth), 16)")
      .withLimit("params.width >= 1", "rows have at least one element");

  /** A threadgroup for each tile of 32 × 32, batches along z; the tiles of both operands in threadgroup memory. */
  static final Implementation MATMUL_TILED = Implementation.msl("assay:matmul", "tiled",
      DType.F32, "kernel void matmul_tiled(...);", "matmul_tiled",
      new Geometry(Geometry.Form.THREADGROUPS,
          Geometry.Axes.of("ceilDiv(params.n, 32)", "ceilDiv(params.m, 32)",
              "product(params.batch)"),
          Geometry.Axes.of("device.simdWidth", "4", "1")))
      .withThreadgroupMemory("32 * 32 * 4", "32 * 32 * 4")
      .when("params.m > 1");

  /** The same for operands beyond 32-bit indices. */
  static final Implementation MATMUL_LARGE = Implementation.msl("assay:matmul", "large",
      DType.F32, "kernel void matmul_large(...);", "matmul_large",
      MATMUL_TILED.geometry())
      .withIndexType(IndexType.INT64)
      .withThreadgroupMemory("32 * 32 * 4", "32 * 32 * 4")
      .when(
          "extent(params.batch, params.a_batch_strides) + params.m * params.a_row_stride > 4294967295");

  /** One thread for each element: (head_dim, heads, batch · seq), signed indices. */
  static final Implementation ROPE_ELEMENTS = Implementation.msl("assay:rope", "elements",
      DType.F16, "kernel void rope_elements(...);", "rope_elements",
      new Geometry(Geometry.Form.THREADS,
          Geometry.Axes.of("params.head_dim", "params.heads", "params.batch * params.seq"),
          Geometry.Axes.of("min(params.head_dim, device.threadsPerThreadgroup)", "1", "1")))
      .withIndexType(IndexType.INT32);

  /** A simdgroup for each head of one query; its scores in threadgroup memory. */
  static final Implementation ATTENTION_DECODE = Implementation.msl("assay:attention", "decode",
      DType.BF16, "kernel void attention_decode(...);", "attention_decode",
      Geometry.threadgroups("params.batch * params.heads", "device.simdWidth"))
      .withThreadgroupMemory("16 * ceilDiv(params.kv_length * 4, 16)")
      .withLimit("params.head_dim <= 256", "head_dim is at most 256")
      .withLimit("16 * ceilDiv(params.kv_length * 4, 16) <= device.threadgroupMemoryBytes",
          "the scores of one query fit threadgroup memory")
      .when("params.q_length == 1");

  private NetworkImplementations() {}

  static List<Implementation> all() {
    return List.of(LAYER_NORM_ROWS, MATMUL_TILED, MATMUL_LARGE, ROPE_ELEMENTS, ATTENTION_DECODE);
  }
}
