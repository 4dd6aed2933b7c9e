package dev.assay.backend.metal.host;

import java.util.ArrayList;
import java.util.List;

/** The command buffers of a device that were committed and have not ended. Safe for use by any thread. */
final class WorkInFlight {
  private final List<HostCommandBuffer> committed = new ArrayList<>();

  /** Takes a command buffer in, unless nothing orders it and another one that touches the same bytes. */
  synchronized void begin(HostCommandBuffer next, Place place) {
    for (HostCommandBuffer other : committed) {
      if (!other.queue().equals(next.queue()) && conflict(other, next)) {
        throw MetalRule.QUEUE_CONFLICT.refusal("the work touches bytes that command buffer '"
            + other.label() + "' of " + other.queue() + " uses, one of the two writing", place);
      }
    }
    committed.add(next);
  }

  private static boolean conflict(HostCommandBuffer a, HostCommandBuffer b) {
    return a.stages()
        .stream()
        .anyMatch(stage -> b.stages().stream().anyMatch(stage::conflictsWith));
  }

  synchronized void end(HostCommandBuffer ended) {
    committed.remove(ended);
  }
}
