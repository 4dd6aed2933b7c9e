package dev.assay.msl.exec;

import dev.assay.msl.MslCodes;
import dev.assay.spi.error.DeviceException;
import dev.assay.spi.error.Problem;
import dev.assay.spi.kernel.Access;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;

/**
 * What the workers of one checked run share: the shadows of the bound buffers and the flag that ends
 * the run. Closed when every worker is done.
 */
final class CheckedRun implements AutoCloseable {
  private final List<BoundBuffer> buffers;
  private final List<Shadow> shadows = new ArrayList<>();
  private final MemorySegment cancel;

  CheckedRun(List<BoundBuffer> buffers, Arena arena) {
    this.buffers = buffers;
    this.cancel = arena.allocate(ValueLayout.JAVA_INT);
    for (BoundBuffer buffer : buffers) {
      shadows.add(new Shadow(buffer.memory().byteSize()));
    }
  }

  /** Ends the run at its next loop edge. */
  void cancel() {
    cancel.set(ValueLayout.JAVA_INT, 0, 1);
  }

  /** What one worker passes to the native side, with regions for its own threadgroup memory. */
  CheckedWorker worker(
      KernelLibrary library, MemorySegment memory, List<Long> argumentOffsets, List<Long> lengths) {
    CheckedWorker worker = new CheckedWorker(cancel);
    for (int i = 0; i < buffers.size(); i++) {
      BoundBuffer buffer = buffers.get(i);
      worker.addBuffer(
          buffer.memory().address(), buffer.memory().byteSize(), i, isWritable(buffer),
          isInitialised(buffer), shadows.get(i));
    }
    for (int i = 0; i < library.variableCount(); i++) {
      worker.addThreadgroup(
          CheckLayout.THREADGROUP_ARRAY, memory.address() + library.variableOffset(i),
          library.variableBytes(i), i);
    }
    for (int i = 0; i < lengths.size(); i++) {
      if (lengths.get(i) > 0) {
        worker.addThreadgroup(
            CheckLayout.THREADGROUP_ARGUMENT, memory.address() + argumentOffsets.get(i),
            lengths.get(i), i);
      }
    }
    return worker;
  }

  /** An address belongs to the first region that holds it, so overlapping views share a right. */
  private boolean isWritable(BoundBuffer buffer) {
    return buffers.stream()
        .filter(other -> other.access().writes())
        .anyMatch(other -> other.memory().asOverlappingSlice(buffer.memory()).isPresent());
  }

  /** Bytes that one view gives a value have one in all views: an operation in place writes over what it reads. */
  private boolean isInitialised(BoundBuffer buffer) {
    return buffer.isInitialised() || buffers.stream()
        .filter(BoundBuffer::isInitialised)
        .anyMatch(other -> other.memory().asOverlappingSlice(buffer.memory()).isPresent());
  }

  /**
   * The first parameter that was to be written whole and was not. In place nobody can tell: every byte had a value.
   *
   * @throws DeviceException naming it and its first byte without a value
   */
  void requireWholeWrites(String kernel) {
    for (int i = 0; i < buffers.size(); i++) {
      BoundBuffer buffer = buffers.get(i);
      boolean tracked = buffer.access() == Access.WRITE_ALL && !isInitialised(buffer);
      long unwritten = tracked ? firstUnwritten(i) : -1;
      if (unwritten >= 0) {
        throw new DeviceException(
            Problem.of(
                MslCodes.INCOMPLETE_WRITE,
                "kernel '" + kernel + "' leaves parameter '" + buffer.parameter()
                    + "' in part unwritten, which is declared " + buffer.access())
                .expected(
                    "a write to each of " + buffer.memory().byteSize() + " bytes",
                    "none to byte " + unwritten));
      }
    }
  }

  private long firstUnwritten(int index) {
    long address = buffers.get(index).memory().address();
    long at = shadows.get(index).firstUnwritten(0);
    // What views share is remembered with the first of them.
    while (at >= 0 && isWrittenElsewhere(address + at)) {
      at = shadows.get(index).firstUnwritten(at + 1);
    }
    return at;
  }

  private boolean isWrittenElsewhere(long address) {
    for (int i = 0; i < buffers.size(); i++) {
      long offset = address - buffers.get(i).memory().address();
      if (offset >= 0 && offset < buffers.get(i).memory().byteSize()
          && shadows.get(i).isWritten(offset)) {
        return true;
      }
    }
    return false;
  }

  @Override
  public void close() {
    shadows.forEach(Shadow::close);
  }
}
