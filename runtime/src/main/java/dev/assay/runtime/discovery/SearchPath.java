package dev.assay.runtime.discovery;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Where providers are looked for: jars that class loaders see, modules of layers (with the layers below them), and jars
 * named one by one. Immutable.
 *
 * @param loaders class loaders, without repetition
 * @param layers module layers, without repetition
 * @param plugins jars that are loaded for this purpose; see {@link #andPlugin}
 */
public record SearchPath(
    List<ClassLoader> loaders,
    List<ModuleLayer> layers,
    List<Path> plugins) {
  /** Copies the lists. */
  public SearchPath {
    loaders = List.copyOf(loaders);
    layers = List.copyOf(layers);
    plugins = List.copyOf(plugins);
  }

  /** The class path and the module path: this class's loader and layer, and the thread's context class loader. */
  public static SearchPath standard() {
    Set<ClassLoader> loaders = new LinkedHashSet<>();
    loaders.add(SearchPath.class.getClassLoader());
    ClassLoader context = Thread.currentThread().getContextClassLoader();
    if (context != null) {
      loaders.add(context);
    }
    @Nullable ModuleLayer own = SearchPath.class.getModule().getLayer();
    return new SearchPath(List.copyOf(loaders), List.of(own == null ? ModuleLayer.boot() : own),
        List.of());
  }

  /** Nothing but what is added with {@code and}. */
  public static SearchPath empty() {
    return new SearchPath(List.of(), List.of(), List.of());
  }

  /** Also what this class loader sees outside named modules, such as a plugin's jar. */
  public SearchPath and(ClassLoader loader) {
    List<ClassLoader> more = new ArrayList<>(loaders);
    more.add(loader);
    return new SearchPath(more, layers, plugins);
  }

  /**
   * Also this jar, in a class loader of its own: it sees Assay, the JDK and the libraries that its manifest's {@code
   * Class-Path} names, and no other plugin. Unlike a jar that merely lies on a path it must be readable, provide
   * something and fit, or discovery is an error.
   */
  public SearchPath andPlugin(Path jar) {
    List<Path> more = new ArrayList<>(plugins);
    more.add(jar);
    return new SearchPath(loaders, layers, more);
  }

  /** Also the modules of this layer. */
  public SearchPath and(ModuleLayer layer) {
    List<ModuleLayer> more = new ArrayList<>(layers);
    more.add(layer);
    return new SearchPath(loaders, more, plugins);
  }
}
