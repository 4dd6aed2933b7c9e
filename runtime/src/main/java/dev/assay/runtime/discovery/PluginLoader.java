package dev.assay.runtime.discovery;

import dev.assay.spi.provider.SpiVersion;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Loads one plugin jar. It shares with the application only what carries Assay's contracts, and has the JDK and its own
 * jar besides (with the libraries that its manifest's {@code Class-Path} names), so that no two plugins can disagree
 * about a library. Libraries bring no providers: a plugin is what was asked for, and no more. ADR 0008 says why.
 */
final class PluginLoader extends URLClassLoader {
  static {
    registerAsParallelCapable();
  }

  /** Where Assay's own classes come from, also when a plugin contains copies of them. */
  private static final String SHARED = "dev.assay.";

  private static final ClassLoader ASSAY = PluginLoader.class.getClassLoader();
  private static final ClassLoader JDK = ClassLoader.getPlatformClassLoader();

  private final String root;

  private PluginLoader(Path jar, URL url) {
    super("plugin " + jar, new URL[] {url}, JDK);
    this.root = "jar:" + url + "!/";
  }

  /** A loader of this jar, which is there and readable. */
  static PluginLoader of(Path jar) {
    try {
      return new PluginLoader(jar, jar.toUri().toURL());
    } catch (MalformedURLException impossible) {
      throw new IllegalArgumentException("the path of a file is no URL: " + jar, impossible);
    }
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    Class<?> type = name.startsWith(SHARED) ? orNull(ASSAY, name) : ofJdk(name);
    if (type != null) {
      return type;
    }
    synchronized (getClassLoadingLock(name)) {
      Class<?> loaded = findLoadedClass(name);
      return loaded == null ? findClass(name) : loaded;
    }
  }

  /** A class of the JDK. Its loader also hands out classes of the application's modules, which are not for plugins. */
  private static @Nullable Class<?> ofJdk(String name) {
    Class<?> type = orNull(JDK, name);
    return type == null || type.getClassLoader() == null || JDK.equals(type.getClassLoader())
        ? type
        : null;
  }

  private static @Nullable Class<?> orNull(ClassLoader loader, String name) {
    try {
      return loader.loadClass(name);
    } catch (ClassNotFoundException none) {
      return null;
    }
  }

  @Override
  public Enumeration<URL> findResources(String name) throws IOException {
    Enumeration<URL> all = super.findResources(name);
    if (!name.startsWith("META-INF/services/" + SHARED) && !name.equals(SpiVersion.RESOURCE)) {
      return all;
    }
    List<URL> own = Collections.list(all)
        .stream()
        .filter(url -> url.toString().startsWith(root))
        .toList();
    return Collections.enumeration(own);
  }
}
