package acme.heap;

import dev.assay.parity.ParityOptions;
import dev.assay.parity.junit.KernelParity;
import dev.assay.spi.data.DType;

// snippet: parity
class HeapParityTest extends KernelParity {
  @Override
  protected String backend() {
    return HeapProvider.ID;
  }

  @Override
  protected String kernels() {
    return "assay:*";
  }

  @Override
  protected ParityOptions options() {
    // Golden cases, and a generated one for each size and layout that these do not show. What other dtypes add is
    // rounding, which the reference functions do.
    return ParityOptions.ALL.withDtype(DType.F32).withGenerated(1);
  }
}
// end
