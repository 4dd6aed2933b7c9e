package acme.layerscale;

import dev.assay.spi.kernel.Implementation;
import dev.assay.spi.kernel.KernelDeclaration;
import dev.assay.spi.op.OpLibrary;
import dev.assay.spi.provider.OpPlugin;
import java.util.List;

// snippet: plugin
/** What this jar offers; named in META-INF/services. */
public final class LayerScalePlugin implements OpPlugin {
  /** Called by the service loader. */
  public LayerScalePlugin() {}

  @Override
  public List<KernelDeclaration> kernels() {
    return List.of(LayerScale.DECLARATION);
  }

  @Override
  public List<Implementation> implementations() {
    return LayerScaleMsl.implementations();
  }

  @Override
  public List<OpLibrary<?>> libraries() {
    return List.of(new OpLibrary<>(LayerScaleOps.class, LayerScaleOps::new));
  }
}
// end
