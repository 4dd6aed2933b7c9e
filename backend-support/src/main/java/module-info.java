/** What all backends share: checking, baking, encoding, lifetimes and submissions over a small device port. */
@org.jspecify.annotations.NullMarked module dev.assay.backend.support {
  requires transitive dev.assay.spi;
  requires jdk.jfr;

  exports dev.assay.backend.support;
}
