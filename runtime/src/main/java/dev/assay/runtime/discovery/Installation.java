package dev.assay.runtime.discovery;

import dev.assay.runtime.RuntimeCodes;
import dev.assay.runtime.discovery.BackendEntry.State;
import dev.assay.spi.backend.Backend;
import dev.assay.spi.error.AssayException;
import dev.assay.spi.error.InvalidInputException;
import dev.assay.spi.error.PluginException;
import dev.assay.spi.error.Problem;
import dev.assay.spi.error.Problems;
import dev.assay.spi.error.UnavailableException;
import dev.assay.spi.kernel.KernelCatalog;
import dev.assay.spi.op.OpLibrary;
import dev.assay.spi.provider.Availability;
import dev.assay.spi.provider.BackendProvider;
import dev.assay.spi.provider.OpPlugin;
import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Everything that is installed: backends, usable or with the reason why not, and the kernels and operations of all
 * plugins. A provider that fails, hangs or does not fit is reported here and in the log, and the rest load. Immutable
 * and thread-safe.
 */
public final class Installation {
  private static final System.Logger LOG = System.getLogger("dev.assay.runtime");
  private static final Duration PROBE_LIMIT = Duration.ofSeconds(10);

  private final List<BackendEntry> backends;
  private final Map<BackendEntry, BackendProvider> providers;
  private final KernelCatalog catalog;
  private final List<OpLibrary<?>> libraries;
  private final List<RefusedPlugin> refusedPlugins;

  private Installation(Map<BackendEntry, BackendProvider> providers, List<BackendEntry> backends,
      CatalogAssembly plugins, Problems problems) {
    this.providers = providers;
    this.backends = backends;
    Problems conflicts = new Problems("discovery");
    reportDuplicates(backends, conflicts);
    this.catalog = plugins.build(conflicts);
    this.libraries = plugins.libraries();
    this.refusedPlugins = plugins.refused();
    if (problems.isEmpty()) {
      conflicts.throwIfAny(PluginException::new);
    }
    conflicts.list().forEach(problems::add);
    problems.throwIfAny(InvalidInputException::new);
  }

  /** What class path and module path hold. */
  public static Installation discover() {
    return discover(SearchPath.standard());
  }

  /**
   * What this search path holds. All providers are asked side by side and have 10 seconds. Two jars that provide a
   * backend of one id, or declare one kernel or library, are a {@link PluginException} naming both. A plugin of {@link
   * SearchPath#andPlugin} that cannot be read, provides nothing or cannot be used is an {@link InvalidInputException}.
   */
  public static Installation discover(SearchPath path) {
    return discover(path, List.of(), List.of());
  }

  /** What this search path holds, and what the application provides itself; that needs no statement of an SPI version. */
  public static Installation discover(
      SearchPath path, Collection<? extends BackendProvider> backends,
      Collection<? extends OpPlugin> plugins) {
    return discover(path, backends, plugins, PROBE_LIMIT);
  }

  static Installation discover(
      SearchPath path,
      Collection<? extends BackendProvider> backends,
      Collection<? extends OpPlugin> plugins,
      Duration probeLimit) {
    Problems problems = new Problems("discovery");
    PluginJars named = new PluginJars(path.plugins(), problems);
    try {
      return discover(named.on(path), backends, plugins, probeLimit, named, problems);
    } catch (RuntimeException | Error unusable) {
      named.closeAfter(unusable);
      throw unusable;
    }
  }

  private static Installation discover(
      SearchPath path,
      Collection<? extends BackendProvider> backends,
      Collection<? extends OpPlugin> plugins,
      Duration probeLimit,
      PluginJars named,
      Problems problems) {
    List<Candidate<BackendProvider>> candidates =
        ProviderFinder.find(BackendProvider.class, path, backends);
    List<BackendExaminer> examiners = candidates.stream()
        .flatMap(candidate -> candidate instanceof Candidate.Loadable<BackendProvider> loadable
            ? Stream.of(BackendExaminer.start(loadable))
            : Stream.empty())
        .toList();
    long deadline = System.nanoTime() + probeLimit.toNanos();
    // The plugins are asked while the backends' probes run.
    List<Candidate<OpPlugin>> pluginCandidates =
        ProviderFinder.find(OpPlugin.class, path, plugins);
    CatalogAssembly assembly = new CatalogAssembly(pluginCandidates);

    Map<BackendEntry, BackendProvider> providers = new LinkedHashMap<>();
    Stream<BackendEntry> refused = candidates.stream()
        .flatMap(candidate -> candidate instanceof Candidate.Refused<
            BackendProvider>(var name, var origin, var reason)
                ? Stream.of(BackendEntry.refused(name, origin, State.INCOMPATIBLE, reason, null))
                : Stream.empty());
    Stream<BackendEntry> asked = examiners.stream().map(examiner -> {
      BackendExaminer.Result result = examiner.await(deadline, probeLimit);
      if (result.provider() != null) {
        providers.put(result.entry(), result.provider());
      }
      return result.entry();
    });
    List<BackendEntry> entries = Stream.concat(refused, asked)
        .sorted(Comparator.comparing(BackendEntry::id).thenComparing(BackendEntry::jar))
        .toList();
    named.checkProviders(
        Stream.concat(candidates.stream(), pluginCandidates.stream())
            .map(candidate -> candidate.origin().jar())
            .collect(Collectors.toSet()),
        problems);
    entries.stream()
        .filter(Installation::isBroken)
        .forEach(entry -> named.checkFits("backend " + entry.id(), entry.jar(),
            String.valueOf(entry.reason()), problems));
    assembly.refused()
        .forEach(refusal -> named.checkFits("plugin " + refusal.className(), refusal.jar(),
            refusal.reason(), problems));
    if (problems.isEmpty()) {
      entries.forEach(Installation::log);
      assembly.refused().forEach(Installation::log);
    }
    return new Installation(providers, entries, assembly, problems);
  }

