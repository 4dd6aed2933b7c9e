/** The reference backend: runs the reference functions of the declarations, and is the oracle for every other backend. */
@org.jspecify.annotations.NullMarked module dev.assay.backend.referencecpu {
  requires transitive dev.assay.spi;
  requires dev.assay.backend.support;

  exports dev.assay.backend.referencecpu;

  provides dev.assay.spi.provider.BackendProvider with
      dev.assay.backend.referencecpu.ReferenceCpuProvider;
}
