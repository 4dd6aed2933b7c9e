package dev.assay.backend.metal.host;

import dev.assay.spi.kernel.Access;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * What is bound for the next dispatch, by index: ranges of buffers, inline bytes, lengths of threadgroup arguments. It
 * remembers what was bound since the pipeline was set, and what only before. Not thread-safe.
 */
final class Bindings {
  private final @Nullable HostBuffer[] buffers;
  private final @Nullable MemorySegment[] inline;
  private final @Nullable Access[] accesses;
  private final long[] offsets;
  private final long[] lengths;
  private final int[] threadgroupLengths = new int[KernelSignature.INDICES];

  // Bit i tells of index i.
  private int bound;
  private int leftover;
  private int sinceDispatch;
  private int doubled;
  private int threadgroupBound;

  /** Room for so many indices. */
  Bindings(int indices) {
    buffers = new HostBuffer[indices];
    inline = new MemorySegment[indices];
    accesses = new Access[indices];
    offsets = new long[indices];
    lengths = new long[indices];
  }

  /** Another pipeline was set: what is bound was meant for the one before. */
  void startPipeline() {
    leftover |= bound;
    bound = 0;
    threadgroupBound = 0;
    startDispatch();
  }

  /** A dispatch was encoded: an index may be bound again. */
  void startDispatch() {
    sinceDispatch = 0;
    doubled = 0;
  }

  /** Binds a range of a buffer, which nothing has judged yet. */
  void setBuffer(HostBuffer buffer, long offsetBytes, long lengthBytes, Access access, int index) {
    mark(index);
    buffers[index] = buffer;
    inline[index] = null;
    accesses[index] = access;
    offsets[index] = offsetBytes;
    lengths[index] = lengthBytes;
  }

  /** Binds a copy of bytes. */
  void setBytes(MemorySegment copy, int index) {
    mark(index);
    buffers[index] = null;
    inline[index] = copy;
    accesses[index] = Access.READ;
    offsets[index] = 0;
    lengths[index] = copy.byteSize();
  }

  void setThreadgroupLength(int lengthBytes, int index) {
    threadgroupLengths[index] = lengthBytes;
    threadgroupBound |= 1 << index;
  }

  private void mark(int index) {
    int bit = 1 << index;
    doubled |= sinceDispatch & bit;
    sinceDispatch |= bit;
    bound |= bit;
    leftover &= ~bit;
  }

  /** Indices bound since the pipeline was set. */
  int bound() {
    return bound;
  }

  /** Indices bound before that only. */
  int leftover() {
    return leftover;
  }

  /** Indices bound more than once since the last dispatch. */
  int doubled() {
    return doubled;
  }

  /** Indices of threadgroup arguments that were given a length since the pipeline was set. */
  int threadgroupBound() {
    return threadgroupBound;
  }

  /** The buffer at an index, null where inline bytes are bound. */
  @Nullable
  HostBuffer buffer(int index) {
    return buffers[index];
  }

  long offset(int index) {
    return offsets[index];
  }

  long length(int index) {
    return lengths[index];
  }

  /** How the range at an index that is bound is to be used. */
  Access access(int index) {
    Access access = accesses[index];
    return access == null ? Access.READ : access;
  }

  int threadgroupLength(int index) {
    return threadgroupLengths[index];
  }

  /** The bytes that a kernel sees at an index, which was judged. */
  MemorySegment memory(int index) {
    HostBuffer buffer = buffers[index];
    if (buffer != null) {
      return buffer.memory().asSlice(offsets[index], lengths[index]);
    }
    MemorySegment bytes = inline[index];
    return bytes == null ? MemorySegment.NULL : bytes;
  }
}
