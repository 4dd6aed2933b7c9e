package dev.assay.parity;

import dev.assay.spi.error.ErrorCode;
import org.apiguardian.api.API;

/** The codes of the parity kit. */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class ParityCodes {
  /** A check that does not exist. */
  public static final ErrorCode CHECK_UNKNOWN = new ErrorCode("parity.check_unknown");

  private ParityCodes() {}
}
