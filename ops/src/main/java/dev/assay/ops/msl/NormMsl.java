package dev.assay.ops.msl;

import dev.assay.ops.norm.FusedResidualLayerNorm;
import dev.assay.ops.norm.LayerNorm;
import dev.assay.ops.norm.RmsNorm;
import dev.assay.ops.softmax.LogSoftmax;
import dev.assay.ops.softmax.Softmax;
import dev.assay.ops.softmax.SoftmaxCrossEntropy;
import dev.assay.spi.kernel.Geometry;
import dev.assay.spi.kernel.Implementation;
import dev.assay.spi.kernel.KernelDeclaration;
import java.util.stream.Stream;

/**
 * Kernels that normalise rows: {@code rows} gives each to a threadgroup of full simdgroups; {@code short} and
 * {@code columns} give it to one thread, which suits rows of few or of distant elements, and a CPU.
 */
final class NormMsl {
  private NormMsl() {}

  static Stream<Implementation> implementations() {
    MslFamily norms = MslFamily.of("groups.metal", "norm.metal");
    MslFamily softmax = MslFamily.of("groups.metal", "softmax.metal");
    MslFamily loss = MslFamily.of("groups.metal", "cross_entropy.metal");
    return Stream.of(
        byWidth(norms, LayerNorm.DECLARATION),
        byWidth(norms, FusedResidualLayerNorm.DECLARATION),
        byWidth(norms, RmsNorm.DECLARATION),
        alongAnyAxis(softmax, Softmax.DECLARATION),
        alongAnyAxis(softmax, LogSoftmax.DECLARATION),
        byWidth(loss, SoftmaxCrossEntropy.DECLARATION))
        .flatMap(each -> each);
  }

  private static Stream<Implementation> byWidth(MslFamily family, KernelDeclaration kernel) {
    return Stream.concat(
        family
            .variant(kernel, "rows",
                Geometry.threadgroups("params.rows", MslFamily.rowWidth("params.width")))
            .map(rows -> rows.when("params.width >= device.simdWidth")),
        family.variant(kernel, "short", MslFamily.each("params.rows"))
            .map(Implementation::suitingCpu));
  }

  private static Stream<Implementation> alongAnyAxis(MslFamily family, KernelDeclaration kernel) {
    return Stream.concat(
        family
            .variant(kernel, "rows",
                Geometry.threadgroups("params.rows", MslFamily.rowWidth("params.length")))
            .map(rows -> rows
                .when("params.axis == params.rank - 1 && params.length >= device.simdWidth")),
        family.variant(kernel, "columns", MslFamily.each("params.rows"))
            .map(Implementation::suitingCpu));
  }
}
