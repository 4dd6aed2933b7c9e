package dev.assay.spi.backend;

import dev.assay.spi.data.DType;
import dev.assay.spi.data.StructValue;
import dev.assay.spi.kernel.Implementation;
import dev.assay.spi.kernel.KernelCatalog;
import dev.assay.spi.kernel.KernelName;
import dev.assay.spi.kernel.KernelSource;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * The pipelines of one device: made on first use, once per key whatever the number of threads that ask. Thread-safe.
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public interface KernelRegistry {
  /** The kernels and implementations that the backend was opened with. */
  KernelCatalog catalog();

  /**
   * Adds an implementation at run time, for a kernel of the catalog.
   *
   * @param origin who adds it, for messages
   */
  void add(Implementation implementation, String origin);

  /**
   * Replaces the text of a source by name, in every implementation that is made from it, and drops exactly the pipelines
   * made from it: records and compiled schedules that use them are stale from now on. The same text again drops nothing.
   *
   * @return the number of pipelines dropped
   */
  int replace(KernelSource source);

  /** The number of distinct sources of all implementations. */
  int sourceCount();

  /** Makes the pipelines of these keys in parallel and says of each what became of it; nothing is skipped quietly. */
  List<PrewarmOutcome> prewarm(Collection<PipelineKey> keys);

  /**
   * A pipeline straight from a text, without a declaration: parameters and their kinds are read from the source, there is
   * no reference and no check but the source's own, and each dispatch gives its {@link Bindings#geometry}. A device that
   * cannot compile text is an error that says so.
   *
   * @param functionConstants the value of every function constant that the entry point uses, by name
   */
  Pipeline raw(KernelSource source, String entryPoint, Map<String, StructValue> functionConstants);

  /**
   * The key of the implementation that suits these constants: the first installed one in the device's language whose
   * condition holds. Function constants are among the constants; one that is missing, unknown or of another type is an
   * error, and so is an unknown kernel, which offers the nearest names.
   */
  PipelineKey choose(KernelName kernel, DType dtype, Map<String, StructValue> constants);

  /** Why dispatches of this implementation stay direct on this device, or null where segments take them. Makes nothing. */
  @Nullable
  String indirectRefusal(Implementation implementation);

  /**
   * Whether dispatches through this implementation run its text on this device. They do not where it is in another language,
   * and where the device runs the reference function in its place: then nothing is known of the text.
   */
  boolean runs(Implementation implementation);

  /** The pipeline of this key, made now if need be. */
  Pipeline pipeline(PipelineKey key);

  /** Whether the pipeline of this key is made already. */
  boolean isCached(PipelineKey key);

  /** The number of pipelines made so far. */
  int cachedCount();

  /** The number of compiler runs so far; 0 for a device that compiles nothing. */
  long compileCount();
}
