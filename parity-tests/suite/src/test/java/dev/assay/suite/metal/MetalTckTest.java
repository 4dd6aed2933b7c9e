package dev.assay.suite.metal;

import dev.assay.backend.metal.MetalProvider;
import dev.assay.parity.junit.BackendTck;
import dev.assay.spi.provider.BackendProvider;

/** The Metal backend keeps every contract, over the host driver. */
class MetalTckTest extends BackendTck {
  @Override
  protected BackendProvider provider() {
    return new MetalProvider();
  }
}
