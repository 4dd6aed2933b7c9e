package dev.assay.spi.backend;

import org.apiguardian.api.API;

/**
 * A routine of a device's own library, such as one of Metal Performance Shaders, ready to be called: the device runs it
 * between dispatches, with no stop at the host. Whoever knows the library makes it, and a backend without that library
 * refuses it when it is captured. Immutable.
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public interface LibraryCall {
  /** The routine, as explanations and failures name it. */
  String routine();
}