  /** Every installed backend in the order of the ids. */
  public List<BackendEntry> backends() {
    return backends;
  }

  /** The kernels and implementations of all plugins. */
  public KernelCatalog catalog() {
    return catalog;
  }

  /** The operation libraries of all plugins. */
  public List<OpLibrary<?>> libraries() {
    return libraries;
  }

  /** The plugins that were left out, with the reason. */
  public List<RefusedPlugin> refusedPlugins() {
    return refusedPlugins;
  }

  /**
   * Selects a backend: the caller's, else that of the system property {@value Selection#PROPERTY}, else that of the
   * environment variable {@value Selection#ENVIRONMENT}, else the usable one of the highest rank. What is named is
   * taken or is an error, never replaced: an unknown id is an {@code InvalidCallException} with the nearest names, a
   * known one that cannot be used an {@link UnavailableException} with the reason.
   *
   * @param backendId the caller's choice, or null
   */
  public Selection select(@Nullable String backendId) {
    return new BackendSelector(backends, System::getProperty, System::getenv).select(backendId);
  }

  /** The settings that a selected backend takes, each with the values that it may have, the default first. */
  public Map<String, List<String>> settings(Selection selection) {
    return provider(selection).settings();
  }

  /**
   * The drivers through which a backend could reach a device here, by name, each with what it found; empty where it has only
   * one way, and where its provider failed before. An installed backend need not be usable to be asked. A provider that
   * throws, answers null or takes longer than 10 seconds is an {@link UnavailableException} that says so.
   *
   * @param backend one of {@link #backends()}
   */
  public Map<String, Availability> drivers(BackendEntry backend) {
    BackendProvider provider = providers.get(backend);
    return provider == null ? Map.of() : DriverQuestion.ask(provider, backend, PROBE_LIMIT);
  }

  private BackendProvider provider(Selection selection) {
    BackendProvider provider = providers.get(selection.backend());
    if (provider == null || selection.backend().state() != State.USABLE) {
      throw new IllegalArgumentException("the selection of '" + selection.backend().id()
          + "' is not of this installation");
    }
    return provider;
  }

  /** Opens a selected backend with all kernels, with the settings that system properties give it. */
  public Backend open(Selection selection) {
    return open(selection, Map.of());
  }

  /**
   * The same with these settings before those of system properties. One that the backend does not take, or a value that
   * it may not have, is an {@code InvalidCallException}.
   */
  public Backend open(Selection selection, Map<String, String> settings) {
    return open(selection, settings, catalog);
  }

  /** The same with these kernels in place of the installed ones. */
  public Backend open(Selection selection, Map<String, String> settings, KernelCatalog kernels) {
    BackendEntry entry = selection.backend();
    BackendProvider provider = provider(selection);
    LOG.log(System.Logger.Level.DEBUG,
        () -> "backend " + entry.id() + " on " + entry.device() + ", selected by "
            + selection.by() + ", from " + entry.jar());
    Backend backend = open(provider, entry, settings, kernels);
    if (!backend.id().equals(entry.id())) {
      String actual = backend.id();
      backend.close();
      throw new PluginException(
          Problem.of(RuntimeCodes.PLUGIN_CONTRACT, "a provider opened a backend of another id")
              .at(entry.jar())
              .expected(entry.id(), actual));
    }
    return backend;
  }

  private static Backend open(BackendProvider provider, BackendEntry entry,
      Map<String, String> settings, KernelCatalog kernels) {
    try {
      return Objects.requireNonNull(
          provider.open(kernels, Settings.resolve(provider, settings, System::getProperty)),
          "its provider opened null");
    } catch (AssayException stated) {
      throw stated;
    } catch (RuntimeException | LinkageError failure) {
      throw new UnavailableException(
          Problem.of(RuntimeCodes.BACKEND_UNAVAILABLE,
              "backend '" + entry.id() + "' failed to open: " + Reasons.of(failure))
              .at(entry.jar()),
          failure);
    }
  }

  private static void reportDuplicates(List<BackendEntry> entries, Problems problems) {
    Map<String, BackendEntry> byId = new LinkedHashMap<>();
    for (BackendEntry entry : entries) {
      // Without a rank the provider was never asked, or broke before it had one: its id may be no more than a class name.
      BackendEntry earlier = entry.rank() == null ? null : byId.putIfAbsent(entry.id(), entry);
      if (earlier != null) {
        problems.add(Problem
            .of(RuntimeCodes.BACKEND_DUPLICATE, "backend '" + entry.id() + "' is installed twice")
            .expected("one jar", earlier.jar() + " and " + entry.jar())
            .remedy("remove one of the two"));
      }
    }
  }

  private static void log(BackendEntry entry) {
    LOG.log(isBroken(entry) ? System.Logger.Level.WARNING : System.Logger.Level.DEBUG,
        () -> "backend " + entry.id() + " from " + entry.jar() + " is " + entry.state()
            + (entry.reason() == null ? "" : ": " + entry.reason()));
  }

  // Not working here is nothing to worry about; not fitting, or failing before it could say so, is.
  private static boolean isBroken(BackendEntry entry) {
    return entry.rank() == null || entry.state() == State.INCOMPATIBLE;
  }

  private static void log(RefusedPlugin plugin) {
    LOG.log(System.Logger.Level.WARNING,
        () -> "plugin " + plugin.className() + " from " + plugin.jar() + " was left out: "
            + plugin.reason());
  }
}
