package dev.assay.backend.support;

import dev.assay.spi.backend.Bindings;
import dev.assay.spi.backend.Pipeline;
import dev.assay.spi.backend.PipelineKey;
import dev.assay.spi.kernel.Implementation;
import dev.assay.spi.kernel.KernelDeclaration;
import org.jspecify.annotations.Nullable;

/** A pipeline of the port together with what it was made from. */
final class SupportPipeline implements Pipeline {
  private final SupportBackend backend;
  private final PipelineKey key;
  private final KernelDeclaration declaration;
  private final @Nullable Implementation implementation;
  private final DevicePort.Pipeline devicePipeline;
  private volatile boolean stale;

  SupportPipeline(
      SupportBackend backend,
      PipelineKey key,
      KernelDeclaration declaration,
      @Nullable Implementation implementation,
      DevicePort.Pipeline devicePipeline) {
    this.backend = backend;
    this.key = key;
    this.declaration = declaration;
    this.implementation = implementation;
    this.devicePipeline = devicePipeline;
  }

  @Override
  public PipelineKey key() {
    return key;
  }

  @Override
  public KernelDeclaration declaration() {
    return declaration;
  }

  @Override
  public boolean isStale() {
    return stale;
  }

  @Override
  public BakedDispatch bake(Bindings bindings, String label) {
    backend.checkOpen("bake of " + key);
    return new Baker(this, label).bake(bindings);
  }

  SupportBackend backend() {
    return backend;
  }

  @Nullable
  Implementation implementation() {
    return implementation;
  }

  DevicePort.Pipeline devicePipeline() {
    return devicePipeline;
  }

  void markStale() {
    stale = true;
  }

  @Override
  public String toString() {
    return key.toString();
  }
}
