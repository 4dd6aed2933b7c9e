package acme.heap;

import dev.assay.backend.support.SupportBackend;
import dev.assay.spi.backend.Backend;
import dev.assay.spi.kernel.KernelCatalog;
import dev.assay.spi.provider.Availability;
import dev.assay.spi.provider.BackendProvider;

// snippet: provider
/** Offers the backend {@code acme-heap}; named in META-INF/services. */
public final class HeapProvider implements BackendProvider {
  static final String ID = "acme-heap";

  /** Called by the service loader. */
  public HeapProvider() {}

  @Override
  public String id() {
    return ID;
  }

  @Override
  public int rank() {
    // Below every backend that computes faster than the oracle, and below the oracle.
    return -10;
  }

  @Override
  public Availability probe() {
    return new Availability.Usable(HeapPort.DEVICE);
  }

  @Override
  public Backend open(KernelCatalog catalog) {
    return new SupportBackend(ID, new HeapPort(), catalog);
  }
}
// end
