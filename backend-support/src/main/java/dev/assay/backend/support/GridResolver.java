package dev.assay.backend.support;

import dev.assay.spi.backend.DeviceProfile;
import dev.assay.spi.backend.Grid;
import dev.assay.spi.error.Codes;
import dev.assay.spi.error.Problem;
import dev.assay.spi.error.Problems;
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
  private final Implementation implementation;
  private final Formula[] grid;
  private final Formula[] group;
  private final List<Formula> memory;
  private final List<Formula> limits;

  GridResolver(DeviceProfile profile, int pipelineThreads, Implementation implementation,
      Signature signature) {
    this.profile = profile;
    this.pipelineThreads = pipelineThreads;
    this.implementation = implementation;
    this.grid = axes("grid", implementation.geometry().grid(), signature);
    this.group = axes("threadgroup", implementation.geometry().threadgroup(), signature);
    this.memory = implementation.threadgroupMemoryBytes()
        .stream()
        .map(bytes -> signature.formula("threadgroup memory", bytes))
        .toList();
    this.limits = implementation.limits()
        .stream()
        .map(limit -> signature.formula("limit", limit.holds()))
        .toList();
  }

  private static Formula[] axes(String what, Geometry.Axes axes, Signature signature) {
    return new Formula[] {signature.formula(what + " x", axes.x()),
      signature.formula(what + " y", axes.y()), signature.formula(what + " z", axes.z())};
  }

  /** The grid, or null after reporting what is wrong with it. */
  @Nullable
  Grid resolve(Corners corners, Problems problems) {
    boolean inThreads = implementation.geometry().form() == Geometry.Form.THREADS;
    DeviceProfile.Axes groups = profile.threads().grid();
    DeviceProfile.Axes mostGrid = inThreads ? POSITIONS : groups;
    long gridX = axis(grid[0], corners.max(grid[0]), mostGrid.x(), problems);
    long gridY = axis(grid[1], corners.max(grid[1]), mostGrid.y(), problems);
    long gridZ = axis(grid[2], corners.max(grid[2]), mostGrid.z(), problems);
    // Of one corner, for its axes belong together: the greatest of each would be a group that no value asks for.
    DeviceProfile.Axes mostGroup = profile.threads().threadgroup();
    long groupX = axis(group[0], width(corners, group[0]), mostGroup.x(), problems);
    long groupY = axis(group[1], width(corners, group[1]), mostGroup.y(), problems);
    long groupZ = axis(group[2], width(corners, group[2]), mostGroup.z(), problems);
    checkExtent("x", inThreads, gridX, groupX, groups.x(), problems);
    checkExtent("y", inThreads, gridY, groupY, groups.y(), problems);
    checkExtent("z", inThreads, gridZ, groupZ, groups.z(), problems);
    List<Integer> bytes = threadgroupMemory(corners, problems);
    for (int i = 0; i < limits.size(); i++) {
      if (!corners.always(limits.get(i))) {
        Implementation.Limit limit = implementation.limits().get(i);
        problems.add(Problem
            .of(Codes.LIMIT_EXCEEDED,
                "implementation '" + implementation.name() + "' does not take this size")
            .expected(limit.meaning(), limit.holds() + " does not hold")
            .remedy("use another implementation, or smaller sizes"));
      }
    }
    checkThreads(groupX, groupY, groupZ, problems);
    return problems.isEmpty()
        ? new Grid(implementation.geometry().form(), gridX, gridY, gridZ, (int) groupX,
            (int) groupY, (int) groupZ, bytes)
        : null;
  }

  private long width(Corners corners, Formula axis) {
    // Whole threadgroups of fewer threads than some value asks for would leave out what the missing ones do.
    return switch (implementation.geometry().form()) {
      case THREADS -> corners.atGreatest(axis);
      case THREADGROUPS -> corners.greatestAtGreatest(axis);
    };
  }

  private void checkThreads(long x, long y, long z, Problems problems) {
    long threads = x * y * z;
    int most = Math.min(profile.threads().perThreadgroup(), pipelineThreads);
    if (threads > most) {
      problems.add(Problem.of(Codes.LIMIT_EXCEEDED, "the threadgroup has too many threads")
          .expected("at most " + most + " (" + profile.name() + ", pipeline)",
              x + " x " + y + " x " + z + " = " + threads));
    }
  }

  /** The other measure of an axis than the one that the form counts in: threadgroups for threads, and the reverse. */
  private void checkExtent(String axis, boolean inThreads, long size, long width, long mostGroups,
      Problems problems) {
    long actual = inThreads ? Math.ceilDiv(size, width) : size * width;
    long most = inThreads ? mostGroups : LARGEST_POSITION;
    if (actual > most) {
      problems.add(Problem
          .of(Codes.LIMIT_EXCEEDED,
              "grid " + axis + " has too many " + (inThreads ? "threadgroups" : "threads"))
          .expected("at most " + most + " (" + profile.name() + ")",
              actual + " in threadgroups of " + width));
    }
  }

  private static long axis(Formula formula, long size, long most, Problems problems) {
    if (size < 1 || size > most) {
      problems.add(Problem
          .of(Codes.LIMIT_EXCEEDED,
              formula.what() + " = " + formula.expression() + " is out of range")
          .expected("1 to " + most, Long.toString(size)));
      return 1;
    }
    return size;
  }

  private List<Integer> threadgroupMemory(Corners corners, Problems problems) {
    if (memory.isEmpty()) {
      return List.of();
    }
    List<Integer> resolved = new ArrayList<>(memory.size());
    long total = 0;
    for (Formula formula : memory) {
      long length = corners.max(formula);
      if (length < 1 || length > profile.threadgroupMemory().bytes()
          || length % profile.threadgroupMemory().multiple() != 0) {
        problems.add(Problem
            .of(Codes.LIMIT_EXCEEDED,
                "threadgroup memory = " + formula.expression() + " is out of range")
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
