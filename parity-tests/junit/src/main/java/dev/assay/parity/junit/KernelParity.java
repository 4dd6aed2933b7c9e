package dev.assay.parity.junit;

import dev.assay.parity.ParityOptions;
import dev.assay.parity.ParityReport;
import dev.assay.parity.ParityRun;
import dev.assay.runtime.Assay;
import java.util.stream.Collectors;
import org.apiguardian.api.API;
import org.junit.jupiter.api.Test;

/**
 * Tries kernels on a backend: each of their implementations, dtypes and modes, on golden and generated cases, with every
 * check of the parity kit. Extend it:
 *
 * <pre>{@code
 * class AcmeParityTest extends KernelParity {
 *   @Override
 *   protected String kernels() {
 *     return "acme:*";
 *   }
 * }
 * }</pre>
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public abstract class KernelParity {
  /** For subclasses. */
  protected KernelParity() {}

  /** Which of the installed kernels, as a glob over their names. */
  protected abstract String kernels();

  /** The id of the backend; the oracle unless a subclass says otherwise. */
  protected String backend() {
    return "reference-cpu";
  }

  /** What to try; by default everything, with a fixed seed. */
  protected ParityOptions options() {
    return ParityOptions.ALL;
  }

  /** Every trial passes, and there is one: no kernel that fits the glob is an error. */
  @Test
  final void everyTrialPasses() {
    try (Assay assay = Assay.open(backend())) {
      check(new ParityRun(assay.backend()).run(options().withKernel(kernels())));
    }
  }

  private static void check(ParityReport report) {
    if (!report.isPassed()) {
      throw new AssertionError(report.executed() + " trials with seed " + report.seed() + " on "
          + report.backend() + ", " + report.failed() + " failed:\n"
          + report.failures()
              .stream()
              .limit(20)
              .map(failure -> failure.trial() + "\n  " + failure.kind() + ": " + failure.detail())
              .collect(Collectors.joining("\n")));
    }
  }
}
