package dev.assay.backend.support;

import dev.assay.spi.backend.KernelRegistry;
import dev.assay.spi.backend.Pipeline;
import dev.assay.spi.backend.PipelineKey;
import dev.assay.spi.backend.PrewarmOutcome;
import dev.assay.spi.data.DType;
import dev.assay.spi.data.StructValue;
import dev.assay.spi.error.AssayException;
import dev.assay.spi.error.Codes;
import dev.assay.spi.error.InvalidCallException;
import dev.assay.spi.error.NearestNames;
import dev.assay.spi.error.Problem;
import dev.assay.spi.error.Problems;
import dev.assay.spi.error.UnavailableException;
import dev.assay.spi.kernel.Implementation;
import dev.assay.spi.kernel.KernelCatalog;
import dev.assay.spi.kernel.KernelDeclaration;
import dev.assay.spi.kernel.KernelName;
import dev.assay.spi.kernel.KernelSource;
import dev.assay.spi.kernel.Parameter;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Pipelines by key, each made once: {@code computeIfAbsent} lets one thread make it while others wait. */
final class SupportRegistry implements KernelRegistry {
  private final SupportBackend backend;
  private final KernelCatalog catalog;
  private final InstalledSources sources;
  private final Map<PipelineKey, SupportPipeline> pipelines = new ConcurrentHashMap<>();
  // With those that were made from a text alone, and those that were dropped and still run.
  private final Set<SupportPipeline> unreleased = ConcurrentHashMap.newKeySet();

  SupportRegistry(SupportBackend backend, KernelCatalog catalog) {
    this.backend = backend;
    this.catalog = catalog;
    this.sources = new InstalledSources(catalog, backend.port().language());
  }

  @Override
  public KernelCatalog catalog() {
    return catalog;
  }

  @Override
  public void add(Implementation implementation, String origin) {
    catalog.declaration(implementation.kernel(), implementation.dtype());
    sources.add(implementation, origin);
  }

  @Override
  public int replace(KernelSource source) {
    sources.replace(source);
    List<SupportPipeline> outdated = pipelines.values()
        .stream()
        .filter(pipeline -> {
          Implementation made = pipeline.implementation();
          return made != null && made.source().name().equals(source.name())
              && !sources.isCurrent(made);
        })
        .toList();
    int dropped = 0;
    for (SupportPipeline pipeline : outdated) {
      if (pipelines.remove(pipeline.key(), pipeline)) {
        pipeline.drop();
        dropped++;
      }
    }
    return dropped;
  }

  @Override
  public int sourceCount() {
    return sources.names().size();
  }

  @Override
  public List<PrewarmOutcome> prewarm(Collection<PipelineKey> keys) {
    return List.copyOf(keys).parallelStream().map(this::prewarm).toList();
  }

  private PrewarmOutcome prewarm(PipelineKey key) {
    long start = System.nanoTime();
    PrewarmOutcome.State state =
        isCached(key) ? PrewarmOutcome.State.WARM : PrewarmOutcome.State.COMPILED;
    String reason = null;
    try {
      pipeline(key);
    } catch (UnavailableException unavailable) {
      state = PrewarmOutcome.State.SKIPPED;
      reason = unavailable.getMessage();
    } catch (AssayException failed) {
      state = PrewarmOutcome.State.FAILED;
      reason = failed.getMessage();
    }
    return new PrewarmOutcome(key, state, reason, System.nanoTime() - start);
  }

  @Override
  public Pipeline raw(KernelSource source, String entryPoint,
      Map<String, StructValue> functionConstants) {
    return backend.make("making a raw pipeline", () -> {
      KernelDeclaration declaration = backend.port().declare(source, entryPoint);
      checkFunctionConstants(declaration, functionConstants);
      DType dtype = declaration.dtypes().iterator().next();
      PipelineKey key =
          new PipelineKey(declaration.name(), dtype, entryPoint, functionConstants, false);
      Implementation text = Implementation.raw(declaration.name(), dtype,
          backend.port().language(), source, entryPoint);
      return keep(SupportPipeline.raw(backend, key, declaration, text,
          devicePipeline(key, declaration, text)));
    });
  }

  @Override
  public PipelineKey choose(KernelName kernel, DType dtype, Map<String, StructValue> constants) {
    KernelDeclaration declaration = catalog.declaration(kernel, dtype);
    Map<String, StructValue> fixed = new LinkedHashMap<>();
    boolean complete = true;
    for (Parameter parameter : declaration.parameters()) {
      StructValue value = constants.get(parameter.name());
      switch (parameter) {
        case Parameter.FunctionConstant constant -> {
          if (value != null) {
            fixed.put(constant.name(), value);
          }
        }
        // Conditions name constants: where one is missing, baking is the place that reports it.
        case Parameter.Constant constant ->
            complete &= value != null && value.layout().equals(constant.layout());
        case Parameter.Buffer buffer -> {}
      }
    }
    checkFunctionConstants(declaration, fixed);
    ConstantScope scope = new ConstantScope(constants, backend.profile()::fact);
    List<Implementation> candidates = preferred(sources.of(kernel, dtype));
    for (Implementation candidate : candidates) {
      if (!complete || scope.evaluate(candidate.condition()) != 0) {
        return new PipelineKey(kernel, dtype, candidate.name(), fixed, false);
      }
    }
    if (backend.port().needsImplementation()) {
      throw new UnavailableException(Problem
          .of(Codes.KERNEL_UNKNOWN,
              "kernel " + kernel + " (" + dtype + ") has no implementation for these sizes")
          .expected("one in language '" + backend.port().language() + "' whose condition holds",
              candidates.stream()
                  .map(each -> each.name() + " when " + each.condition())
                  .toList()
                  .toString())
          .remedy("install a jar with an implementation, or choose another backend"));
    }
    return new PipelineKey(kernel, dtype, null, fixed, false);
  }

