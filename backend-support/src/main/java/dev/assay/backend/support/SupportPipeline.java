package dev.assay.backend.support;

import dev.assay.spi.backend.Bindings;
import dev.assay.spi.backend.DeviceProfile;
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
  // Texts that an unbaked dispatch would else put together each time.
  private final String name;
  private final String bakePlace;
  // Made by the first bake; two threads at once make the same twice.
  private volatile @Nullable Baking baking;
  private volatile boolean stale;

  /** What every bake needs and none changes. */
  record Baking(Signature signature, @Nullable GridResolver grid) {}

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
    this.name = key.toString();
    this.bakePlace = "bake of " + name;
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
    backend.checkOpen(bakePlace);
    return new Baker(this, label).bake(bindings);
  }

  Baking baking() {
    Baking known = baking;
    if (known == null) {
      DeviceProfile profile = backend.profile();
      int threads = devicePipeline.threadsPerThreadgroup();
      Signature signature = new Signature(declaration, key.dtype(), key.functionConstants(),
          fact -> fact.equals("pipeline.threadsPerThreadgroup") ? threads : profile.fact(fact));
      known = new Baking(signature, implementation == null
          ? null
          : new GridResolver(profile, threads, implementation, signature));
      baking = known;
    }
    return known;
  }

  Signature signature() {
    return baking().signature();
  }

  SupportBackend backend() {
    return backend;
  }

  @Nullable
  Implementation implementation() {
    return implementation;
  }

  /** Whether it was made from a text alone; its key then means nothing to the registry. */
  boolean isRaw() {
    return implementation == null && key.implementation() != null;
  }

  DevicePort.Pipeline devicePipeline() {
    return devicePipeline;
  }

  void markStale() {
    stale = true;
  }

  @Override
  public String toString() {
    return name;
  }
}
