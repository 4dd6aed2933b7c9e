package dev.assay.spi.backend;

import dev.assay.spi.data.DType;
import java.util.List;
import org.apiguardian.api.API;

/**
 * Collects a {@link Schedule} instead of a submission, through the same checks and the same encoding. Slots are views
 * without memory that stand for what is given at each run; patchable fields of records become fields of the schedule,
 * those of one name together. Belongs to the thread that made it.
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public interface Capture {
  /** A view that stands for {@code count} elements given at each run under this name; slices of it may be bound too. */
  BufferView slot(String name, DType dtype, long count);

  /**
   * Two slots may be given overlapping views; without this, an overlap where one is written is an error at each run. A
   * barrier keeps their accesses in order.
   */
  void mayOverlap(String slot, String other);

  /** Checks and captures a dispatch; the same as baking it and capturing the record. */
  void dispatch(Pipeline pipeline, Bindings bindings, String label);

  /** Captures a record without slots. */
  void dispatch(DispatchRecord record);

  /** Captures a record with these views in its slots; its fields stay open. */
  void dispatch(SlotValues values);

  /** Captures a step that has nothing to do, such as a reshape, so that the schedule still names it. */
  void noOp(String label);

  /** Captures host work. */
  void opaque(String label, List<HostWork.Use> uses, HostWork work);

  /**
   * Captures a call of the device's own library on the elements of its uses, in their order. A call that is for another
   * device is an error.
   */
  void library(String label, List<HostWork.Use> uses, LibraryCall call);

  /**
   * The schedule; the capture is then used up. Fields of one name whose bounds have no value in common are an error.
   */
  Schedule finish();
}
