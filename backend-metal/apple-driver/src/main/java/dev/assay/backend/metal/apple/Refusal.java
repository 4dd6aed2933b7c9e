package dev.assay.backend.metal.apple;

import dev.assay.spi.error.DeviceException;
import dev.assay.spi.error.InvalidCallException;
import dev.assay.spi.error.Problem;

/** Errors of this driver. */
final class Refusal {
  private Refusal() {}

  /** What Metal would answer with an Objective-C exception, which ends the process, or with silence. */
  static InvalidCallException call(String what, String where, String expected, String actual) {
    return new InvalidCallException(
        Problem.of(AppleCodes.CALL, what).at(where).expected(expected, actual));
  }

  /** The same for something used after its end or out of turn. */
  static InvalidCallException call(String what, String where) {
    return new InvalidCallException(Problem.of(AppleCodes.CALL, what).at(where));
  }

  /** Metal made nothing. */
  static DeviceException nil(String what, String where, String says) {
    return new DeviceException(Problem.of(AppleCodes.REFUSED, "Metal made no " + what)
        .at(where)
        .expected("a " + what, "nil; Metal says: " + says));
  }
}
