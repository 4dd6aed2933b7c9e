package dev.assay.backend.metal.host;

import dev.assay.msl.exec.BoundBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Work that was judged when it was encoded, with all that it needs to run. Immutable. */
sealed interface Encoded permits Dispatch, RoutineCall {
  /** Its name in failures. */
  @Nullable
  String label();

  /** The kernel or routine, for messages. */
  String what();

  /** The memory that it sees, inline bytes included. */
  List<BoundBuffer> bound();

  /** The buffers that lie behind. */
  List<HostBuffer> buffers();

  /** For messages. */
  default String description() {
    return label() == null ? "the dispatch of " + what() : "'" + label() + "'";
  }
}
