package dev.assay.backend.support;

import dev.assay.spi.backend.BufferView;
import dev.assay.spi.backend.HostWork;
import dev.assay.spi.backend.LibraryCall;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A step of a schedule as it is run. */
sealed interface ScheduleStep {
  String label();

  /** A dispatch with its views; those of slots are replaced at each run. */
  @SuppressWarnings("ArrayRecordComponent") // never compared; on the path of every run
  record Dispatch(BakedDispatch record, @Nullable BufferView[] views, boolean barrierBefore)
      implements ScheduleStep {
    @Override
    public String label() {
      return record.label();
    }
  }

  /** Nothing to do. */
  record Nothing(String label) implements ScheduleStep {}

  /** What no command stands for. */
  sealed interface Opaque extends ScheduleStep {
    List<HostWork.Use> uses();
  }

  /** Host work. */
  record Host(String label, List<HostWork.Use> uses, HostWork work) implements Opaque {}

  /** A call of the device's library. */
  record Library(String label, List<HostWork.Use> uses, LibraryCall call) implements Opaque {}
}