  private List<Implementation> preferred(List<Implementation> installed) {
    return backend.port().isCpu()
        ? installed.stream()
            .sorted(Comparator.comparing(Implementation::suitsCpu).reversed())
            .toList()
        : installed;
  }

  @Override
  public @Nullable String indirectRefusal(Implementation implementation) {
    return implementation.language().equals(backend.port().language())
        ? backend.port()
            .indirectRefusal(catalog.declaration(implementation.kernel()), implementation)
        : backend.id() + " does not run language '" + implementation.language() + "'";
  }

  @Override
  public boolean runs(Implementation implementation) {
    return backend.port().runsImplementations()
        && implementation.language().equals(backend.port().language());
  }

  @Override
  public Pipeline pipeline(PipelineKey key) {
    backend.checkUsable("look-up of a pipeline");
    while (true) {
      SupportPipeline made = pipelines.get(key);
      if (made == null) {
        made =
            backend.make("making a pipeline", () -> pipelines.computeIfAbsent(key, this::make));
      }
      Implementation implementation = made.implementation();
      if (implementation == null || sources.isCurrent(implementation)) {
        return made;
      }
      // Its source was replaced while it was made.
      pipelines.remove(key, made);
      made.drop();
    }
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

  /** Every pipeline that the device still holds. */
  Set<SupportPipeline> unreleased() {
    return unreleased;
  }

  void forget(SupportPipeline pipeline) {
    unreleased.remove(pipeline);
  }

  private SupportPipeline keep(SupportPipeline pipeline) {
    unreleased.add(pipeline);
    return pipeline;
  }

  private SupportPipeline make(PipelineKey key) {
    KernelDeclaration declaration = catalog.declaration(key.kernel(), key.dtype());
    checkFunctionConstants(declaration, key.functionConstants());
    Implementation implementation = implementation(key);
    if (implementation == null && backend.port().needsImplementation()) {
      throw new UnavailableException(
          Problem
              .of(Codes.KERNEL_UNKNOWN, "kernel " + key + " has no implementation for this backend")
              .expected("one in language '" + backend.port().language() + "'", "none asked for"));
    }
    return keep(new SupportPipeline(backend, key, declaration, implementation,
        devicePipeline(key, declaration, implementation)));
  }

  private DevicePort.Pipeline devicePipeline(PipelineKey key, KernelDeclaration declaration,
      @Nullable Implementation implementation) {
    WorkEvents.Compile event = new WorkEvents.Compile();
    event.begin();
    try {
      return backend.port().makePipeline(key, declaration, implementation);
    } finally {
      event.end();
      if (event.shouldCommit()) {
        event.backend = backend.id();
        event.pipeline = key.toString();
        event.commit();
      }
    }
  }

  private @Nullable Implementation implementation(PipelineKey key) {
    String wanted = key.implementation();
    if (wanted == null) {
      return null;
    }
    List<Implementation> candidates = sources.of(key.kernel(), key.dtype());
    return candidates.stream()
        .filter(each -> each.name().equals(wanted))
        .findFirst()
        .orElseThrow(() -> new InvalidCallException(Problem
            .of(Codes.KERNEL_UNKNOWN,
                "kernel " + key.kernel() + " (" + key.dtype() + ") has no implementation '" + wanted
                    + "' in language '" + backend.port().language() + "'")
            .remedy(NearestNames.advice(wanted,
                candidates.stream().map(Implementation::name).toList()))));
  }

  /** Everything that is missing, unknown or of another type, before a compiler or device sees it. */
  private static void checkFunctionConstants(KernelDeclaration declaration,
      Map<String, StructValue> given) {
    Problems problems = new Problems("pipeline of " + declaration.name());
    List<Parameter.FunctionConstant> declared = declaration.functionConstants();
    for (Parameter.FunctionConstant constant : declared) {
      StructValue value = given.get(constant.name());
      if (value == null) {
        problems.add(
            Problem
                .of(Codes.FUNCTION_CONSTANT,
                    "function constant '" + constant.name() + "' has no value")
                .expected("a " + constant.type().mslName(), "none"));
      } else if (!value.layout().equals(constant.layout())) {
        problems.add(
            Problem
                .of(Codes.FUNCTION_CONSTANT,
                    "function constant '" + constant.name() + "' has another type")
                .expected(constant.type().mslName(), value.layout() + " " + value.text()));
      }
    }
    List<String> names = declared.stream().map(Parameter.FunctionConstant::name).toList();
    for (String name : given.keySet()) {
      if (!names.contains(name)) {
        problems
            .add(Problem.of(Codes.FUNCTION_CONSTANT, "there is no function constant '" + name + "'")
                .remedy(NearestNames.advice(name, names)));
      }
    }
    problems.throwIfAny(InvalidCallException::new);
  }
}
