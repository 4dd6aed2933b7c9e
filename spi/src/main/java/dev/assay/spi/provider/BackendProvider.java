package dev.assay.spi.provider;

import dev.assay.spi.backend.Backend;
import dev.assay.spi.kernel.KernelCatalog;
import org.apiguardian.api.API;

/** Offers a backend. The constructor does nothing; an instance may be asked from any thread. */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public interface BackendProvider {
  /** The id that users select by, such as {@code reference-cpu}. Ids are open; two jars with one id is an error. */
  String id();

  /** The usable backend of the highest rank is taken when nobody selects one. The reference has 0. */
  int rank();

  /** Finds out whether it can work here. Loads nothing native off its platform; never throws, hangs or leaves state. */
  Availability probe();

  /** Opens the device with these kernels. Called only after {@link #probe()} said usable. */
  Backend open(KernelCatalog catalog);
}
