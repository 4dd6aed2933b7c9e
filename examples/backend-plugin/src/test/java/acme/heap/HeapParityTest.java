package acme.heap;

import dev.assay.parity.ParityOptions;
import dev.assay.parity.junit.KernelParity;
import dev.assay.spi.data.DType;
import dev.assay.spi.kernel.Implementation;
import java.util.List;
import java.util.Set;

// snippet: parity
class HeapParityTest extends KernelParity {
  @Override
  protected List<String> backends() {
    return List.of(HeapProvider.ID);
  }

  @Override
  protected Set<String> untriedLanguages() {
    // The device runs reference functions: of texts in MSL this test says nothing.
    return Set.of(Implementation.MSL);
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
