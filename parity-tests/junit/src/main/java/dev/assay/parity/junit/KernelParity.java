package dev.assay.parity.junit;

import dev.assay.parity.ParityOptions;
import dev.assay.parity.ParityReport;
import dev.assay.parity.ParityRun;
import dev.assay.runtime.discovery.BackendEntry;
import dev.assay.runtime.discovery.Installation;
import dev.assay.runtime.discovery.Selection;
import dev.assay.spi.backend.Backend;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apiguardian.api.API;
import org.junit.jupiter.api.Test;

/**
 * Tries kernels on every backend beside the test: each of their implementations, dtypes and modes, on golden and generated
 * cases, with every check of the parity kit. An implementation whose text none of the backends ran fails the test. Extend
 * it:
 *
 * <pre>{@code
 * class AcmeParityTest extends KernelParity {
 *   @Override
 *   protected String kernels() {
 *     return "acme:*";
 *   }
 * }
 * }</pre>
 *
 * <p>{@code reference-cpu} runs reference functions and no implementation. What runs implementations in MSL is {@code metal},
 * which needs a driver and, for the driver over this machine's CPU, a compiler on the test path.
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public abstract class KernelParity {
  /** What can be chosen of a backend that has a choice: the build that finds most, and one order. */
  private static final Map<String, String> SETTINGS =
      Map.of("build", "checked", "order", "forward");

  /** For subclasses. */
  protected KernelParity() {}

  /** Which of the installed kernels, as a glob over their names. */
  protected abstract String kernels();

  /** The ids of the backends; every usable one beside the test unless a subclass says otherwise. */
  protected List<String> backends() {
    return Installation.discover()
        .backends()
        .stream()
        .filter(backend -> backend.state() == BackendEntry.State.USABLE)
        .map(BackendEntry::id)
        .toList();
  }

  /**
   * The languages whose implementations may stay untried, such as {@code msl} in a test of a backend that runs reference
   * functions; none unless a subclass says otherwise. This test then says nothing of their texts.
   */
  protected Set<String> untriedLanguages() {
    return Set.of();
  }

  /** What to try; by default everything, with a fixed seed. */
  protected ParityOptions options() {
    return ParityOptions.ALL;
  }

  /**
   * Every trial passes on every backend, and there is one: no kernel that fits the glob is an error. Every implementation
   * was tried on one of them.
   */
  @Test
  final void everyTrialPasses() {
    Installation installation = Installation.discover();
    List<ParityReport> reports = new ArrayList<>();
    for (String id : backends()) {
      reports.add(run(installation, id));
    }
    List<String> wrong = new ArrayList<>(reports.stream()
        .filter(report -> !report.isPassed())
        .map(KernelParity::describe)
        .toList());
    if (reports.isEmpty()) {
      wrong.add("there is no backend to try kernels on: put dev.assay:assay-backend-reference-cpu"
          + " on the test path");
    }
    wrong.addAll(
        new UntriedImplementations(reports, installation.backends())
            .complaints(untriedLanguages()));
    if (!wrong.isEmpty()) {
      throw new AssertionError(String.join("\n", wrong));
    }
  }

  private ParityReport run(Installation installation, String id) {
    Selection selection = installation.select(id);
    Map<String, String> settings = new LinkedHashMap<>(SETTINGS);
    Map<String, List<String>> taken = installation.settings(selection);
    settings.entrySet()
        .removeIf(setting -> !taken.getOrDefault(setting.getKey(), List.of())
            .contains(setting.getValue()));
    try (Backend backend = installation.open(selection, settings)) {
      return new ParityRun(backend).run(options().withKernel(kernels()));
    }
  }

  private static String describe(ParityReport report) {
    return report.executed() + " trials with seed " + report.seed() + " on " + report.backend()
        + ", " + report.failed() + " failed:\n"
        + report.failures()
            .stream()
            .limit(20)
            .map(failure -> failure.trial() + "\n  " + failure.kind() + ": " + failure.detail())
            .collect(Collectors.joining("\n"));
  }
}
