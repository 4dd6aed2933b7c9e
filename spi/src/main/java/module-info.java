/**
 * Contracts and data of Assay: kernel declarations, implementations, backends, operations, providers, errors. Depends
 * on nothing at run time.
 */
@org.jspecify.annotations.NullMarked module dev.assay.spi {
  requires static transitive org.apiguardian.api;
  requires static transitive org.jspecify;

  exports dev.assay.spi.backend;
  exports dev.assay.spi.data;
  exports dev.assay.spi.error;
  exports dev.assay.spi.kernel;
  exports dev.assay.spi.op;
  exports dev.assay.spi.provider;
}
