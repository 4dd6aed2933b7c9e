package dev.assay.cli;

import dev.assay.cli.output.Count;
import dev.assay.runtime.discovery.BackendEntry;
import dev.assay.runtime.discovery.Installation;
import dev.assay.runtime.discovery.RefusedPlugin;
import dev.assay.spi.kernel.KernelCatalog;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A jar with kernels, implementations or backends.
 *
 * @param jar where it lies
 * @param kernels how many it declares
 * @param implementations how many it brings, of its own and others' kernels
 * @param backends the ids of its backends
 * @param reason why it, or a plugin in it, was left out; null where nothing was
 */
record InstalledJar(
    String jar,
    int kernels,
    int implementations,
    List<String> backends,
    @Nullable String reason) {
  /** Copies the list. */
  InstalledJar {
    backends = List.copyOf(backends);
  }

  /** A jar of which nothing is used. */
  static InstalledJar refused(String jar, String reason) {
    return new InstalledJar(jar, 0, 0, List.of(), reason);
  }

  /** The jars of an installation, by path. */
  static Collection<InstalledJar> of(Installation installation) {
    Map<String, InstalledJar> jars = new TreeMap<>();
    KernelCatalog catalog = installation.catalog();
    for (KernelCatalog.Kernel kernel : catalog.kernels()) {
      add(jars, new InstalledJar(kernel.origin(), 1, 0, List.of(), null));
      for (KernelCatalog.Installed each : catalog.implementations(kernel.declaration().name())) {
        add(jars, new InstalledJar(each.origin(), 0, 1, List.of(), null));
      }
    }
    for (BackendEntry backend : installation.backends()) {
      add(jars, new InstalledJar(backend.jar(), 0, 0, List.of(backend.id()), null));
    }
    for (RefusedPlugin plugin : installation.refusedPlugins()) {
      add(jars, refused(plugin.jar(), plugin.className() + ": " + plugin.reason()));
    }
    return jars.values();
  }

  private static void add(Map<String, InstalledJar> jars, InstalledJar more) {
    jars.merge(more.jar, more, InstalledJar::and);
  }

  private InstalledJar and(InstalledJar more) {
    List<String> both = new ArrayList<>(backends);
    both.addAll(more.backends);
    return new InstalledJar(jar, kernels + more.kernels, implementations + more.implementations,
        both, reason == null ? more.reason
            : more.reason == null ? reason
            : reason + "; " + more.reason);
  }

  /** What it holds, in words for a person. */
  String describe() {
    List<String> parts = new ArrayList<>();
    if (kernels > 0) {
      parts.add(Count.of(kernels, "kernel"));
    }
    if (implementations > 0) {
      parts.add(Count.of(implementations, "implementation"));
    }
    for (String backend : backends) {
      parts.add("backend " + backend);
    }
    if (reason != null) {
      parts.add("left out: " + reason);
    }
    return String.join(", ", parts);
  }
}
