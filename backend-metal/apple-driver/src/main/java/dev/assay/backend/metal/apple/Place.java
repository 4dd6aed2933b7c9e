package dev.assay.backend.metal.apple;

/** Where a call was made, put into words only when it is refused. */
interface Place {
  /** The words. */
  String describe();
}
