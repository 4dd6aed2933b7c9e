package dev.assay.backend.support;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.spi.backend.Buffer;
import dev.assay.spi.backend.BufferView;
import dev.assay.spi.backend.Encoder;
import dev.assay.spi.data.DType;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

/** A barrier stands where two dispatches touch the same bytes and one writes, and nowhere else. */
class HazardTest {
  @Test
  void independentDispatchesNeedNoBarrier() {
    try (Fixture f = new Fixture()) {
      Buffer x = f.filled("x", 1, 2, 3, 4);
      Buffer out = f.backend.allocate(16, "out");
      f.submit(encoder -> {
        dispatch(f, encoder, x.view(DType.F32, 0, 2), out.view(DType.F32, 0, 2));
        dispatch(f, encoder, x.view(DType.F32, 0, 2), out.view(DType.F32, 8, 2));
      });
      assertThat(f.port.stream).doesNotContain("barrier");
    }
  }

  @Test
  void readAfterWriteWriteAfterReadAndWriteAfterWriteNeedOne() {
    try (Fixture f = new Fixture()) {
      Buffer a = f.filled("a", 1, 2);
      Buffer b = f.filled("b", 1, 2);
      Buffer c = f.filled("c", 1, 2);
      f.submit(encoder -> {
        dispatch(f, encoder, a.view(DType.F32), b.view(DType.F32));
        dispatch(f, encoder, b.view(DType.F32), c.view(DType.F32)); // reads what was written
        dispatch(f, encoder, a.view(DType.F32), b.view(DType.F32)); // writes what was read
        dispatch(f, encoder, c.view(DType.F32), b.view(DType.F32)); // writes what was written
      });
      assertThat(f.shape()).containsExactly("pipeline", "dispatch", "barrier", "pipeline",
          "dispatch", "barrier",
          "pipeline", "dispatch", "barrier", "pipeline", "dispatch");
    }
  }

  @Test
  void aFullListMeansABarrierAndNotAForgottenRange() {
    try (Fixture f = new Fixture()) {
      Buffer x = f.filled("x", 1);
      Buffer out = f.backend.allocate(4 * 200, "out");
      int dispatches = 100;
      f.submit(encoder -> {
        for (int i = 0; i < dispatches; i++) {
          dispatch(f, encoder, x.view(DType.F32), out.view(DType.F32, 4L * i, 1));
        }
      });
      long barriers = f.port.stream.stream().filter("barrier"::equals).count();
      // Three parameters each, of which two are buffers: the list is full after 21 dispatches at the earliest.
      assertThat(barriers).isBetween(1L, 5L);
    }
  }

  @Test
  void serialEncodersAndExplicitBarriersDoNotAskForRanges() {
    try (Fixture f = new Fixture()) {
      Buffer x = f.filled("x", 1, 2);
      Buffer out = f.backend.allocate(16, "out");
      try (Encoder encoder = f.queue.serialEncoder("serial")) {
        dispatch(f, encoder, x.view(DType.F32), out.view(DType.F32, 0, 2));
        dispatch(f, encoder, x.view(DType.F32), out.view(DType.F32, 8, 2));
        encoder.commit().await();
      }
      assertThat(f.shape()).containsExactly("barrier", "pipeline", "dispatch", "barrier",
          "pipeline", "dispatch");
      f.port.stream.clear();
      f.submit(encoder -> {
        dispatch(f, encoder, x.view(DType.F32), out.view(DType.F32, 0, 2));
        encoder.barrier();
        dispatch(f, encoder, out.view(DType.F32, 0, 2), out.view(DType.F32, 8, 2));
      });
      assertThat(f.shape()).containsExactly("pipeline", "dispatch", "barrier", "pipeline",
          "dispatch");
    }
  }

  /** Every conflicting pair of a random sequence has a barrier between its two dispatches. */
  @Property(tries = 60)
  void noConflictingPairIsWithoutABarrierBetween(
      @ForAll @Size(min = 2, max = 40) List<@IntRange(max = 255) Integer> sequence) {
    try (Fixture f = new Fixture()) {
      Buffer arena = f.backend.allocate(64, "arena");
      List<int[]> ranges = new ArrayList<>();
      f.submit(encoder -> {
        for (int choice : sequence) {
          int x = choice % 16;
          int out = choice / 16;
          if (x != out) {
            ranges.add(new int[] {x, out});
            dispatch(f, encoder, arena.view(DType.F32, 4L * x, 1),
                arena.view(DType.F32, 4L * out, 1));
          }
        }
      });
      List<Integer> epoch = new ArrayList<>();
      int barriers = 0;
      for (String line : f.shape()) {
        if (line.equals("barrier")) {
          barriers++;
        } else if (line.equals("dispatch")) {
          epoch.add(barriers);
        }
      }
      for (int i = 0; i < ranges.size(); i++) {
        for (int j = 0; j < i; j++) {
          boolean conflict =
              ranges.get(i)[1] == ranges.get(j)[1] || ranges.get(i)[0] == ranges.get(j)[1]
                  || ranges.get(i)[1] == ranges.get(j)[0];
          if (conflict) {
            assertThat(epoch.get(i)).as("dispatches %d and %d", j, i).isGreaterThan(epoch.get(j));
          }
        }
      }
    }
  }

  private static void dispatch(Fixture f, Encoder encoder, BufferView x, BufferView out) {
    encoder.dispatch(f.scale, Fixture.scaling(x, out, 2), "scale");
  }
}
