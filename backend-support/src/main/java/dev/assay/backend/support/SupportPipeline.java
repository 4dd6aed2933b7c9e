package dev.assay.backend.support;

import dev.assay.spi.backend.Bindings;
import dev.assay.spi.backend.DeviceProfile;
import dev.assay.spi.backend.Pipeline;
import dev.assay.spi.backend.PipelineKey;
import dev.assay.spi.error.Codes;
import dev.assay.spi.error.Problem;
import dev.assay.spi.kernel.Implementation;
import dev.assay.spi.kernel.KernelDeclaration;
import java.util.Optional;
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
  private final boolean raw;
  // Made by the first bake; two threads at once make the same twice.
  private volatile @Nullable Baking baking;
  private volatile boolean stale;
  // The encoder that counted this pipeline last, so that most dispatches need no look-up.
  private long countedBy;
  // Guarded by this.
  private int uses;
  private boolean released;

  /** What every bake needs and none changes. */
  record Baking(Signature signature, ParameterForm form, @Nullable GridResolver grid) {}

  SupportPipeline(
      SupportBackend backend,
      PipelineKey key,
      KernelDeclaration declaration,
      @Nullable Implementation implementation,
      DevicePort.Pipeline devicePipeline) {
    this(backend, key, declaration, implementation, devicePipeline, false);
  }

  /** One that was made from a text alone. */
  static SupportPipeline raw(SupportBackend backend, PipelineKey key,
      KernelDeclaration declaration, Implementation text, DevicePort.Pipeline devicePipeline) {
    return new SupportPipeline(backend, key, declaration, text, devicePipeline, true);
  }

  private SupportPipeline(
      SupportBackend backend,
      PipelineKey key,
      KernelDeclaration declaration,
      @Nullable Implementation implementation,
      DevicePort.Pipeline devicePipeline,
      boolean raw) {
    this.raw = raw;
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
    backend.checkUsable(bakePlace);
    return new Baker(this, label).bake(bindings);
  }

  Baking baking() {
    Baking known = baking;
    if (known == null) {
      DeviceProfile profile = backend.profile();
      int threads = devicePipeline.threadsPerThreadgroup();
      Signature signature = new Signature(declaration, key.dtype(), key.functionConstants(),
          fact -> fact.equals("pipeline.threadsPerThreadgroup") ? threads : profile.fact(fact));
      ParameterForm form = new ParameterForm(profile, signature, implementation);
      known = new Baking(signature, form, implementation == null
          ? null
          : new GridResolver(profile, threads, implementation, signature));
      baking = known;
    }
    return known;
  }

  /** What resolves the geometry of a dispatch: the implementation's, or for a raw pipeline the one that is given. */
  @Nullable
  GridResolver grid(Optional<Bindings.GridBinding> given) {
    Implementation text = implementation;
    return text == null || given.isEmpty()
        ? baking().grid()
        : new GridResolver(backend.profile(), devicePipeline.threadsPerThreadgroup(),
            text.withGeometry(given.get().geometry(), given.get().threadgroupMemoryBytes()),
            signature());
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
    return raw;
  }

  DevicePort.Pipeline devicePipeline() {
    return devicePipeline;
  }

  /** Whether this encoder was the last that noted its use; a lost race says no. */
  boolean isCountedBy(long encoder) {
    return countedBy == encoder;
  }

  void countedBy(long encoder) {
    countedBy = encoder;
  }

  /** Keeps it until {@link #endUse()}; false where it was dropped already. */
  synchronized boolean beginUse() {
    if (!stale) {
      uses++;
    }
    return !stale;
  }

  synchronized void endUse() {
    uses--;
    if (stale && uses == 0) {
      release();
    }
  }

  /** Its source was replaced: no new use, and it is released when the last one has ended. */
  synchronized void drop() {
    stale = true;
    if (uses == 0) {
      release();
    }
  }

  /** Gives it back; nothing of the backend runs any more. */
  synchronized void release() {
    if (!released) {
      released = true;
      backend.forget(this);
      backend.release(devicePipeline::release);
    }
  }

  /** The error of a run that wants it after its source was replaced. */
  Problem staleProblem(String since) {
    return Problem.of(Codes.STALE,
        "the source of pipeline " + key + " was replaced after the " + since);
  }

  @Override
  public String toString() {
    return name;
  }
}
