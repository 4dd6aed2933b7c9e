/** The Metal backend, over whichever driver is installed. */
module dev.assay.backend.metal {
  requires transitive dev.assay.msl;
  requires transitive dev.assay.spi;
  requires dev.assay.backend.support;
  requires static transitive org.apiguardian.api;
  requires static transitive org.jspecify;

  exports dev.assay.backend.metal.driver;

  uses dev.assay.backend.metal.driver.MetalDriverProvider;
}
