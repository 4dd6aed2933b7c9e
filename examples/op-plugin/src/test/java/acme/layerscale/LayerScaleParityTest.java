package acme.layerscale;

import dev.assay.parity.junit.KernelParity;

// snippet: parity
class LayerScaleParityTest extends KernelParity {
  @Override
  protected String kernels() {
    return "acme:*";
  }
}
// end
