package dev.assay.parity.junit;

import dev.assay.backend.support.SupportBackend;
import dev.assay.spi.backend.Backend;
import dev.assay.spi.kernel.KernelCatalog;
import dev.assay.spi.provider.Availability;
import dev.assay.spi.provider.BackendProvider;

/** Provides a backend with a fault. */
record FaultyProvider(Fault fault) implements BackendProvider {
  @Override
  public String id() {
    return "faulty";
  }

  @Override
  public int rank() {
    return -100;
  }

  @Override
  public Availability probe() {
    return new Availability.Usable("Java heap");
  }

  @Override
  public Backend open(KernelCatalog catalog) {
    return new SupportBackend(id(), new FaultyPort(fault), catalog);
  }
}
