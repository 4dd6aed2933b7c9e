package dev.assay.parity;

import dev.assay.spi.error.ErrorCode;
import org.apiguardian.api.API;

/** The codes that measuring adds to {@link dev.assay.spi.error.Codes}; {@code docs/errors.md} explains each. */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class ParityCodes {
  /** A file of a case that is damaged, or of another format. */
  public static final ErrorCode CASE_MALFORMED = new ErrorCode("case.malformed");

  private ParityCodes() {}
}
