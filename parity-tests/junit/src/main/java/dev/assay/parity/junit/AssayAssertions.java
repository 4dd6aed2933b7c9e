package dev.assay.parity.junit;

import dev.assay.spi.op.Tensor;
import org.apiguardian.api.API;

/** The entry point of assertions on tensors, to be imported statically beside AssertJ's. */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class AssayAssertions {
  private AssayAssertions() {}

  /** Assertions on a tensor; they wait for the work that makes it. */
  public static TensorAssert assertThat(Tensor actual) {
    return new TensorAssert(actual);
  }
}
