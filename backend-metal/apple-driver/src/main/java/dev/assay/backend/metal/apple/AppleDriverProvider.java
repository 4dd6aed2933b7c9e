package dev.assay.backend.metal.apple;

/** Offers Apple's Metal; in the making. */
public final class AppleDriverProvider {
  /** Called by the service loader. */
  public AppleDriverProvider() {}
}
