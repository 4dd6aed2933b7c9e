package dev.assay.cli;

import dev.assay.spi.error.ErrorCode;

/** The codes of errors that arise in the command itself. */
public final class CliCodes {
  /** Arguments that make no sense: an unknown option or sub-command, a missing or doubled value. */
  public static final ErrorCode USAGE_INVALID = new ErrorCode("usage.invalid");

  /** A text that is not UTF-8, or that the locale could not express. */
  public static final ErrorCode TEXT_ENCODING = new ErrorCode("text.encoding");

  /** A vector with a component that is NaN or infinite. */
  public static final ErrorCode RESULT_NOT_FINITE = new ErrorCode("result.not_finite");

  /** A report that cannot be written to the file named for it. */
  public static final ErrorCode REPORT_UNWRITABLE = new ErrorCode("report.unwritable");

  /** Standard output that is closed or full. */
  public static final ErrorCode OUTPUT_FAILED = new ErrorCode("output.failed");

  /** An error that nobody foresaw. */
  public static final ErrorCode INTERNAL = new ErrorCode("internal.unexpected");

  private CliCodes() {}
}
