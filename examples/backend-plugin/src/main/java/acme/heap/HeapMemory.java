package acme.heap;

import dev.assay.backend.support.DevicePort;
import dev.assay.spi.data.Bytes;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

// snippet: memory
/**
 * Memory of the device.
 *
 * @param segment the bytes
 */
record HeapMemory(MemorySegment segment) implements DevicePort.Memory {
  /** New memory full of what is NaN as a float and −1 as an integer, so that nobody takes it for a result. */
  static HeapMemory poisoned(long lengthBytes) {
    // An array of longs, because elements of 8 bytes are aligned in it.
    long[] words = new long[Math.toIntExact((lengthBytes + Long.BYTES - 1) / Long.BYTES)];
    Arrays.fill(words, -1);
    return new HeapMemory(MemorySegment.ofArray(words).asSlice(0, lengthBytes));
  }

  /** A range of it. */
  MemorySegment range(long offsetBytes, long lengthBytes) {
    return segment.asSlice(offsetBytes, lengthBytes);
  }

  @Override
  public void read(long offsetBytes, MemorySegment target) {
    Bytes.copy(segment, offsetBytes, target, 0, target.byteSize());
  }

  @Override
  public void write(long offsetBytes, MemorySegment source) {
    Bytes.copy(source, 0, segment, offsetBytes, source.byteSize());
  }

  @Override
  public MemorySegment map() {
    return segment;
  }

  @Override
  public void release() {
    // The garbage collector does it.
  }
}
// end
