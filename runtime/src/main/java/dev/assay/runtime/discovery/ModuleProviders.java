package dev.assay.runtime.discovery;

import dev.assay.spi.provider.SpiVersion;
import java.io.IOException;
import java.lang.module.ModuleDescriptor;
import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;

/**
 * Finds providers in the modules of layers. What a module states is read before its providers are asked for; the
 * class of a provider that does not fit may be loaded by ServiceLoader, but is never initialised or instantiated.
 *
 * @param <S> the provider interface
 */
final class ModuleProviders<S> {
  private final Class<S> service;
  private final Map<String, Origin> announced = new LinkedHashMap<>();
  private final Set<String> jars = new LinkedHashSet<>();
  private final List<Candidate<S>> found = new ArrayList<>();

  private ModuleProviders(Class<S> service) {
    this.service = service;
  }

  static <S> ModuleProviders<S> find(Class<S> service, List<ModuleLayer> layers) {
    ModuleProviders<S> providers = new ModuleProviders<>(service);
    Set<ModuleLayer> visited = new LinkedHashSet<>();
    layers.forEach(layer -> providers.announce(layer, visited));
    providers.announced.forEach((className, origin) -> {
      String refusal = origin.refusal();
      if (refusal != null) {
        providers.found.add(new Candidate.Refused<>(className, origin, refusal));
      }
    });
    for (ModuleLayer layer : layers) {
      providers.found
          .addAll(Services.drain(ServiceLoader.load(layer, service), providers.announced));
    }
    return providers;
  }

  /** What was found; a provider in a layer below two others comes twice. */
  List<Candidate<S>> found() {
    return List.copyOf(found);
  }

  /** Whether a module of this jar provides the service. */
  boolean isModule(String jar) {
    return jars.contains(jar);
  }

  /** Whether a module announces a provider class of this name. */
  boolean announces(String className) {
    return announced.containsKey(className);
  }

  private void announce(ModuleLayer layer, Set<ModuleLayer> visited) {
    if (!visited.add(layer)) {
      return;
    }
    for (Module module : layer.modules()) {
      for (ModuleDescriptor.Provides provides : module.getDescriptor().provides()) {
        if (provides.service().equals(service.getName())) {
          Origin origin = origin(module, layer);
          jars.add(origin.jar());
          provides.providers().forEach(className -> announced.putIfAbsent(className, origin));
        }
      }
    }
    layer.parents().forEach(parent -> announce(parent, visited));
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
      return new Origin(jar, null, null,
          "its " + SpiVersion.RESOURCE + " cannot be read: " + unreadable.getMessage());
    }
  }
}
