package dev.assay.backend.support;

import dev.assay.spi.data.DType;
import dev.assay.spi.error.Codes;
import dev.assay.spi.error.InvalidCallException;
import dev.assay.spi.error.NearestNames;
import dev.assay.spi.error.PluginException;
import dev.assay.spi.error.Problem;
import dev.assay.spi.kernel.Implementation;
import dev.assay.spi.kernel.KernelCatalog;
import dev.assay.spi.kernel.KernelName;
import dev.assay.spi.kernel.KernelSource;
import java.util.ArrayList;
import java.util.List;

/** The implementations in one language that are in force: the catalog's and those added, with replaced sources. */
final class InstalledSources {
  private final String language;
  private volatile List<Implementation> implementations;

  InstalledSources(KernelCatalog catalog, String language) {
    this.language = language;
    this.implementations = catalog.kernels()
        .stream()
        .flatMap(kernel -> catalog.implementations(kernel.declaration().name()).stream())
        .map(KernelCatalog.Installed::implementation)
        .filter(implementation -> implementation.language().equals(language))
        .toList();
  }

  List<Implementation> of(KernelName kernel, DType dtype) {
    return implementations.stream()
        .filter(each -> each.kernel().equals(kernel) && each.dtype() == dtype)
        .toList();
  }

  /** Whether this is still the implementation of its name, with the source that it carries. */
  boolean isCurrent(Implementation implementation) {
    return implementations.contains(implementation);
  }

  synchronized void add(Implementation implementation, String origin) {
    if (!implementation.language().equals(language)) {
      throw new InvalidCallException(
          Problem.of(Codes.KERNEL_INVALID, "the implementation is in another language")
              .at("adding '" + implementation.name() + "' of " + implementation.kernel() + " from "
                  + origin)
              .expected("language '" + language + "'", "'" + implementation.language() + "'"));
    }
    boolean known = of(implementation.kernel(), implementation.dtype()).stream()
        .anyMatch(each -> each.name().equals(implementation.name()));
    if (known) {
      throw new PluginException(Problem
          .of(Codes.KERNEL_DUPLICATE,
              "kernel " + implementation.kernel() + " (" + implementation.dtype()
                  + ") has an implementation '" + implementation.name() + "' already")
          .at("adding it from " + origin)
          .remedy("give it another name, or replace its source"));
    }
    List<Implementation> more = new ArrayList<>(implementations);
    more.add(implementation);
    implementations = List.copyOf(more);
  }

  synchronized void replace(KernelSource source) {
    List<String> names = names();
    if (!names.contains(source.name())) {
      throw new InvalidCallException(
          Problem.of(Codes.KERNEL_UNKNOWN, "no source is called '" + source.name() + "'")
              .at("replacing a source")
              .remedy(NearestNames.advice(source.name(), names)));
    }
    implementations = implementations.stream()
        .map(each -> each.source().name().equals(source.name()) ? each.withSource(source) : each)
        .toList();
  }

  List<String> names() {
    return implementations.stream().map(each -> each.source().name()).distinct().toList();
  }
}
