package dev.assay.backend.metal.host;

/** Where a call was made, put into words only when something is wrong with it. */
@FunctionalInterface
interface Place {
  /** The command and command buffer, or the method of the device. */
  String describe();

  /** A label as messages show it: one that quotes a name itself stays as it is. */
  static String quoted(String label) {
    return label.indexOf('\'') >= 0 ? label : "'" + label + "'";
  }
}
