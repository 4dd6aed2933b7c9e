/**
 * What an application opens: finds backends and plugins, selects a backend, composes everything with Guice, and runs
 * operations on tensors.
 */
@org.jspecify.annotations.NullMarked module dev.assay.runtime {
  requires transitive com.google.guice;
  // Guice is an automatic module and cannot ask for these two itself.
  requires com.google.common;
  requires transitive jakarta.inject;
  requires static org.jspecify;
  requires dev.assay.ops;
  requires transitive dev.assay.spi;

  exports dev.assay.runtime;
  exports dev.assay.runtime.discovery;

  uses dev.assay.spi.provider.BackendProvider;
  uses dev.assay.spi.provider.OpPlugin;
}
