package dev.assay.spi.backend;

import dev.assay.spi.data.Bytes;
import java.lang.foreign.MemorySegment;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A buffer over a Java array; its stated length may be larger, to try offsets that no memory backs. */
final class HeapBuffer implements Buffer {
  final MemorySegment memory;
  private final String label;
  private final long lengthBytes;

  HeapBuffer(String label, int lengthBytes) {
    this(label, lengthBytes, lengthBytes);
  }

  private HeapBuffer(String label, int memoryBytes, long lengthBytes) {
    this.label = label;
    this.memory = MemorySegment.ofArray(new byte[memoryBytes]);
    this.lengthBytes = lengthBytes;
  }

  /** A buffer of the largest length that a long states, with no memory behind it. */
  static HeapBuffer largest() {
    return new HeapBuffer("largest", 0, Long.MAX_VALUE);
  }

  @Override
  public String label() {
    return label;
  }

  @Override
  public long lengthBytes() {
    return lengthBytes;
  }

  @Override
  public Backend owner() {
    throw new UnsupportedOperationException("no backend made this buffer");
  }

  @Override
  public boolean isClosed() {
    return false;
  }

  @Override
  public void read(long offsetBytes, MemorySegment target) {
    Bytes.copy(memory, offsetBytes, target, 0, target.byteSize());
  }

  @Override
  public void write(long offsetBytes, MemorySegment source) {
    Bytes.copy(source, 0, memory, offsetBytes, source.byteSize());
  }

  @Override
  public <T extends @Nullable Object> T map(Function<MemorySegment, T> action) {
    return action.apply(memory);
  }

  @Override
  public void close() {}
}
