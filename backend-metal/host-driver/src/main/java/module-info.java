/** Metal's objects on the CPU. */
module dev.assay.backend.metal.host {
  requires transitive dev.assay.backend.metal;
  requires static transitive org.jspecify;

  exports dev.assay.backend.metal.host;

  provides dev.assay.backend.metal.driver.MetalDriverProvider
      with dev.assay.backend.metal.host.HostDriverProvider;
}
