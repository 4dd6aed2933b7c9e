/** The Metal backend, over whichever driver is installed. */
module dev.assay.backend.metal {
  requires transitive dev.assay.msl;
  requires transitive dev.assay.spi;
  requires dev.assay.backend.support;
  requires static transitive org.apiguardian.api;
  requires static transitive org.jspecify;

  exports dev.assay.backend.metal;
  exports dev.assay.backend.metal.driver;
  exports dev.assay.backend.metal.driver.idle;
  exports dev.assay.backend.metal.driver.recording;

  uses dev.assay.backend.metal.driver.MetalDriverProvider;

  provides dev.assay.spi.provider.BackendProvider with dev.assay.backend.metal.MetalProvider;
}
