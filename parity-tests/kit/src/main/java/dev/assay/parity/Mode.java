package dev.assay.parity;

import java.util.Locale;
import org.apiguardian.api.API;

/** A way to bring one and the same dispatch to the device; each must give the same result. */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public enum Mode {
  /** Checked and encoded at the call. */
  DIRECT,
  /** As a record, with slots. */
  BAKED,
  /** Captured and replayed. */
  CAPTURED,
  /** As a segment of a compiled schedule. */
  INDIRECT,
  /** The same segment and the same record three times, with fresh inputs and patched fields. */
  RESUBMITTED,
  /** Several submissions in flight. */
  OVERLAPPED;

  /** The name on the command line and in reports, such as {@code direct}. */
  public String id() {
    return name().toLowerCase(Locale.ROOT);
  }
}
