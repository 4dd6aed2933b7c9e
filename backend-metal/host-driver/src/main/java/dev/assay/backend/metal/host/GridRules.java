package dev.assay.backend.metal.host;

import dev.assay.msl.exec.Size3;
import dev.assay.spi.backend.Grid;
import dev.assay.spi.error.Problems;
import dev.assay.spi.kernel.Geometry;

/** Judges the size of a dispatch. */
final class GridRules {
  private static final long LARGEST_SIDE = 0xFFFF_FFFFL;

  private GridRules() {}

  /** Adds every problem of grid and threadgroup. */
  static void judge(HostPipeline pipeline, Grid grid, Problems problems) {
    boolean empty = grid.gridX() <= 0 || grid.gridY() <= 0 || grid.gridZ() <= 0
        || grid.groupX() <= 0 || grid.groupY() <= 0 || grid.groupZ() <= 0;
    if (empty) {
      problems.add(MetalRule.GRID_EMPTY
          .problem("kernel '" + pipeline.kernel() + "' is dispatched over nothing")
          .expected("sides of 1 or more", text(grid)));
      return;
    }
    if (threads(grid, grid.gridX(), grid.groupX()) > LARGEST_SIDE
        || threads(grid, grid.gridY(), grid.groupY()) > LARGEST_SIDE
        || threads(grid, grid.gridZ(), grid.groupZ()) > LARGEST_SIDE) {
      problems.add(MetalRule.GRID_RANGE
          .problem("kernel '" + pipeline.kernel() + "' is dispatched over a grid whose positions "
              + "do not fit 32 bits")
          .expected("at most " + LARGEST_SIDE + " threads to a side", text(grid)));
    }
    // In floating point, which cannot wrap; every product that matters is exact.
    double group = (double) grid.groupX() * grid.groupY() * grid.groupZ();
    if (group > pipeline.maxTotalThreadsPerThreadgroup()) {
      problems.add(MetalRule.GROUP_SIZE
          .problem("kernel '" + pipeline.kernel() + "' is dispatched in threadgroups that its "
              + "pipeline does not take")
          .expected("at most " + pipeline.maxTotalThreadsPerThreadgroup() + " threads",
              text(grid)));
    }
  }

  private static long threads(Grid grid, long side, int group) {
    if (grid.form() == Geometry.Form.THREADS) {
      return side;
    }
    return Math.multiplyHigh(side, group) == 0 && side * group >= 0
        ? side * group
        : Long.MAX_VALUE;
  }

  private static String text(Grid grid) {
    String of = grid.form() == Geometry.Form.THREADS ? " threads" : " threadgroups";
    return grid.gridX() + " × " + grid.gridY() + " × " + grid.gridZ() + of
        + " in threadgroups of " + grid.groupX() + " × " + grid.groupY() + " × " + grid.groupZ();
  }

  /** The same sizes as the CPU execution takes them, which were judged. */
  static dev.assay.msl.exec.Geometry geometry(Grid grid) {
    Size3 group = new Size3(grid.groupX(), grid.groupY(), grid.groupZ());
    Size3 size = new Size3((int) grid.gridX(), (int) grid.gridY(), (int) grid.gridZ());
    return grid.form() == Geometry.Form.THREADS
        ? dev.assay.msl.exec.Geometry.threads(size, group)
        : dev.assay.msl.exec.Geometry.groups(size, group);
  }
}
