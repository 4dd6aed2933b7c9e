package dev.assay.ops.msl;

import dev.assay.ops.movement.Concat;
import dev.assay.ops.movement.Copy;
import dev.assay.ops.movement.Gather;
import dev.assay.ops.movement.GatherElements;
import dev.assay.ops.movement.Narrow;
import dev.assay.ops.movement.Pad;
import dev.assay.ops.movement.Trilu;
import dev.assay.spi.kernel.Geometry;
import dev.assay.spi.kernel.Implementation;
import java.util.stream.Stream;

/** Kernels that move elements: a thread for each that is written. */
final class MovementMsl {
  private MovementMsl() {}

  static Stream<Implementation> implementations() {
    MslFamily family = MslFamily.of("movement.metal");
    Geometry slices = MslFamily.rows("params.length * params.inner", "params.outer");
    return Stream.of(
        family.only(Copy.DECLARATION, MslFamily.each("params.length")),
        family.only(Concat.DECLARATION, slices),
        family.only(Narrow.DECLARATION, slices),
        family.only(Pad.DECLARATION, MslFamily.each("params.length")),
        family.only(Gather.DECLARATION,
            MslFamily.rows("params.width", "params.outer * params.count")),
        family.only(GatherElements.DECLARATION, MslFamily.each("params.length")),
        family.only(Trilu.DECLARATION,
            MslFamily.rows("params.columns", "params.batch * params.rows")))
        .flatMap(each -> each);
  }
}
