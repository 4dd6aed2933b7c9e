package dev.assay.backend.support;

import dev.assay.spi.backend.DeviceProfile;
import dev.assay.spi.backend.Grid;
import dev.assay.spi.error.Codes;
import dev.assay.spi.error.Problem;
import dev.assay.spi.error.Problems;
import dev.assay.spi.kernel.Expr;
import dev.assay.spi.kernel.Geometry;
import dev.assay.spi.kernel.Implementation;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Turns an implementation's geometry and limits, given as data, into numbers that the device accepts, or says why not. */
final class GridResolver {
  // A thread's position is 32-bit wherever kernels run.
  private static final long LARGEST_POSITION = 0xFFFF_FFFFL;
  private static final DeviceProfile.Axes POSITIONS =
      new DeviceProfile.Axes(LARGEST_POSITION, LARGEST_POSITION, LARGEST_POSITION);

  private final DeviceProfile profile;
  private final int pipelineThreads;
  private final Corners corners;
  private final Problems problems;

  GridResolver(DeviceProfile profile, int pipelineThreads, Corners corners, Problems problems) {
    this.profile = profile;
    this.pipelineThreads = pipelineThreads;
    this.corners = corners;
    this.problems = problems;
  }

  /** The grid, or null after reporting what is wrong with it. */
  @Nullable
  Grid resolve(Implementation implementation) {
    Geometry geometry = implementation.geometry();
    boolean inThreads = geometry.form() == Geometry.Form.THREADS;
    DeviceProfile.Threads limits = profile.threads();
    long[] grid = axes("grid", geometry.grid(), inThreads ? POSITIONS : limits.grid());
    long[] group = axes("threadgroup", geometry.threadgroup(), limits.threadgroup());
    checkExtent("x", inThreads, grid[0], group[0], limits.grid().x());
    checkExtent("y", inThreads, grid[1], group[1], limits.grid().y());
    checkExtent("z", inThreads, grid[2], group[2], limits.grid().z());
    List<Integer> memory = threadgroupMemory(implementation.threadgroupMemoryBytes());
    for (Implementation.Limit limit : implementation.limits()) {
      if (!corners.always("limit", limit.holds())) {
        problems.add(Problem
            .of(Codes.LIMIT_EXCEEDED,
                "implementation '" + implementation.name() + "' does not take this size")
            .expected(limit.meaning(), limit.holds() + " does not hold")
            .remedy("use another implementation, or smaller sizes"));
      }
    }
    long threads = group[0] * group[1] * group[2];
    int most = Math.min(limits.perThreadgroup(), pipelineThreads);
    if (threads > most) {
      problems.add(Problem.of(Codes.LIMIT_EXCEEDED, "the threadgroup has too many threads")
          .expected("at most " + most + " (" + profile.name() + ", pipeline)",
              group[0] + " x " + group[1] + " x " + group[2] + " = " + threads));
    }
    if (!problems.isEmpty()) {
      return null;
    }
    return new Grid(geometry.form(), grid[0], grid[1], grid[2], (int) group[0], (int) group[1],
        (int) group[2], memory);
  }

  private long[] axes(String what, Geometry.Axes axes, DeviceProfile.Axes most) {
    return new long[] {axis(what + " x", axes.x(), most.x()),
      axis(what + " y", axes.y(), most.y()), axis(what + " z", axes.z(), most.z())};
  }

  /** The other measure of an axis than the one that the form counts in: threadgroups for threads, and the reverse. */
  private void checkExtent(String axis, boolean inThreads, long grid, long group, long mostGroups) {
    long actual = inThreads ? Math.ceilDiv(grid, group) : grid * group;
    long most = inThreads ? mostGroups : LARGEST_POSITION;
    if (actual > most) {
      problems.add(Problem
          .of(Codes.LIMIT_EXCEEDED,
              "grid " + axis + " has too many " + (inThreads ? "threadgroups" : "threads"))
          .expected("at most " + most + " (" + profile.name() + ")",
              actual + " of threadgroups of " + group));
    }
  }

  private long axis(String what, Expr expression, long most) {
    long size = corners.max(what, expression);
    if (size < 1 || size > most) {
      problems.add(Problem.of(Codes.LIMIT_EXCEEDED, what + " = " + expression + " is out of range")
          .expected("1 to " + most, Long.toString(size)));
      return 1;
    }
    return size;
  }

  private List<Integer> threadgroupMemory(List<Expr> lengths) {
    List<Integer> resolved = new ArrayList<>();
    long total = 0;
    for (Expr expression : lengths) {
      long length = corners.max("threadgroup memory", expression);
      if (length < 1 || length > profile.threadgroupMemory().bytes()
          || length % profile.threadgroupMemory().multiple() != 0) {
        problems.add(Problem
            .of(Codes.LIMIT_EXCEEDED, "threadgroup memory = " + expression + " is out of range")
            .expected("a multiple of " + profile.threadgroupMemory().multiple() + " up to "
                + profile.threadgroupMemory().bytes() + " bytes", Long.toString(length)));
        continue;
      }
      total += length;
      resolved.add((int) length);
    }
    if (total > profile.threadgroupMemory().bytes()) {
      problems.add(Problem.of(Codes.LIMIT_EXCEEDED, "too much threadgroup memory in all")
          .expected("at most " + profile.threadgroupMemory().bytes() + " bytes",
              Long.toString(total)));
    }
    return resolved;
  }
}
