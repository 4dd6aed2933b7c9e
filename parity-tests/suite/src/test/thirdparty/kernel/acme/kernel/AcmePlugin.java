package acme.kernel;

import dev.assay.spi.kernel.KernelDeclaration;
import dev.assay.spi.op.OpLibrary;
import dev.assay.spi.provider.OpPlugin;
import java.util.List;

/** Brings swish. */
public final class AcmePlugin implements OpPlugin {
  @Override
  public List<KernelDeclaration> kernels() {
    return List.of(Swish.DECLARATION);
  }

  @Override
  public List<OpLibrary<?>> libraries() {
    return List.of(new OpLibrary<>(AcmeOps.class, AcmeOps::new));
  }
}
