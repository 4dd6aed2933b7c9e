package dev.assay.backend.metal.host;

/** A good stream of calls with the objects that it uses. */
interface Scene {
  /** The stream, which nobody has changed yet. */
  Script script();

  /** Checks that it ran and what it computed. */
  void check();
}
