package dev.assay.msl.exec;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** The fields of {@code msl::group} in {@code device/exec.h}. */
final class GroupLayout {
  static final long BYTES = 96;
  private static final long BUFFERS = 0;
  private static final long THREADGROUP_BUFFERS = 8;
  private static final long THREADGROUP_MEMORY = 16;
  private static final long GROUPS = 36;
  private static final long DISPATCH_THREADS = 60;
  private static final long GRID = 72;
  private static final long CHECKS = 88;

  private GroupLayout() {}

  static void write(
      MemorySegment group,
      Geometry geometry,
      MemorySegment buffers,
      MemorySegment threadgroupBuffers,
      MemorySegment threadgroupMemory,
      MemorySegment checks) {
    group.set(ValueLayout.ADDRESS, BUFFERS, buffers);
    group.set(ValueLayout.ADDRESS, THREADGROUP_BUFFERS, threadgroupBuffers);
    group.set(ValueLayout.ADDRESS, THREADGROUP_MEMORY, threadgroupMemory);
    group.set(ValueLayout.ADDRESS, CHECKS, checks);
    write(group, GROUPS, geometry.groups());
    write(group, DISPATCH_THREADS, geometry.threadsPerGroup());
    write(group, GRID, geometry.threads());
  }

  private static void write(MemorySegment group, long offset, Size3 size) {
    group.set(ValueLayout.JAVA_INT, offset, size.x());
    group.set(ValueLayout.JAVA_INT, offset + 4, size.y());
    group.set(ValueLayout.JAVA_INT, offset + 8, size.z());
  }
}
