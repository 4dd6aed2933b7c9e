package dev.assay.parity.mutants;

import dev.assay.parity.ParityOptions;
import dev.assay.parity.ParityRun;
import dev.assay.spi.backend.Backend;
import dev.assay.spi.kernel.KernelCatalog;
import dev.assay.spi.kernel.KernelDeclaration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import org.apiguardian.api.API;

/**
 * Measures the kit: makes everything that it judges wrong, one thing at a time, and sees whether a parity run fails.
 * Kernels and their declarations are mutated one by one; the device and what commands it are tried on one kernel after the
 * other until one shows the mutant. Immutable; one run at a time.
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class MutantRun {
  /** Told how far a run is. */
  @FunctionalInterface
  public interface Progress {
    /** So many of all mutants have been tried. */
    void tried(int done, int all);
  }

  private final Function<KernelCatalog, Backend> opener;
  private final KernelCatalog truth;

  /**
   * A run for these kernels.
   *
   * @param opener opens the backend under trial with other kernels, each time a new one, which the run closes
   * @param truth the right kernels
   */
  public MutantRun(Function<KernelCatalog, Backend> opener, KernelCatalog truth) {
    this.opener = opener;
    this.truth = truth;
  }

  /** As {@link #run(ParityOptions, Progress)}, telling nobody. */
  public MutantReport run(ParityOptions options) {
    return run(options, (done, all) -> {});
  }

  /**
   * Tries every mutant. Of the options count the kernels, which are the ones that are made wrong, the modes of mutants of
   * the device, the seed and the checks that are off. A backend that fails without any mutant is a {@code DeviceException}.
   */
  public MutantReport run(ParityOptions options, Progress progress) {
    List<Mutant> mutants = mutants(options);
    List<MutantReport.Tried> tried = new ArrayList<>();
    List<MutantReport.Equivalent> equivalent = new ArrayList<>();
    for (int i = 0; i < mutants.size(); i++) {
      Mutant mutant = mutants.get(i);
      String equivalence = mutant.equivalence();
      if (equivalence.isEmpty()) {
        tried.add(new MutantReport.Tried(mutant.name(), mutant.family(), mutant.operator(),
            !mutant.survives(options)));
      } else {
        equivalent.add(new MutantReport.Equivalent(mutant.name(), equivalence));
      }
      progress.tried(i + 1, mutants.size());
    }
    return new MutantReport(tried, equivalent);
  }

  private List<Mutant> mutants(ParityOptions options) {
    List<KernelDeclaration> kernels;
    try (Backend backend = opener.apply(truth)) {
      kernels = new ParityRun(backend).kernels(options);
    }
    Baseline baseline = new Baseline();
    List<Mutant> mutants = new ArrayList<>(
        new WrongDevices(() -> opener.apply(truth), probes(kernels), baseline).all());
    for (KernelDeclaration kernel : kernels) {
      mutants.addAll(new WrongKernels(opener, truth, kernel, options.seed(), baseline).all());
    }
    return mutants;
  }

  /** Kernels to try a device on: those that are asked for before all others, and those with most to get wrong first. */
  private List<KernelDeclaration> probes(List<KernelDeclaration> chosen) {
    return truth.kernels()
        .stream()
        .map(KernelCatalog.Kernel::declaration)
        .sorted(Comparator.comparing((KernelDeclaration kernel) -> !chosen.contains(kernel))
            .thenComparing(kernel -> kernel.inPlace().isEmpty())
            .thenComparing(kernel -> KernelParts.inputs(kernel).size() != 2))
        .toList();
  }
}
