package acme.application;

import acme.kernel.AcmeOps;
import dev.assay.ops.Ops;
import dev.assay.runtime.Assay;
import dev.assay.spi.kernel.KernelCatalog;
import dev.assay.spi.op.Tensor;
import dev.assay.spi.op.TensorScope;
import java.util.Arrays;

/** Computes with Acme's kernel and with Assay's, on the backend of highest rank and on each named one; prints lines. */
public final class Application {
  private Application() {}

  public static void main(String[] backends) {
    System.out.println("named " + Application.class.getModule().isNamed());
    try (Assay assay = Assay.open()) {
      System.out.println("by rank " + assay.backend().id() + " on " + assay.backend().device());
      assay.installation().backends().forEach(entry ->
          System.out.println("backend " + entry.id() + " " + entry.version() + " " + entry.state() + " " + entry.jar()));
      assay.installation().refusedPlugins().forEach(plugin -> System.out.println("refused " + plugin));
      for (KernelCatalog.Kernel kernel : assay.catalog().kernels()) {
        if (kernel.declaration().name().namespace().equals("acme")) {
          System.out.println("kernel " + kernel.declaration().name() + " " + kernel.origin());
        }
      }
    }
    for (String backend : backends) {
      try (Assay assay = Assay.open(backend); TensorScope scope = assay.scope()) {
        Tensor x = scope.tensor(new float[] {-1, 0, 1, 2}, 2, 2);
        Tensor swish = scope.ops(AcmeOps.class).swish(x, 1);
        Tensor product = scope.ops(Ops.class).matmul(swish, x);
        System.out.println(assay.backend().id() + " swish " + Arrays.toString(swish.toFloatArray()));
        System.out.println(assay.backend().id() + " matmul " + Arrays.toString(product.toFloatArray()));
      }
    }
  }
}
