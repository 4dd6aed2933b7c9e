package dev.assay.parity;

import dev.assay.spi.error.ErrorCode;
import org.apiguardian.api.API;

/** The codes that measuring adds to {@link dev.assay.spi.error.Codes}; {@code docs/errors.md} explains each. */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class ParityCodes {
  /** A file of a case that is damaged, or of another format. */
  public static final ErrorCode CASE_MALFORMED = new ErrorCode("case.malformed");

  /** A check that does not exist. */
  public static final ErrorCode CHECK_UNKNOWN = new ErrorCode("parity.check_unknown");

  /** A file that is no bundle of a failed trial, or is none for the installed kernels. */
  public static final ErrorCode BUNDLE_INVALID = new ErrorCode("parity.bundle_invalid");

  /** A bundle that could not be written. */
  public static final ErrorCode BUNDLE_UNWRITABLE = new ErrorCode("parity.bundle_unwritable");

  /** Mutants that cannot be judged, since parity fails without any. */
  public static final ErrorCode MUTANTS_UNJUDGED = new ErrorCode("parity.mutants_unjudged");

  /** A backend that does the work in another way than it was told to. */
  public static final ErrorCode MODE_IGNORED = new ErrorCode("parity.mode_ignored");

  private ParityCodes() {}
}
