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

  /** What messages call memory that it sees. */
  default String name(BoundBuffer bound) {
    return "parameter '" + bound.parameter() + "' (index " + bound.index() + ")";
  }

  /** For messages. */
  default String description() {
    return label() == null ? "the dispatch of " + what() : Place.quoted(label());
  }
}
