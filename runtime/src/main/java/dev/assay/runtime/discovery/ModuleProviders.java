package dev.assay.runtime.discovery;

import dev.assay.spi.provider.SpiVersion;
import java.io.IOException;
import java.lang.module.ModuleDescriptor;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.ServiceLoader;
import java.util.Set;

/**
 * Finds providers in the modules of layers and of the layers below. What a module states is read before its providers
 * are asked for; ServiceLoader may load the class of a provider that does not fit on the way to another, but nothing
 * initialises or instantiates it.
 *
 * @param <S> the provider interface
 */
final class ModuleProviders<S> {
  private final Class<S> service;
  private final Set<ModuleLayer> visited = new HashSet<>();
  private final Set<String> jars = new HashSet<>();
  private final Set<String> classNames = new HashSet<>();
  private final List<Candidate<S>> found = new ArrayList<>();

  ModuleProviders(Class<S> service, List<ModuleLayer> layers) {
    this.service = service;
    layers.forEach(this::visit);
  }

  /** What was found. */
  List<Candidate<S>> found() {
    return List.copyOf(found);
  }

  /** Whether a module of this jar provides the service. */
  boolean isModule(String jar) {
    return jars.contains(jar);
  }

  /** Whether a module announces a provider class of this name. */
  boolean announces(String className) {
    return classNames.contains(className);
  }

  private void visit(ModuleLayer layer) {
    if (!visited.add(layer)) {
      return;
    }
    for (Module module : layer.modules()) {
      for (ModuleDescriptor.Provides provides : module.getDescriptor().provides()) {
        if (provides.service().equals(service.getName())) {
          look(module, layer, provides.providers());
        }
      }
    }
    layer.parents().forEach(this::visit);
  }

  private void look(Module module, ModuleLayer layer, List<String> providers) {
    Origin origin = origin(module, layer);
    jars.add(origin.jar());
    classNames.addAll(providers);
    Services<S> services = new Services<>(origin, providers);
    String refusal = origin.refusal();
    if (refusal == null) {
      services.takeFrom(module, ServiceLoader.load(layer, service));
      // ServiceLoader shows only what such a method returns.
      refusal = "it is offered by a static provider() method, which hides its class:"
          + " give the class a public constructor without arguments";
    }
    services.refuseRest(refusal, className -> false);
    found.addAll(services.found());
  }

  private static Origin origin(Module module, ModuleLayer layer) {
    String name = module.getName();
    String jar = layer.configuration()
        .findModule(name)
        .flatMap(resolved -> resolved.reference().location())
        .map(URI::toString)
        .map(Origin::label)
        .orElse("module " + name);
    try {
      return Origin.of(jar, module.getResourceAsStream(SpiVersion.RESOURCE));
    } catch (IOException unreadable) {
      return Origin.unreadable(jar, unreadable);
    }
  }
}
