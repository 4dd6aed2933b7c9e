package dev.assay.parity.junit;

import dev.assay.backend.referencecpu.ReferenceCpuProvider;
import dev.assay.spi.provider.BackendProvider;

/** The oracle's backend keeps every contract. */
class ReferenceCpuTckTest extends BackendTck {
  @Override
  protected BackendProvider provider() {
    return new ReferenceCpuProvider();
  }
}
