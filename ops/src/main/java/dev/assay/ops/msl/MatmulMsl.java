package dev.assay.ops.msl;

import dev.assay.ops.matmul.Matmul;
import dev.assay.spi.kernel.Geometry;
import dev.assay.spi.kernel.Implementation;
import java.util.stream.Stream;

/** Matrix products: for one row, by tiles, by tiles of simdgroup matrices, and by blocks for a CPU. */
final class MatmulMsl {
  private static final String BATCHES = "product(params.batch)";

  private MatmulMsl() {}

  static Stream<Implementation> implementations() {
    MslFamily family = MslFamily.of("matmul.metal");
    return Stream.of(
        family
            .variant(Matmul.DECLARATION, "vector_transposed",
                groups("ceilDiv(params.n, 4)", "params.m", "device.simdWidth", "4"))
            .map(vector -> vector
                .when("params.m == 1 && params.b_row_stride == 1 && params.a_column_stride == 1"
                    + " && params.k >= device.simdWidth")
                .withLimit("params.b_row_stride == 1 && params.a_column_stride == 1",
                    "rows of a and columns of b lie dense")),
        family
            .variant(Matmul.DECLARATION, "vector",
                groups("ceilDiv(params.n, 32)", "params.m", "32", "8"))
            .map(vector -> vector.when("params.m == 1")),
        family
            .variant(Matmul.DECLARATION, "simdgroup",
                groups("ceilDiv(params.n, 32)", "ceilDiv(params.m, 32)", "32", "4"))
            .map(simdgroup -> simdgroup
                .when("device.simdWidth == 32 && params.m >= 8 && params.n >= 8 && params.k >= 8")
                .withLimit("device.simdWidth == 32", "simdgroups are 32 threads wide")),
        family.variant(Matmul.DECLARATION, "tiled",
            groups("ceilDiv(params.n, 32)", "ceilDiv(params.m, 32)", "16", "16")),
        family
            .variant(Matmul.DECLARATION, "blocks",
                new Geometry(Geometry.Form.THREADS,
                    Geometry.Axes.of("ceilDiv(params.n, 16)", "ceilDiv(params.m, 4)", BATCHES),
                    Geometry.Axes.of("4", "1", "1")))
            .map(Implementation::suitingCpu))
        .flatMap(each -> each);
  }

  private static Geometry groups(String across, String down, String width, String height) {
    return new Geometry(Geometry.Form.THREADGROUPS, Geometry.Axes.of(across, down, BATCHES),
        Geometry.Axes.of(width, height, "1"));
  }
}
