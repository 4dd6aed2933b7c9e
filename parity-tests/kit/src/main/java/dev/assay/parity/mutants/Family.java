package dev.assay.parity.mutants;

import org.apiguardian.api.API;

/** What is made wrong. */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public enum Family {
  /** What a kernel computes; the right declarations judge it. */
  KERNEL("kernel"),
  /** What a declaration says is right; its golden cases judge it. */
  ORACLE("oracle"),
  /** What the device does with the right commands. */
  DRIVER("driver"),
  /** Which commands reach the device, and what is said to the caller. */
  SUPPORT("support");

  private final String id;

  Family(String id) {
    this.id = id;
  }

  /** The name in reports, such as {@code kernel}. */
  public String id() {
    return id;
  }
}
