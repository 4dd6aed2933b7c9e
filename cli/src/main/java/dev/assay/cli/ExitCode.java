package dev.assay.cli;

/** How the command ends. */
enum ExitCode {
  /** Done. */
  DONE(0),
  /** The work ran and the answer is "no". */
  NO(1),
  /** Wrong arguments, or wrong data from outside. */
  INPUT(2),
  /** A known backend that cannot be had. */
  UNAVAILABLE(3),
  /** Anything else. */
  FAILED(4);

  private final int status;

  ExitCode(int status) {
    this.status = status;
  }

  /** The exit status of the process. */
  int status() {
    return status;
  }
}
