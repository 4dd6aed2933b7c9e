package dev.assay.suite.msl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.spi.data.DType;
import dev.assay.spi.data.Elements;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.LinkedHashMap;
import java.util.Map;

/** Native views that begin one element past any round address, with bands on both sides that nobody may touch. */
final class GuardedViews {
  private static final byte GUARD = (byte) 0xA5;
  private static final int BAND_BYTES = 64;

  private final Arena arena;
  private final Map<MemorySegment, Elements> blocks = new LinkedHashMap<>();
  private final Map<String, Elements> views = new LinkedHashMap<>();

  GuardedViews(Arena arena) {
    this.arena = arena;
  }

  /** A view filled with the byte {@code poison}. */
  Elements add(String name, DType dtype, long length, int poison) {
    long offset = (long) BAND_BYTES + dtype.sizeBytes();
    MemorySegment block =
        arena.allocate(offset + length * dtype.sizeBytes() + BAND_BYTES, BAND_BYTES);
    block.fill(GUARD);
    Elements view = Elements.over(dtype, block.asSlice(offset, length * dtype.sizeBytes()));
    view.memory().fill((byte) poison);
    blocks.put(block, view);
    views.put(name, view);
    return view;
  }

  /** The same view under another name: in place. */
  void share(String name, String with) {
    views.put(name, view(with));
  }

  Elements view(String name) {
    return views.get(name);
  }

  Map<String, Elements> views() {
    return views;
  }

  void assertGuardsAreWhole(String what) {
    blocks.forEach((block, view) -> {
      long start = view.memory().address() - block.address();
      long end = start + view.memory().byteSize();
      for (long i = 0; i < block.byteSize(); i = i + 1 == start ? end : i + 1) {
        assertThat(block.get(ValueLayout.JAVA_BYTE, i)).as("%s: byte %s around %s", what,
            i - start, view)
            .isEqualTo(GUARD);
      }
    });
  }
}
