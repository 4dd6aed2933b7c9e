package dev.assay.backend.metal.apple.doubled;

import java.lang.foreign.Arena;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;

/**
 * What the double says it is.
 *
 * @param name of the device; one with "Paravirtual" in it is a virtual machine's
 * @param appleFamily the newest of Apple's GPU families that it supports
 * @param residencySets whether the system has residency sets, as since macOS 15
 * @param mathModes whether compile options take a math mode, as since macOS 15
 * @param maxBufferLength the most bytes of one buffer
 * @param workingSet the bytes recommended as the most of all buffers
 * @param threadgroupMemory the most bytes of threadgroup memory of a dispatch
 * @param threadsPerThreadgroup the most threads of a threadgroup
 * @param page what memory of the host has to be whole multiples of, in bytes
 */
public record DoubleOptions(
    String name,
    int appleFamily,
    boolean residencySets,
    boolean mathModes,
    long maxBufferLength,
    long workingSet,
    int threadgroupMemory,
    int threadsPerThreadgroup,
    int page) {

  /** An M2 under a system that has residency sets. */
  public static final DoubleOptions M2 = new DoubleOptions("Apple M2 (double)", 8, true, true,
      1L << 34, 1L << 34, 32_768, 1024, 16_384);

  /** An M1 under a system without what macOS 15 brought. */
  public static final DoubleOptions OLD_M1 = new DoubleOptions("Apple M1 (double)", 7, false, false,
      1L << 34, 1L << 34, 32_768, 1024, 16_384);

  /** A chip on which pipelines of indirect commands need not be set before. */
  public static final DoubleOptions M4 = new DoubleOptions("Apple M4 (double)", 9, true, true,
      1L << 34, 1L << 34, 32_768, 1024, 16_384);

  private static final int NAME_ROOM = 128;
  private static final StructLayout LAYOUT = MemoryLayout.structLayout(
      MemoryLayout.sequenceLayout(NAME_ROOM, ValueLayout.JAVA_BYTE),
      MemoryLayout.sequenceLayout(8, ValueLayout.JAVA_LONG));

  /** As the native part reads it. */
  MemorySegment pack(Arena arena) {
    MemorySegment packed = arena.allocate(LAYOUT);
    packed.setString(0, name);
    long[] values = {appleFamily, residencySets ? 1 : 0, mathModes ? 1 : 0, maxBufferLength,
      workingSet, threadgroupMemory, threadsPerThreadgroup, page};
    MemorySegment.copy(values, 0, packed, ValueLayout.JAVA_LONG, NAME_ROOM, values.length);
    return packed;
  }
}
