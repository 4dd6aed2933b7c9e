package dev.assay.cli;

import dev.assay.msl.reader.MslSource;
import dev.assay.msl.reader.text.SourcePart;
import dev.assay.runtime.RuntimeCodes;
import dev.assay.spi.error.InvalidInputException;
import dev.assay.spi.error.Problem;
import dev.assay.spi.error.Problems;
import dev.assay.spi.kernel.Implementation;
import dev.assay.spi.kernel.KernelCatalog;
import dev.assay.spi.kernel.KernelSource;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The texts in MSL that the implementations of jars named with {@code --plugin} are made from. */
final class PluginSources {
  private PluginSources() {}

  /**
   * Each source once, jar by jar in the order given.
   *
   * @throws InvalidInputException naming every jar that brings none
   */
  static List<KernelSource> of(Session session) {
    List<Path> jars = session.searchPath().plugins();
    if (jars.isEmpty()) {
      return List.of();
    }
    Map<String, Set<KernelSource>> byJar = byJar(session.discover().catalog());
    Problems problems = new Problems("msl check");
    Set<KernelSource> all = new LinkedHashSet<>();
    for (Path jar : jars) {
      Set<KernelSource> own = byJar.getOrDefault(origin(jar), Set.of());
      if (own.isEmpty()) {
        problems.add(
            Problem.of(RuntimeCodes.PLUGIN_FOREIGN, "the jar brings no kernel in MSL")
                .at(jar.toString())
                .remedy("leave it out: there is nothing in it to check"));
      }
      all.addAll(own);
    }
    problems.throwIfAny(InvalidInputException::new);
    return new ArrayList<>(all);
  }

  /** The source as backends hand it to the compiler: without include folders or macros from outside. */
  static MslSource text(KernelSource source) {
    return MslSource.of(
        source.parts()
            .stream()
            .map(part -> SourcePart.of(part.name(), part.text()))
            .toArray(SourcePart[]::new));
  }

  private static Map<String, Set<KernelSource>> byJar(KernelCatalog catalog) {
    Map<String, Set<KernelSource>> byJar = new LinkedHashMap<>();
    for (KernelCatalog.Kernel kernel : catalog.kernels()) {
      for (KernelCatalog.Installed each : catalog.implementations(kernel.declaration().name())) {
        if (each.implementation().language().equals(Implementation.MSL)) {
          byJar.computeIfAbsent(each.origin(), jar -> new LinkedHashSet<>())
              .add(each.implementation().source());
        }
      }
    }
    return byJar;
  }

  /** A jar as discovery calls it; discovery has refused what cannot be read. */
  private static String origin(Path jar) {
    try {
      return jar.toRealPath().toString();
    } catch (IOException gone) {
      return jar.toString();
    }
  }
}
