package dev.assay.backend.referencecpu;

import dev.assay.backend.support.SupportBackend;
import dev.assay.spi.backend.Backend;
import dev.assay.spi.backend.DeviceProfile;
import dev.assay.spi.kernel.KernelCatalog;
import dev.assay.spi.provider.Availability;
import dev.assay.spi.provider.BackendProvider;
import org.apiguardian.api.API;

/** Provides {@code reference-cpu}, which works everywhere. */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class ReferenceCpuProvider implements BackendProvider {
  /** The id to select it by. */
  public static final String ID = "reference-cpu";

  /** Called by the service loader. */
  public ReferenceCpuProvider() {}

  @Override
  public String id() {
    return ID;
  }

  @Override
  public int rank() {
    return 0;
  }

  @Override
  public Availability probe() {
    return new Availability.Usable(ReferencePort.DEVICE);
  }

  @Override
  public Backend open(KernelCatalog catalog) {
    return new SupportBackend(ID, new ReferencePort(DeviceProfile.APPLE7), catalog);
  }
}
