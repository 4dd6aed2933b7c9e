package dev.assay.runtime.discovery;

import dev.assay.spi.data.DType;
import dev.assay.spi.kernel.Implementation;
import dev.assay.spi.kernel.KernelDeclaration;
import dev.assay.spi.kernel.KernelName;
import dev.assay.spi.op.OpLibrary;
import dev.assay.spi.provider.OpPlugin;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Everything that one plugin offers, asked for once. */
record PluginContribution(
    String className,
    Origin origin,
    List<KernelDeclaration> kernels,
    List<Implementation> implementations,
    List<OpLibrary<?>> libraries) {

  /** Asks a plugin; whatever it throws comes through, and a null in its answers is a NullPointerException. */
  static PluginContribution of(Candidate.Loadable<OpPlugin> candidate) {
    OpPlugin plugin = candidate.instance().get();
    return new PluginContribution(candidate.className(), candidate.origin(),
        List.copyOf(plugin.kernels()),
        List.copyOf(plugin.implementations()), List.copyOf(plugin.libraries()));
  }

  /** Why it cannot be taken in beside kernels of these names and dtypes. */
  Optional<String> misfit(Map<KernelName, Set<DType>> declared) {
    for (Implementation implementation : implementations) {
      Set<DType> dtypes = declared.get(implementation.kernel());
      String what =
          "its implementation '" + implementation.name() + "' is for " + implementation.kernel();
      if (dtypes == null) {
        return Optional.of(what + ", which nobody declares");
      }
      if (!dtypes.contains(implementation.dtype())) {
        return Optional
            .of(what + " in " + implementation.dtype() + ", which exists only in " + dtypes);
      }
    }
    return Optional.empty();
  }
}
