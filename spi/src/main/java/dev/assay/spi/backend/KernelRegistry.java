package dev.assay.spi.backend;

import dev.assay.spi.data.DType;
import dev.assay.spi.data.StructValue;
import dev.assay.spi.kernel.KernelCatalog;
import dev.assay.spi.kernel.KernelName;
import java.util.Map;
import org.apiguardian.api.API;

/**
 * The pipelines of one device: made on first use, once per key whatever the number of threads that ask. Thread-safe.
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public interface KernelRegistry {
  /** The kernels and implementations that the backend was opened with. */
  KernelCatalog catalog();

  /**
   * The key of the implementation that suits these constants: the first installed one in the device's language whose
   * condition holds. An unknown kernel is an error that offers the nearest names.
   */
  PipelineKey choose(KernelName kernel, DType dtype, Map<String, StructValue> constants);

  /** The pipeline of this key, made now if need be. */
  Pipeline pipeline(PipelineKey key);

  /** Whether the pipeline of this key is made already. */
  boolean isCached(PipelineKey key);

  /** The number of pipelines made so far. */
  int cachedCount();

  /** The number of compiler runs so far; 0 for a device that compiles nothing. */
  long compileCount();
}
