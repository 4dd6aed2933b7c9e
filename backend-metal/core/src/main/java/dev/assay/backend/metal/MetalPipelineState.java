package dev.assay.backend.metal;

import dev.assay.backend.metal.driver.MetalPipeline;
import dev.assay.backend.support.DevicePort;

/**
 * A pipeline of the driver with the indices of its parameters.
 *
 * @param entry where parameters are
 * @param pipeline the driver's
 * @param library what it was made from, which it keeps
 */
record MetalPipelineState(EntryPoint entry, MetalPipeline pipeline, SourceLibrary library)
    implements DevicePort.Pipeline {
  @Override
  public int threadsPerThreadgroup() {
    return pipeline.maxTotalThreadsPerThreadgroup();
  }

  @Override
  public void release() {
    pipeline.release();
    library.leave();
  }
}
