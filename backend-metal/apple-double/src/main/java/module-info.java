/** A double of Apple's Metal, for tests of the driver. */
module dev.assay.backend.metal.apple.doubled {
  requires transitive dev.assay.backend.metal.apple;
  requires static transitive org.jspecify;

  exports dev.assay.backend.metal.apple.doubled;

  uses dev.assay.backend.metal.driver.MetalDriverProvider;
}
