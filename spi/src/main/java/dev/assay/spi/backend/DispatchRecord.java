package dev.assay.spi.backend;

import org.apiguardian.api.API;

/**
 * A dispatch with everything done that could be done once: pipeline, resolved geometry, packed constants, baked views;
 * slots and patchable fields for what changes. Its slots are named by their parameters.
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public interface DispatchRecord extends Slotted {
  /** The pipeline. */
  Pipeline pipeline();
}
