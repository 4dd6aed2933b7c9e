package acme.heap;

import dev.assay.parity.junit.KernelParity;

// snippet: parity
class HeapParityTest extends KernelParity {
  @Override
  protected String backend() {
    return HeapProvider.ID;
  }

  @Override
  protected String kernels() {
    return "assay:softmax*";
  }
}
// end
