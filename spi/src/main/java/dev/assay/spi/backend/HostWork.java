package dev.assay.spi.backend;

import dev.assay.spi.data.Elements;
import java.util.List;
import org.apiguardian.api.API;

/** Work between dispatches that runs on the host, in order with them, without a wait by the caller. */
@FunctionalInterface
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public interface HostWork {
  /**
   * What an opaque node touches, be it this work or a call of a library.
   *
   * @param view the elements
   * @param access what is done to them
   */
  record Use(BufferView view, dev.assay.spi.kernel.Access access) {}

  /** Does the work on the elements of its uses, in their order; they are valid during this call only. */
  void run(List<Elements> uses);
}
