package dev.assay.parity.mutants;

import dev.assay.backend.support.DevicePort;
import dev.assay.spi.backend.Grid;
import dev.assay.spi.backend.HostWork;
import dev.assay.spi.data.Bytes;
import dev.assay.spi.kernel.Access;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/** One thing that a submission has the device do, as data. */
sealed interface Step {
  /**
   * A bound range of memory.
   *
   * @param memory the memory below
   */
  record Bound(DevicePort.Memory memory, long offsetBytes, long lengthBytes, Access access) {
    Bound at(long offset) {
      return new Bound(memory, offset, lengthBytes, access);
    }
  }

  /**
   * A constant's bytes.
   *
   * @param isLarge whether they are over the limit for inline ones
   */
  record Packed(MemorySegment bytes, boolean isLarge) {
    /** A copy of the first bytes, aligned for every type. */
    static Packed copy(MemorySegment packed, long lengthBytes, boolean isLarge) {
      long words = Math.ceilDiv(lengthBytes, Long.BYTES);
      MemorySegment copy = MemorySegment.ofArray(new long[Math.toIntExact(words)]);
      Bytes.copy(packed, 0, copy, 0, lengthBytes);
      return new Packed(copy.asSlice(0, lengthBytes), isLarge);
    }
  }

  /**
   * A dispatch.
   *
   * @param buffers the bound buffers by parameter
   * @param constants the constants by parameter
   */
  record Run(
      DevicePort.Pipeline pipeline,
      SequencedMap<Integer, Bound> buffers,
      SequencedMap<Integer, Packed> constants,
      @Nullable Grid grid,
      String description) implements Step {
    /** Copies the maps. */
    public Run {
      buffers = new LinkedHashMap<>(buffers);
      constants = new LinkedHashMap<>(constants);
    }

    Run withBuffers(SequencedMap<Integer, Bound> other) {
      return new Run(pipeline, other, constants, grid, description);
    }

    Run withConstants(SequencedMap<Integer, Packed> other) {
      return new Run(pipeline, buffers, other, grid, description);
    }

    Run withGrid(@Nullable Grid other) {
      return new Run(pipeline, buffers, constants, other, description);
    }

    /** The parameters whose buffers are written, or not. */
    List<Integer> parameters(boolean written) {
      List<Integer> found = new ArrayList<>();
      buffers.forEach((parameter, bound) -> {
        if (bound.access().writes() == written) {
          found.add(parameter);
        }
      });
      return found;
    }

    Run with(int parameter, Bound bound) {
      SequencedMap<Integer, Bound> other = new LinkedHashMap<>(buffers);
      other.put(parameter, bound);
      return withBuffers(other);
    }

    Bound buffer(int parameter) {
      return Objects.requireNonNull(buffers.get(parameter));
    }
  }

  /** What follows waits for what came before. */
  record Barrier() implements Step {}

  /** Host work. */
  record Host(List<DevicePort.HostRange> ranges, HostWork work, String description)
      implements Step {}

  /**
   * A command of a segment.
   *
   * @param waitsForAll whether it waits for every command before it
   * @param waitsFor otherwise the commands that it waits for
   */
  record Command(Run run, boolean barrierBefore, boolean waitsForAll, List<Integer> waitsFor) {
    Command with(Run other) {
      return new Command(other, barrierBefore, waitsForAll, waitsFor);
    }

    Command unordered() {
      return new Command(run, false, false, List.of());
    }
  }

  /**
   * An execution of a segment.
   *
   * @param id the segment's number
   * @param commands all of its commands
   */
  record Replay(int id, List<Command> commands, int from, int to) implements Step {
    Replay with(List<Command> other) {
      return new Replay(id, other, from, to);
    }

    Replay between(int first, int end) {
      return new Replay(id, commands, first, Math.max(first, end));
    }
  }
}
