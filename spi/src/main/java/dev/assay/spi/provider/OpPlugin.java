package dev.assay.spi.provider;

import dev.assay.spi.kernel.Implementation;
import dev.assay.spi.kernel.KernelDeclaration;
import dev.assay.spi.op.OpLibrary;
import java.util.List;
import org.apiguardian.api.API;

/** Offers kernels, implementations of its own or others' kernels, and operation libraries: any of these. */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public interface OpPlugin {
  /** Kernels that this jar declares. */
  default List<KernelDeclaration> kernels() {
    return List.of();
  }

  /** Implementations of any jar's kernels. */
  default List<Implementation> implementations() {
    return List.of();
  }

  /** Classes with operations on tensors. */
  default List<OpLibrary<?>> libraries() {
    return List.of();
  }
}
