package dev.assay.backend.support;

import dev.assay.spi.error.Codes;
import dev.assay.spi.error.InvalidCallException;
import dev.assay.spi.error.Problem;
import java.lang.foreign.MemorySegment;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;

/** The memory of the host that buffers lie over. Thread-safe. */
final class Wrappings {
  /** What one buffer lies over. */
  record Wrapping(MemorySegment memory, String label) {}

  private final Set<Wrapping> present = Collections.newSetFromMap(new IdentityHashMap<>());

  /** Two buffers over the same bytes would count as separate ones wherever order and overlap are judged. */
  synchronized Wrapping begin(MemorySegment memory, String label) {
    for (Wrapping other : present) {
      if (memory.asOverlappingSlice(other.memory).isPresent()) {
        throw new InvalidCallException(Problem
            .of(Codes.BIND_ALIAS, "memory is wrapped twice: buffers '" + other.label + "' and '"
                + label + "' would share bytes")
            .at("wrapping of '" + label + "'")
            .remedy("wrap all of it once and take views of that buffer"));
      }
    }
    Wrapping wrapping = new Wrapping(memory, label);
    present.add(wrapping);
    return wrapping;
  }

  synchronized void end(Wrapping wrapping) {
    present.remove(wrapping);
  }
}
