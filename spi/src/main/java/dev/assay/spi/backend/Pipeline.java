package dev.assay.spi.backend;

import dev.assay.spi.kernel.KernelDeclaration;
import org.apiguardian.api.API;

/** A kernel made ready for a device. Immutable; shared freely between threads. */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public interface Pipeline {
  /** What it was made from. */
  PipelineKey key();

  /** Whether the source that it was made from has been replaced since. */
  boolean isStale();

  /** What it takes and means. */
  KernelDeclaration declaration();

  /**
   * Does everything about a dispatch that can be done once: checks the bindings, packs constants, resolves geometry.
   * All problems are reported in one error.
   *
   * @param bindings every parameter bound to a view, a value or a slot
   * @param label names the dispatch in messages and traces
   */
  DispatchRecord bake(Bindings bindings, String label);
}
