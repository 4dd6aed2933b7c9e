package dev.assay.parity;

import dev.assay.parity.trial.check.Check;
import dev.assay.parity.trial.check.Checks;
import dev.assay.spi.backend.Backend;
import dev.assay.spi.data.DType;
import dev.assay.spi.error.Codes;
import dev.assay.spi.error.InvalidCallException;
import dev.assay.spi.error.NearestNames;
import dev.assay.spi.error.Problem;
import dev.assay.spi.error.Problems;
import dev.assay.spi.kernel.KernelCatalog;
import dev.assay.spi.kernel.KernelDeclaration;
import java.util.List;
import org.apiguardian.api.API;

/**
 * Measures a backend: every kernel of its catalog, for every dtype and implementation, in every mode, on golden and
 * generated cases. On the oracle expected values are the golden ones, and generated cases give in every mode the bits that
 * the reference function gives outside the backend; on any other backend they come as near as the tolerance says.
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class ParityRun {
  private ParityRun() {}

  /** The name of every check. */
  public static List<String> checks() {
    return Checks.ALL.stream().map(Check::name).toList();
  }

  /**
   * Runs what the options ask for. A glob that no kernel fits and a check that does not exist are errors that offer the
   * nearest names.
   */
  public static ParityReport of(Backend backend, ParityOptions options) {
    List<KernelDeclaration> kernels = kernels(backend, options);
    Tally tally = new Tally(options.expectedFailures());
    try (TrialBench bench = bench(backend, options)) {
      for (KernelDeclaration kernel : kernels) {
        for (DType dtype : kernel.dtypes()) {
          if (options.dtype() == null || options.dtype() == dtype) {
            new KernelTrials(backend, bench, tally, kernel, dtype, options).run();
          }
        }
      }
    }
    return tally.report(backend, options);
  }

  private static TrialBench bench(Backend backend, ParityOptions options) {
    return new TrialBench(backend, Checks.ALL.stream()
        .filter(check -> !options.checksOff().contains(check.name()))
        .toList());
  }

  private static List<KernelDeclaration> kernels(Backend backend, ParityOptions options) {
    List<KernelDeclaration> all = backend.registry()
        .catalog()
        .kernels()
        .stream()
        .map(KernelCatalog.Kernel::declaration)
        .toList();
    Glob wanted = new Glob(options.kernel());
    List<KernelDeclaration> chosen =
        all.stream().filter(kernel -> wanted.fits(kernel.name().toString())).toList();
    Problems problems = new Problems("parity run");
    if (chosen.isEmpty()) {
      problems.add(Problem.of(Codes.KERNEL_UNKNOWN, "no kernel fits '" + options.kernel() + "'")
          .remedy(NearestNames.advice(options.kernel(),
              all.stream().map(kernel -> kernel.name().toString()).toList())));
    }
    for (String off : options.checksOff()) {
      if (!checks().contains(off)) {
        problems.add(Problem.of(ParityCodes.CHECK_UNKNOWN, "there is no check '" + off + "'")
            .remedy(NearestNames.advice(off, checks())));
      }
    }
    problems.throwIfAny(InvalidCallException::new);
    return chosen;
  }
}
