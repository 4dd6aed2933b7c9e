package dev.assay.backend.metal.host;

import dev.assay.backend.metal.driver.MetalCommandBuffer.LibraryRange;
import dev.assay.msl.exec.BoundBuffer;
import dev.assay.spi.data.Elements;
import dev.assay.spi.error.InvalidCallException;
import dev.assay.spi.error.Problems;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/** A call of a library that was judged. Immutable. */
record RoutineCall(
    String label,
    HostRoutine routine,
    List<LibraryRange> ranges,
    List<BoundBuffer> bound,
    List<HostBuffer> buffers) implements Encoded {

  /**
   * Judges a call and takes down what it works on.
   *
   * @throws InvalidCallException naming every rule that it breaks
   */
  static RoutineCall of(HostDriver driver, HostRoutine routine, List<LibraryRange> ranges,
      String label, Place place) {
    Problems problems = new Problems(place::describe);
    List<HostBuffer> buffers = new ArrayList<>();
    for (LibraryRange range : ranges) {
      HostBuffer buffer = driver.own(range.buffer(), HostBuffer.class, place);
      buffers.add(buffer);
      judge(routine, buffers.size() - 1, buffer, range, problems);
    }
    problems.throwIfAny(InvalidCallException::new);
    List<BoundBuffer> bound = new ArrayList<>();
    for (int i = 0; i < ranges.size(); i++) {
      LibraryRange range = ranges.get(i);
      bound.add(new BoundBuffer(i, "range " + i,
          buffers.get(i).memory().asSlice(range.offsetBytes(), range.lengthBytes()),
          range.access()));
    }
    return new RoutineCall(label, routine, List.copyOf(ranges), bound, buffers);
  }

  private static void judge(HostRoutine routine, int index, HostBuffer buffer, LibraryRange range,
      Problems problems) {
    String name = "range " + index + " of routine '" + routine.routine() + "'";
    // Not a sum: offset and length may be as large as they like.
    if (range.offsetBytes() < 0 || range.lengthBytes() < 0
        || range.lengthBytes() > buffer.length() - range.offsetBytes()) {
      problems.add(MetalRule.BUFFER_RANGE
          .problem(name + " lies outside of " + buffer.description())
          .expected("a range that starts and ends inside",
              range.lengthBytes() + " bytes from " + range.offsetBytes() + " on"));
    }
    if (range.access().writes() && buffer.memory().isReadOnly()) {
      problems.add(MetalRule.MEMORY_READ_ONLY
          .problem(name + " is written, and the host cannot write " + buffer.description()));
    }
  }

  @Override
  public String what() {
    return "routine '" + routine.routine() + "'";
  }

  @Override
  public String name(BoundBuffer bound) {
    return bound.parameter();
  }

  /** Runs it. */
  void run() {
    List<Elements> elements = new ArrayList<>();
    for (int i = 0; i < ranges.size(); i++) {
      MemorySegment memory = bound.get(i).memory();
      elements.add(Elements.over(ranges.get(i).dtype(),
          ranges.get(i).access().writes() ? memory : memory.asReadOnly()));
    }
    routine.work().run(elements);
  }
}
