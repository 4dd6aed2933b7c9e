package dev.assay.backend.support;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.spi.backend.Buffer;
import dev.assay.spi.backend.BufferView;
import dev.assay.spi.backend.Capture;
import dev.assay.spi.backend.CompiledSchedule;
import dev.assay.spi.backend.CompiledSchedule.Options;
import dev.assay.spi.data.DType;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

/** Edges and barriers of a segment order every two commands that conflict, and independent ones not. */
class SegmentOrderTest {
  /** What a command reads and writes, as elements of one buffer. */
  private record Use(int read, int write) {
    boolean conflicts(Use earlier) {
      return write == earlier.write || write == earlier.read || read == earlier.write;
    }
  }

  @Property(tries = 60)
  void everyConflictingPairIsOrderedByEdgesAndByBarriers(
      @ForAll @Size(min = 2, max = 40) List<@IntRange(max = 63) Integer> sequence) {
    List<Use> uses = sequence.stream()
        .map(choice -> new Use(choice % 8, choice / 8))
        .filter(use -> use.read != use.write)
        .toList();
    List<DevicePort.SegmentCommand> commands = compile(uses, Options.STRICT);
    List<BitSet> before = reachable(commands);
    for (int later = 0; later < uses.size(); later++) {
      for (int earlier = 0; earlier < later; earlier++) {
        if (uses.get(later).conflicts(uses.get(earlier))) {
          assertThat(before.get(later).get(earlier)).as("%d waits for %d", later, earlier)
              .isTrue();
          assertThat(barriers(commands, earlier, later)).as("barrier from %d to %d", earlier, later)
              .isPositive();
        }
      }
      for (int edge : commands.get(later).waitsFor()) {
        assertThat(uses.get(later).conflicts(uses.get(edge))).as("edge %d to %d", later, edge)
            .isTrue();
      }
    }
  }

  @Test
  void independentChainsAreOrderedEachByItself() {
    List<Use> uses = new ArrayList<>();
    for (int level = 0; level < 4; level++) {
      uses.add(new Use(level, level + 1));
      uses.add(new Use(10 + level, 11 + level));
    }
    List<DevicePort.SegmentCommand> commands = compile(uses, Options.STRICT);
    assertThat(commands).extracting(DevicePort.SegmentCommand::waitsFor)
        .containsExactly(List.of(), List.of(), List.of(0), List.of(1), List.of(2), List.of(3),
            List.of(4), List.of(5));
    assertThat(commands).extracting(DevicePort.SegmentCommand::barrierBefore)
        .containsExactly(false, false, true, false, true, false, true, false);
  }

  @Test
  void conservativeOrderIsOneChain() {
    List<DevicePort.SegmentCommand> commands = compile(
        List.of(new Use(0, 1), new Use(2, 3), new Use(4, 5)), new Options(1, true, true, true));
    assertThat(commands).extracting(DevicePort.SegmentCommand::waitsFor)
        .containsExactly(List.of(), List.of(0), List.of(1));
    assertThat(commands).extracting(DevicePort.SegmentCommand::barrierBefore)
        .containsExactly(false, true, true);
  }

  @Test
  void aFullListMeansThatOneCommandWaitsForAllAndTheRestForIt() {
    List<Use> uses = new ArrayList<>();
    for (int i = 0; i < SegmentOrder.CAPACITY; i++) {
      uses.add(new Use(0, i + 1));
    }
    uses.add(new Use(1, 2));
    List<DevicePort.SegmentCommand> commands = compile(uses, Options.STRICT);
    List<BitSet> before = reachable(commands);
    int last = uses.size() - 1;
    assertThat(before.get(last).get(0)).isTrue();
    assertThat(before.get(last).get(1)).isTrue();
    assertThat(barriers(commands, 1, last)).isBetween(1L, 4L);
    int all = commands.stream().map(DevicePort.SegmentCommand::waitsForAll).toList().indexOf(true);
    assertThat(commands.get(all).barrierBefore()).isTrue();
    assertThat(commands.get(all + 1).waitsFor()).containsExactly(all);
    assertThat(commands.get(all + 1).barrierBefore()).isFalse();
  }

  private static long barriers(List<DevicePort.SegmentCommand> commands, int earlier, int later) {
    return commands.subList(earlier + 1, later + 1)
        .stream()
        .filter(DevicePort.SegmentCommand::barrierBefore)
        .count();
  }

  /** For each command all that it waits for, over any number of edges. */
  private static List<BitSet> reachable(List<DevicePort.SegmentCommand> commands) {
    List<BitSet> before = new ArrayList<>();
    for (int i = 0; i < commands.size(); i++) {
      BitSet reached = new BitSet();
      if (commands.get(i).waitsForAll()) {
        reached.set(0, i);
      }
      for (int edge : commands.get(i).waitsFor()) {
        assertThat(edge).isLessThan(i);
        reached.set(edge);
        reached.or(before.get(edge));
      }
      before.add(reached);
    }
    return before;
  }

  private static List<DevicePort.SegmentCommand> compile(List<Use> uses, Options options) {
    try (Fixture f = new Fixture()) {
      f.port.mostSegmentCommands = Integer.MAX_VALUE;
      Buffer arena = f.backend.allocate(4L * (SegmentOrder.CAPACITY + 2), "arena");
      Capture capture = f.backend.capture("uses");
      for (Use use : uses) {
        BufferView read = arena.view(DType.F32, 4L * use.read, 1);
        capture.dispatch(f.scale,
            Fixture.scaling(read, arena.view(DType.F32, 4L * use.write, 1), 1), "use");
      }
      try (CompiledSchedule compiled = f.backend.compile(capture.finish(), options)) {
        assertThat(compiled.explain().segments()).hasSizeLessThanOrEqualTo(1);
        return f.port.segments.isEmpty() ? List.of() : f.port.segments.getFirst();
      }
    }
  }
}
