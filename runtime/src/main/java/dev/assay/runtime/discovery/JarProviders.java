package dev.assay.runtime.discovery;

import dev.assay.spi.provider.SpiVersion;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URL;
import java.net.URLConnection;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;

/**
 * Finds providers in the jars and folders that a class loader sees, one at a time. What a jar states is read before any
 * of its classes load; a jar that does not fit is never looked into.
 *
 * @param <S> the provider interface
 */
final class JarProviders<S> {
  private static final int MOST_BYTES = 1 << 16;

  private final Class<S> service;
  private final String serviceFile;
  private final ClassLoader loader;
  private final ModuleProviders<S> modules;
  private final Map<String, String> refusals = new HashMap<>();
  private final List<Candidate<S>> found = new ArrayList<>();

  private JarProviders(Class<S> service, ClassLoader loader, ModuleProviders<S> modules) {
    this.service = service;
    this.serviceFile = "META-INF/services/" + service.getName();
    this.loader = loader;
    this.modules = modules;
  }

  /** The candidates that are not in modules already. */
  static <S> List<Candidate<S>> find(Class<S> service, ClassLoader loader,
      ModuleProviders<S> modules) {
    JarProviders<S> providers = new JarProviders<>(service, loader, modules);
    Map<String, URL> statements = providers.byRoot(SpiVersion.RESOURCE);
    Map<Origin, URL> files = new LinkedHashMap<>();
    providers.byRoot(providers.serviceFile).forEach((root, file) -> {
      String jar = Origin.label(root);
      if (!modules.isModule(jar)) {
        files.put(origin(jar, statements.get(root)), file);
      }
    });
    for (Origin origin : files.keySet()) {
      String refusal = origin.refusal();
      if (refusal != null) {
        providers.refusals.put(origin.jar(), refusal);
      }
    }
    files.forEach(providers::look);
    return providers.found;
  }

  private void look(Origin origin, URL file) {
    List<String> names;
    try {
      names = names(file);
    } catch (IOException unreadable) {
      found.add(new Candidate.Refused<>(origin.jar(), origin,
          serviceFile + " cannot be read: " + unreadable.getMessage()));
      return;
    }
    Services<S> services = new Services<>(origin, names);
    String refusal = origin.refusal();
    if (refusal == null) {
      services.takeAll(ServiceLoader.load(service, new OneJarLoader(loader, serviceFile, file)),
          this::refusal);
      // ServiceLoader passes over classes of named modules without a word.
      if (loader instanceof PluginLoader) {
        services.refuseRest("its class is a part of Assay and comes from there",
            className -> false);
      } else {
        services.refuseRest("its class lies in a module of a layer that is not searched",
            modules::announces);
      }
    } else {
      services.refuseRest(refusal, className -> false);
    }
    found.addAll(services.found());
  }

  /** A class of two jars comes from the first, whichever of them announced it. */
  private @Nullable String refusal(Class<?> type) {
    String jar = Origin.jarOf(type);
    if (loader instanceof PluginLoader && !loader.equals(type.getClassLoader())) {
      return "its class is a part of Assay and comes from " + jar;
    }
    String refusal = refusals.get(jar);
    return refusal == null ? null : "its class comes from " + jar + ": " + refusal;
  }

  /** The URLs of a resource by what comes before its name: the jar or folder. */
  private Map<String, URL> byRoot(String resource) {
    Map<String, URL> byRoot = new LinkedHashMap<>();
    try {
      for (URL url : Collections.list(loader.getResources(resource))) {
        String text = url.toString();
        byRoot.putIfAbsent(text.substring(0, text.length() - resource.length()), url);
      }
    } catch (IOException unreadable) {
      Origin origin = new Origin(loader.toString(), null, null, null);
      found.add(new Candidate.Refused<>(loader.toString(), origin,
          "its " + resource + " cannot be looked up: " + unreadable.getMessage()));
    }
    return byRoot;
  }

  private static Origin origin(String jar, @Nullable URL statement) {
    try {
      return Origin.of(jar, statement == null ? null : open(statement));
    } catch (IOException unreadable) {
      return Origin.unreadable(jar, unreadable);
    }
  }

  /** The class names in a service file; only ServiceLoader judges them. */
  private static List<String> names(URL file) throws IOException {
    byte[] bytes;
    try (InputStream in = open(file)) {
      bytes = in.readNBytes(MOST_BYTES + 1);
    }
    if (bytes.length > MOST_BYTES) {
      throw new IOException("it is longer than " + MOST_BYTES + " bytes");
    }
    return new BufferedReader(
        new InputStreamReader(new ByteArrayInputStream(bytes), StandardCharsets.UTF_8)).lines()
        .map(line -> line.replaceFirst("#.*", "").strip())
        .filter(line -> !line.isEmpty())
        .distinct()
        .toList();
  }

  private static InputStream open(URL url) throws IOException {
    // The cache would keep plugin jars open for as long as the process lives.
    URLConnection connection = url.openConnection();
    connection.setUseCaches(false);
    return connection.getInputStream();
  }
}
