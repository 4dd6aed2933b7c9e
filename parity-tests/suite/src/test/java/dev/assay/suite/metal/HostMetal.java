package dev.assay.suite.metal;

import dev.assay.backend.metal.MetalProvider;
import dev.assay.spi.backend.Backend;
import dev.assay.suite.parity.Catalogue;
import java.util.Map;

/** The Metal backend over the host driver. */
final class HostMetal {
  private HostMetal() {}

  /** With all that is installed, checked, threads in this order. */
  static Backend checked(String order) {
    return new MetalProvider().open(Catalogue.installed(),
        Map.of("build", "checked", "order", order));
  }
}
