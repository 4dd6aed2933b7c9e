package dev.assay.ops.msl;

import dev.assay.ops.reduce.ArgMax;
import dev.assay.ops.reduce.ArgMin;
import dev.assay.ops.reduce.CumSum;
import dev.assay.ops.reduce.ReduceMax;
import dev.assay.ops.reduce.ReduceMean;
import dev.assay.ops.reduce.ReduceMin;
import dev.assay.ops.reduce.ReduceProd;
import dev.assay.ops.reduce.ReduceSum;
import dev.assay.ops.reduce.TopK;
import dev.assay.spi.kernel.Geometry;
import dev.assay.spi.kernel.Implementation;
import dev.assay.spi.kernel.KernelDeclaration;
import java.util.stream.Stream;

/**
 * Reductions along an axis: {@code rows} gives a row of neighbours to a threadgroup of full simdgroups, {@code columns}
 * gives it to one thread, which suits short rows, rows of distant elements, and a CPU.
 */
final class ReduceMsl {
  private static final String LONG_ROWS = "params.inner == 1 && params.axis >= device.simdWidth";

  private static final String WIDTH = MslFamily.rowWidth("params.axis");

  private ReduceMsl() {}

  static Stream<Implementation> implementations() {
    MslFamily reductions = MslFamily.of("rows.metal", "reduce.metal");
    MslFamily choices = MslFamily.of("rows.metal", "candidates.metal", "arg.metal");
    MslFamily topK = MslFamily.of("rows.metal", "candidates.metal", "top_k.metal");
    MslFamily sums = MslFamily.of("rows.metal", "cumsum.metal");
    return Stream.of(
        Stream.of(
            ReduceSum.DECLARATION,
            ReduceMean.DECLARATION,
            ReduceProd.DECLARATION,
            ReduceMax.DECLARATION,
            ReduceMin.DECLARATION)
            .flatMap(kernel -> both(reductions, kernel)),
        Stream.of(ArgMax.DECLARATION, ArgMin.DECLARATION)
            .flatMap(kernel -> both(choices, kernel)),
        both(sums, CumSum.DECLARATION),
        topK.variant(TopK.DECLARATION, "rows",
            Geometry.threadgroups("params.outer * params.inner", WIDTH))
            .map(rows -> rows.when("params.axis >= device.simdWidth")),
        columns(topK, TopK.DECLARATION))
        .flatMap(each -> each);
  }

  private static Stream<Implementation> both(MslFamily family, KernelDeclaration kernel) {
    return Stream.concat(
        family.variant(kernel, "rows", Geometry.threadgroups("params.outer", WIDTH))
            .map(rows -> rows.when(LONG_ROWS)
                .withLimit("params.inner == 1", "the elements of a row are neighbours")),
        columns(family, kernel));
  }

  private static Stream<Implementation> columns(MslFamily family, KernelDeclaration kernel) {
    return family.variant(kernel, "columns", MslFamily.each("params.outer * params.inner"))
        .map(Implementation::suitingCpu);
  }
}
