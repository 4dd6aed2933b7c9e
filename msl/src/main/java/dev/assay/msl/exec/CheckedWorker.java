package dev.assay.msl.exec;

import dev.assay.msl.MslCodes;
import dev.assay.spi.error.InvalidCallException;
import dev.assay.spi.error.Problem;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The native {@code checks} structure of one worker and the shadows that only it uses. */
final class CheckedWorker implements AutoCloseable {
  private final Arena arena = Arena.ofConfined();
  private final MemorySegment checks = arena.allocate(CheckLayout.CHECKS_BYTES, 64);
  private final List<Shadow> shadows = new ArrayList<>();
  private int regions;

  CheckedWorker(MemorySegment cancel) {
    checks.set(ValueLayout.ADDRESS, CheckLayout.CANCEL, cancel);
  }

  void addBuffer(
      long start, long bytes, int index, boolean writable, boolean initialised, Shadow shadow) {
    add(CheckLayout.BUFFER, start, bytes, index, writable, true, !initialised, shadow);
  }

  void addThreadgroup(int kind, long start, long bytes, int index) {
    Shadow shadow = new Shadow(bytes);
    shadows.add(shadow);
    add(kind, start, bytes, index, true, false, true, shadow);
  }

  private void add(
      int kind,
      long start,
      long bytes,
      int index,
      boolean writable,
      boolean shared,
      boolean tracked,
      Shadow shadow) {
    if (regions == CheckLayout.MAX_REGIONS) {
      throw new InvalidCallException(
          Problem.of(MslCodes.DISPATCH_INVALID, "too many buffers and threadgroup arrays to check")
              .expected("at most " + CheckLayout.MAX_REGIONS, "more"));
    }
    MemorySegment region =
        checks.asSlice(
            CheckLayout.REGIONS + regions++ * CheckLayout.REGION_BYTES, CheckLayout.REGION_BYTES);
    region.set(ValueLayout.JAVA_LONG, CheckLayout.START, start);
    region.set(ValueLayout.JAVA_LONG, CheckLayout.END, start + bytes);
    region.set(ValueLayout.JAVA_INT, CheckLayout.KIND, kind);
    region.set(ValueLayout.JAVA_INT, CheckLayout.INDEX, index);
    region.set(ValueLayout.JAVA_INT, CheckLayout.WRITABLE, writable ? 1 : 0);
    region.set(ValueLayout.JAVA_INT, CheckLayout.SHARED, shared ? 1 : 0);
    region.set(ValueLayout.JAVA_LONG, CheckLayout.WRITTEN, tracked ? shadow.written() : 0);
    region.set(ValueLayout.JAVA_LONG, CheckLayout.WORDS, shadow.wordHistory());
    region.set(ValueLayout.JAVA_LONG, CheckLayout.BYTES, shadow.byteHistory());
    checks.set(ValueLayout.JAVA_INT, CheckLayout.REGION_COUNT, regions);
  }

  MemorySegment address() {
    return checks;
  }

  /** The mistake that stopped this worker, if one did. */
  Optional<CheckFailure> failure() {
    return CheckFailure.read(checks);
  }

  @Override
  public void close() {
    shadows.forEach(Shadow::close);
    arena.close();
  }
}
