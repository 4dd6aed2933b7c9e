package dev.assay.spi.backend;

import java.util.List;
import org.apiguardian.api.API;

/**
 * What a {@link Capture} saw, in order: dispatches, views that move nothing, and opaque nodes. Replay it with other
 * views in its slots, or compile it.
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public interface Schedule extends Slotted {
  /** One step. */
  sealed interface Item {
    /** Names the step. */
    String label();
  }

  /** A dispatch. */
  record Dispatch(String label, Command command) implements Item {}

  /** A step that has a place in the schedule and nothing to do: a view, or a dispatch without work. */
  record NoOp(String label) implements Item {}

  /** A step that no device command stands for: host work, or a backend's own library call. */
  record Opaque(String label, List<HostWork.Use> uses) implements Item {
    /** Copies the list. */
    public Opaque {
      uses = List.copyOf(uses);
    }
  }

  /** The steps in order. */
  List<Item> items();
}
