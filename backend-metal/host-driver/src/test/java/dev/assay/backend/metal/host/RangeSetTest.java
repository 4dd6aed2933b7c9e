package dev.assay.backend.metal.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class RangeSetTest {
  private static final int WIDTH = 200;

  record Range(int start, int end) {}

  @Property(tries = 300)
  void holdsExactlyWhatWasAdded(@ForAll("ranges") List<Range> added) {
    RangeSet set = new RangeSet();
    BitSet model = new BitSet();
    for (Range range : added) {
      set.add(range.start, range.end);
      model.set(range.start, range.end);
    }
    for (int start = 0; start < WIDTH; start++) {
      for (int end : new int[] {start, start + 1, start + 3, start + 40}) {
        assertThat(set.overlaps(start, end)).as("%d to %d", start, end)
            .isEqualTo(!model.get(start, end).isEmpty());
      }
    }
  }

  @Provide
  Arbitrary<List<Range>> ranges() {
    return Combinators.combine(Arbitraries.integers().between(0, WIDTH),
        Arbitraries.integers().between(0, 12))
        .as((start, length) -> new Range(start, start + length))
        .list()
        .ofMaxSize(60);
  }

  @Test
  void addressesMayBeAsLargeAsTheyLike() {
    RangeSet set = new RangeSet();
    set.add(Long.MAX_VALUE - 10, Long.MAX_VALUE);
    set.add(1L << 47, (1L << 47) + 1);

    assertThat(set.overlaps(Long.MAX_VALUE - 1, Long.MAX_VALUE)).isTrue();
    assertThat(set.overlaps(0, 1L << 47)).isFalse();
    assertThat(set.overlaps(0, (1L << 47) + 1)).isTrue();
  }
}
