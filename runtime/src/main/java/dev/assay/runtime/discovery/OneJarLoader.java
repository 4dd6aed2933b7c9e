package dev.assay.runtime.discovery;

import java.io.IOException;
import java.net.URL;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;

/**
 * Shows {@link java.util.ServiceLoader} the services of a single jar: classes come from the delegate, but only one
 * service file is visible. So a jar that does not fit is never looked into, and every failure has a jar to be blamed on.
 * The delegate is no parent: through one, ServiceLoader would find named modules too, once for each jar.
 */
final class OneJarLoader extends ClassLoader {
  private final ClassLoader delegate;
  private final String serviceFile;
  private final URL visible;

  OneJarLoader(ClassLoader delegate, String serviceFile, URL visible) {
    super(null);
    this.delegate = delegate;
    this.serviceFile = serviceFile;
    this.visible = visible;
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    return delegate.loadClass(name);
  }

  @Override
  public Enumeration<URL> getResources(String name) throws IOException {
    return name.equals(serviceFile)
        ? Collections.enumeration(List.of(visible))
        : delegate.getResources(name);
  }
}
