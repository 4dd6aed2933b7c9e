/** Metal.framework, driven from Java alone. */
module dev.assay.backend.metal.apple {
  requires transitive dev.assay.backend.metal;
  requires static transitive org.jspecify;

  exports dev.assay.backend.metal.apple;
  exports dev.assay.backend.metal.apple.objc;

  provides dev.assay.backend.metal.driver.MetalDriverProvider
      with dev.assay.backend.metal.apple.AppleDriverProvider;
}
