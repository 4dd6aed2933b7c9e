/** The catalogue of kernels and the plain methods that call them. */
@org.jspecify.annotations.NullMarked module dev.assay.ops {
  requires transitive dev.assay.spi;

  exports dev.assay.ops;

  provides dev.assay.spi.provider.OpPlugin with dev.assay.ops.OpsPlugin;
}
