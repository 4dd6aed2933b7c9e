package dev.assay.backend.support;

import dev.assay.spi.error.AssayException;
import dev.assay.spi.error.Codes;
import dev.assay.spi.error.DeviceException;
import dev.assay.spi.error.Problem;
import org.jspecify.annotations.Nullable;

/**
 * Why a submission failed.
 *
 * @param problem in words
 * @param cause what the device threw or said
 */
record WorkFailure(Problem problem, Throwable cause) {
  /**
   * The failure that a device reports of a submission.
   *
   * @param dispatch the dispatch that failed, null where the device does not know
   * @param candidates what it may have been then
   */
  static WorkFailure of(String submission, @Nullable String dispatch, Throwable cause,
      String candidates, String remedy) {
    String where = (dispatch == null ? "" : "dispatch " + dispatch + " in ") + "submission '"
        + submission + "'";
    // An error of our own in the data keeps its code; anything else is a failed submission.
    if (cause instanceof AssayException known) {
      Problem stated = known.problems().getFirst();
      return new WorkFailure(
          stated.at(stated.where() == null ? where : stated.where() + ", " + where), cause);
    }
    Problem problem = Problem.of(Codes.SUBMISSION_FAILED, "the work failed: " + cause)
        .at(where)
        .remedy("its outputs must not be used; " + remedy);
    return new WorkFailure(dispatch == null
        ? problem.expected("a dispatch that the device names", "one of " + candidates)
        : problem, cause);
  }

  /** The failure of a device that keeps what a submission used. */
  static WorkFailure notTakenBack(String submission, Throwable cause) {
    return new WorkFailure(
        Problem.of(Codes.SUBMISSION_FAILED, "the device did not take back what the work used")
            .at("submission '" + submission + "'")
            .expected("no error", cause.toString()),
        cause);
  }

  /** A new one for each waiter, so that each has its own stack trace. */
  DeviceException exception() {
    return new DeviceException(problem, cause);
  }
}
