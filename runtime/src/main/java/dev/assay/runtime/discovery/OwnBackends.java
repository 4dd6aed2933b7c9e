package dev.assay.runtime.discovery;

import java.util.Map;
import java.util.Optional;

/** The jars of Assay's own backends, for messages to whoever has not put them on a path. */
final class OwnBackends {
  private static final Map<String, String> JARS = Map.of(
      "reference-cpu", "assay-backend-reference-cpu",
      "metal", "assay-backend-metal with assay-backend-metal-host or assay-backend-metal-apple");

  private OwnBackends() {}

  /** What to do to have a backend, nothing where the id is none of Assay's own. */
  static Optional<String> advice(String id) {
    return Optional.ofNullable(JARS.get(id))
        .map(jars -> "put " + jars + " on the class path or module path");
  }
}
