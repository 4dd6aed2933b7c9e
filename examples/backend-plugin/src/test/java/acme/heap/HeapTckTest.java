package acme.heap;

import dev.assay.parity.junit.BackendTck;
import dev.assay.spi.provider.BackendProvider;

// snippet: tck
class HeapTckTest extends BackendTck {
  @Override
  protected BackendProvider provider() {
    return new HeapProvider();
  }
}
// end
