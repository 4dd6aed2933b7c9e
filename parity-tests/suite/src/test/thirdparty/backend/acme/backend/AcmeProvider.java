package acme.backend;

import dev.assay.backend.support.SupportBackend;
import dev.assay.spi.backend.Backend;
import dev.assay.spi.kernel.KernelCatalog;
import dev.assay.spi.provider.Availability;
import dev.assay.spi.provider.BackendProvider;

/** The backend of a company that has nothing to do with Assay. */
public final class AcmeProvider implements BackendProvider {
  @Override
  public String id() {
    return "acme";
  }

  @Override
  public int rank() {
    return 50;
  }

  @Override
  public Availability probe() {
    return new Availability.Usable(AcmePort.DEVICE);
  }

  @Override
  public Backend open(KernelCatalog catalog) {
    return new SupportBackend("acme", new AcmePort(), catalog);
  }
}
