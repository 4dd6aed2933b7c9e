package dev.assay.suite.parity;

import dev.assay.runtime.discovery.Installation;
import dev.assay.spi.kernel.KernelCatalog;

/** The kernels that are installed with the suite. */
public final class Catalogue {
  private static final KernelCatalog INSTALLED = Installation.discover().catalog();

  private Catalogue() {}

  /** All of them. */
  public static KernelCatalog installed() {
    return INSTALLED;
  }
}
