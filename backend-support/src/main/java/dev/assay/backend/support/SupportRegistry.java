package dev.assay.backend.support;

import dev.assay.spi.backend.KernelRegistry;
import dev.assay.spi.backend.Pipeline;
import dev.assay.spi.backend.PipelineKey;
import dev.assay.spi.data.DType;
import dev.assay.spi.data.StructValue;
import dev.assay.spi.error.Codes;
import dev.assay.spi.error.InvalidCallException;
import dev.assay.spi.error.NearestNames;
import dev.assay.spi.error.Problem;
import dev.assay.spi.error.UnavailableException;
import dev.assay.spi.kernel.Implementation;
import dev.assay.spi.kernel.KernelCatalog;
import dev.assay.spi.kernel.KernelDeclaration;
import dev.assay.spi.kernel.KernelName;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Pipelines by key, each made once: {@code computeIfAbsent} lets one thread make it while others wait. */
final class SupportRegistry implements KernelRegistry {
  private final SupportBackend backend;
  private final KernelCatalog catalog;
  private final Map<PipelineKey, SupportPipeline> pipelines = new ConcurrentHashMap<>();

  SupportRegistry(SupportBackend backend, KernelCatalog catalog) {
    this.backend = backend;
    this.catalog = catalog;
  }

  @Override
  public KernelCatalog catalog() {
    return catalog;
  }

  @Override
  public PipelineKey choose(KernelName kernel, DType dtype, Map<String, StructValue> constants) {
    KernelDeclaration declaration = catalog.declaration(kernel, dtype);
    List<Implementation> candidates = candidates(kernel, dtype);
    // Conditions name constants: where one is missing, baking is the place that reports it.
    boolean complete = declaration.parameters()
        .stream()
        .allMatch(
            parameter -> !(parameter instanceof dev.assay.spi.kernel.Parameter.Constant)
                || constants.containsKey(parameter.name()));
    ConstantScope scope = new ConstantScope(constants, backend.profile()::fact);
    for (Implementation candidate : candidates) {
      if (!complete || candidate.condition().evaluate(scope) != 0) {
        return new PipelineKey(kernel, dtype, candidate.name());
      }
    }
    if (backend.port().needsImplementation()) {
      throw new UnavailableException(
          Problem
              .of(Codes.KERNEL_UNKNOWN,
                  "kernel " + kernel + " (" + dtype + ") has no implementation for these sizes")
              .expected("one in language '" + backend.port().language() + "' whose condition holds",
                  candidates.stream()
                      .map(each -> each.name() + " when " + each.condition())
                      .toList()
                      .toString())
              .remedy("install a jar with an implementation, or choose another backend"));
    }
    return new PipelineKey(kernel, dtype, null);
  }

  @Override
  public Pipeline pipeline(PipelineKey key) {
    SupportPipeline made = pipelines.get(key);
    return made != null ? made : pipelines.computeIfAbsent(key, this::make);
  }

  @Override
  public boolean isCached(PipelineKey key) {
    return pipelines.containsKey(key);
  }

  @Override
  public int cachedCount() {
    return pipelines.size();
  }

  @Override
  public long compileCount() {
    return backend.port().compileCount();
  }

  private SupportPipeline make(PipelineKey key) {
    backend.checkOpen("making a pipeline");
    KernelDeclaration declaration = catalog.declaration(key.kernel(), key.dtype());
    Implementation implementation = implementation(key);
    if (implementation == null && backend.port().needsImplementation()) {
      throw new UnavailableException(
          Problem
              .of(Codes.KERNEL_UNKNOWN, "kernel " + key + " has no implementation for this backend")
              .expected("one in language '" + backend.port().language() + "'", "none asked for"));
    }
    return new SupportPipeline(
        backend, key, declaration, implementation,
        backend.port().makePipeline(key, declaration, implementation));
  }

  private @Nullable Implementation implementation(PipelineKey key) {
    String wanted = key.implementation();
    if (wanted == null) {
      return null;
    }
    List<Implementation> candidates = candidates(key.kernel(), key.dtype());
    return candidates.stream()
        .filter(each -> each.name().equals(wanted))
        .findFirst()
        .orElseThrow(() -> new InvalidCallException(
            Problem
                .of(Codes.KERNEL_UNKNOWN,
                    "kernel " + key.kernel() + " (" + key.dtype() + ") has no implementation '"
                        + wanted + "' in language '" + backend.port().language() + "'")
                .remedy(NearestNames.advice(wanted,
                    candidates.stream().map(Implementation::name).toList()))));
  }

  private List<Implementation> candidates(KernelName kernel, DType dtype) {
    return catalog.implementations(kernel)
        .stream()
        .map(KernelCatalog.Installed::implementation)
        .filter(each -> each.language().equals(backend.port().language()) && each.dtype() == dtype)
        .toList();
  }
}
