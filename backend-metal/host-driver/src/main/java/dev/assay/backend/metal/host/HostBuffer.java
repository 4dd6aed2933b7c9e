package dev.assay.backend.metal.host;

import dev.assay.backend.metal.driver.MetalBuffer;
import dev.assay.spi.data.Bytes;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * Memory outside the Java heap. Its own is poisoned when it is made, so that what nobody wrote is NaN or −1 and not a
 * plausible zero, and lies between canaries. Safe for use by any thread, its content aside.
 */
final class HostBuffer extends HostObject implements MetalBuffer {
  /** Apple's page, which its buffers start at. */
  static final int ALIGNMENT = 16_384;

  private static final int MARGIN = 256;
  private static final byte CANARY = (byte) 0xA5;
  private static final byte POISON = (byte) 0xFF;
  private static final MemorySegment UNTOUCHED =
      Arena.global().allocate(MARGIN).fill(CANARY).asReadOnly();

  private final long number;
  private final MemorySegment memory;
  // Both null for memory that belongs to somebody else.
  private final @Nullable Arena arena;
  private final @Nullable MemorySegment whole;

  private HostBuffer(HostDriver driver, long number, MemorySegment memory, @Nullable Arena arena,
      @Nullable MemorySegment whole) {
    super(driver);
    this.number = number;
    this.memory = memory;
    this.arena = arena;
    this.whole = whole;
  }

  /** New memory. */
  @SuppressWarnings("MustBeClosedChecker") // free() closes it
  static HostBuffer allocate(HostDriver driver, long number, long lengthBytes) {
    Arena arena = Arena.ofShared();
    try {
      MemorySegment whole = arena.allocate(ALIGNMENT + lengthBytes + MARGIN, ALIGNMENT)
          .asSlice(ALIGNMENT - MARGIN);
      MemorySegment memory = whole.asSlice(MARGIN, lengthBytes).fill(POISON);
      whole.asSlice(0, MARGIN).fill(CANARY);
      whole.asSlice(MARGIN + lengthBytes).fill(CANARY);
      return new HostBuffer(driver, number, memory, arena, whole);
    } catch (Throwable refused) {
      arena.close();
      throw refused;
    }
  }

  /** Memory of the host. */
  static HostBuffer wrap(HostDriver driver, long number, MemorySegment memory) {
    return new HostBuffer(driver, number, memory, null, null);
  }

  @Override
  public long length() {
    return memory.byteSize();
  }

  @Override
  public MemorySegment contents() {
    Place place = () -> "contents";
    requireLive(place);
    if (uses() > 0) {
      throw MetalRule.CONTENTS_IN_FLIGHT.refusal(description() + " is in use", place,
          "no work in flight that uses it", Integer.toString(uses()));
    }
    return memory;
  }

  /** The memory as work uses it. */
  MemorySegment memory() {
    return memory;
  }

  /** Whether this is the memory that the part was cut from. */
  boolean holds(MemorySegment part) {
    long offset = part.address() - memory.address();
    return offset >= 0 && part.byteSize() <= length() - offset;
  }

  /** The place of the byte outside that was written, in bytes from the start of the buffer, or 0 where none was. */
  long overrun() {
    MemorySegment outer = whole;
    if (outer == null) {
      return 0;
    }
    long before = outer.asSlice(0, MARGIN).mismatch(UNTOUCHED);
    if (before >= 0) {
      return before - MARGIN;
    }
    long after = outer.asSlice(MARGIN + length()).mismatch(UNTOUCHED);
    return after >= 0 ? length() + after : 0;
  }

  /** Puts the canaries back, so that one overrun is reported once. */
  void restoreMargins() {
    MemorySegment outer = whole;
    if (outer != null) {
      Bytes.copy(UNTOUCHED, outer.asSlice(0, MARGIN));
      Bytes.copy(UNTOUCHED, outer.asSlice(MARGIN + length()));
    }
  }

  @Override
  String description() {
    return "buffer " + number + " of " + length() + " bytes";
  }

  @Override
  void free() {
    driver().released(arena == null ? 0 : length());
    if (arena != null) {
      arena.close();
    }
  }
}
