package dev.assay.backend.support;

import dev.assay.spi.error.Codes;
import dev.assay.spi.error.DeviceException;
import dev.assay.spi.error.Problem;

/**
 * The failure that took the whole device with it.
 *
 * @param submission the submission that was reported first
 * @param problem what was wrong with it
 */
record DeviceLoss(String submission, Problem problem) {
  static final String REMEDY =
      "end this process and run the work again in a new one: the device is lost to this one";

  DeviceException refusal(String where) {
    return new DeviceException(
        Problem
            .of(Codes.DEVICE_LOST,
                "the device was lost when submission '" + submission + "' failed")
            .at(where)
            .expected("a device that works", problem.code() + ": " + problem.what())
            .remedy(REMEDY));
  }
}
