package dev.assay.backend.support;

import dev.assay.spi.backend.Bindings;
import dev.assay.spi.backend.Pipeline;
import dev.assay.spi.backend.PipelineKey;
import dev.assay.spi.kernel.Implementation;
import dev.assay.spi.kernel.KernelDeclaration;
import org.jspecify.annotations.Nullable;

/** A pipeline of the port together with what it was made from. */
record SupportPipeline(
    SupportBackend backend,
    PipelineKey key,
    KernelDeclaration declaration,
    @Nullable Implementation implementation,
    DevicePort.Pipeline devicePipeline) implements Pipeline {

  @Override
  public BakedDispatch bake(Bindings bindings, String label) {
    backend.checkOpen("bake of " + key);
    return new Baker(this, label).bake(bindings);
  }

  @Override
  public boolean equals(Object other) {
    return this == other;
  }

  @Override
  public int hashCode() {
    return System.identityHashCode(this);
  }

  @Override
  public String toString() {
    return key.toString();
  }
}
