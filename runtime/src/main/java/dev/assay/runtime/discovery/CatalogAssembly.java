package dev.assay.runtime.discovery;

import dev.assay.spi.data.DType;
import dev.assay.spi.error.Codes;
import dev.assay.spi.error.PluginException;
import dev.assay.spi.error.Problem;
import dev.assay.spi.error.Problems;
import dev.assay.spi.kernel.KernelCatalog;
import dev.assay.spi.kernel.KernelName;
import dev.assay.spi.op.OpLibrary;
import dev.assay.spi.provider.OpPlugin;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Puts together what plugins offer. A plugin that fails, or that implements a kernel nobody declares, is left out as a
 * whole and reported, and the rest stay; two plugins that claim the same name are an error, as neither can be preferred.
 */
final class CatalogAssembly {
  private final List<PluginContribution> contributions = new ArrayList<>();
  private final List<RefusedPlugin> refused = new ArrayList<>();
  private final List<OpLibrary<?>> libraries = new ArrayList<>();

  /** Asks every plugin. */
  CatalogAssembly(List<Candidate<OpPlugin>> candidates) {
    for (Candidate<OpPlugin> candidate : candidates) {
      switch (candidate) {
        case Candidate.Refused<OpPlugin>(var className, var origin, var reason) ->
            refused.add(new RefusedPlugin(className, origin.jar(), reason));
        case Candidate.Loadable<OpPlugin> loadable -> ask(loadable);
      }
    }
    while (dropMisfits()) {
      // What was dropped may have declared what another one implements.
    }
  }

  /** The plugins that were left out. */
  List<RefusedPlugin> refused() {
    return List.copyOf(refused);
  }

  /** The operation libraries; complete after {@link #build}. */
  List<OpLibrary<?>> libraries() {
    return List.copyOf(libraries);
  }

  /** The catalog; names claimed twice are added to the problems. */
  KernelCatalog build(Problems problems) {
    KernelCatalog.Builder catalog = KernelCatalog.builder();
    Map<Class<?>, String> claimed = new LinkedHashMap<>();
    for (PluginContribution contribution : contributions) {
      String jar = contribution.origin().jar();
      contribution.kernels().forEach(kernel -> catalog.kernel(kernel, jar));
      contribution.implementations()
          .forEach(implementation -> catalog.implementation(implementation, jar));
      for (OpLibrary<?> library : contribution.libraries()) {
        String earlier = claimed.putIfAbsent(library.type(), jar);
        if (earlier != null) {
          problems.add(Problem.of(Codes.KERNEL_DUPLICATE,
              "operation library " + library.type().getName() + " is registered twice")
              .expected("one origin", earlier + " and " + jar)
              .remedy("remove one of the two"));
        }
        libraries.add(library);
      }
    }
    try {
      return catalog.build();
    } catch (PluginException conflicts) {
      conflicts.problems().forEach(problems::add);
      return KernelCatalog.builder().build();
    }
  }

  // A plugin may throw anything, errors of linkage included, and must not take the rest along.
  private void ask(Candidate.Loadable<OpPlugin> candidate) {
    try {
      contributions.add(PluginContribution.of(candidate));
    } catch (VirtualMachineError fatal) {
      throw fatal;
    } catch (Throwable failure) {
      refused.add(new RefusedPlugin(candidate.className(), candidate.origin().jar(),
          "the plugin failed: " + Reasons.of(failure)));
    }
  }

  private boolean dropMisfits() {
    Map<KernelName, Set<DType>> declared = new HashMap<>();
    contributions.forEach(
        contribution -> contribution.kernels()
            .forEach(kernel -> declared.put(kernel.name(), kernel.dtypes())));
    return contributions.removeIf(contribution -> {
      var misfit = contribution.misfit(declared);
      misfit.ifPresent(reason -> refused
          .add(new RefusedPlugin(contribution.className(), contribution.origin().jar(), reason)));
      return misfit.isPresent();
    });
  }
}
