package dev.assay.spi.backend;

import java.util.List;
import org.apiguardian.api.API;

/**
 * A dispatch with everything done that could be done once: pipeline, resolved geometry, packed constants, baked views,
 * and slots for what changes. Immutable; shared freely between threads.
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public interface DispatchRecord {
  /** The pipeline. */
  Pipeline pipeline();

  /** Names the dispatch in messages and traces. */
  String label();

  /** The slots in the order in which they were bound. */
  List<Slot> slots();

  /** The handle of the slot of this parameter; an unknown name is an error that offers the nearest ones. */
  Slot slot(String parameter);

  /** New, empty values for the slots, to be filled and used again and again. */
  SlotValues newValues();
}
