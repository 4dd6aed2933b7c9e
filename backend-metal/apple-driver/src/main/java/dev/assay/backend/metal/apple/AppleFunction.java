package dev.assay.backend.metal.apple;

import dev.assay.backend.metal.apple.objc.Owned;
import dev.assay.backend.metal.driver.MetalFunction;

/**
 * A function with its constants.
 *
 * @param function the object
 */
record AppleFunction(Owned function) implements MetalFunction {
  @Override
  public void release() {
    function.close();
  }
}
