package dev.assay.parity.junit;

import dev.assay.spi.provider.BackendProvider;

/** The device that the faults are put into keeps every contract without them. */
class SoundPortTckTest extends BackendTck {
  @Override
  protected BackendProvider provider() {
    return new FaultyProvider(Fault.NONE);
  }
}
