package dev.assay.suite.parity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.backend.referencecpu.ReferenceCpuProvider;
import dev.assay.parity.Mode;
import dev.assay.parity.ParityOptions;
import dev.assay.parity.ParityReport;
import dev.assay.parity.ParityRun;
import dev.assay.parity.trial.CaseSelection;
import dev.assay.spi.backend.Backend;
import dev.assay.spi.data.DType;
import dev.assay.spi.kernel.KernelCatalog;
import dev.assay.spi.kernel.KernelDeclaration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The oracle's backend in every mode, on the whole catalogue. */
class ModeMatrixTest {
  /** The seed of {@code assay parity}. */
  private static final long SEED = ParityOptions.ALL.seed();

  private static final int FEWEST_CASES = 12;

  /**
   * In all modes, for every dtype but the first, which differs in rounding and not in indexing; cases for each size come on
   * top.
   */
  private static final int GENERATED_AGAIN = 1;

  private static Backend backend;

  @BeforeAll
  static void open() {
    backend = new ReferenceCpuProvider().open(Catalogue.installed());
  }

  @AfterAll
  static void close() {
    backend.close();
  }

  static List<KernelDeclaration> kernels() {
    return Catalogue.installed()
        .kernels()
        .stream()
        .map(KernelCatalog.Kernel::declaration)
        .toList();
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void everyModeGivesTheExpectedResultOfEveryCase(KernelDeclaration kernel) {
    for (DType dtype : kernel.dtypes()) {
      boolean first = dtype == kernel.dtypes().iterator().next();
      ParityOptions options =
          ParityOptions.ALL.withKernel(kernel.name().toString()).withDtype(dtype);

      ParityReport report =
          new ParityRun(backend).run(first ? options : options.withGenerated(GENERATED_AGAIN));

      assertThat(report.failures()).isEmpty();
      assertThat(report.skipped()).isEmpty();
      int cases = report.casesByKernel().get(kernel.name().toString());
      assertThat(report.executed()).isEqualTo(report.passed())
          .isGreaterThanOrEqualTo((long) cases * Mode.values().length);
      if (first) {
        assertThat(cases).isGreaterThanOrEqualTo(FEWEST_CASES);
      } else {
        everyCasePassesDirectly(options, kernel);
      }
    }
  }

  /** In one mode as many cases as for the first dtype. */
  private static void everyCasePassesDirectly(ParityOptions options, KernelDeclaration kernel) {
    ParityReport report = new ParityRun(backend).run(options.withModes(Set.of(Mode.DIRECT)));

    assertThat(report.failures()).isEmpty();
    assertThat(report.skipped()).isEmpty();
    assertThat(report.casesByKernel().get(kernel.name().toString()))
        .isGreaterThanOrEqualTo(FEWEST_CASES);
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void casesReachEmptyOneOddPrimeAndStrided(KernelDeclaration kernel) {
    for (DType dtype : kernel.dtypes()) {
      CaseSelection selection =
          CaseSelection.of(kernel, dtype, SEED, ParityOptions.ALL.generated());

      assertThat(selection.cases()).as("%s", dtype).hasSizeGreaterThanOrEqualTo(FEWEST_CASES);
      assertThat(selection.missing()).as("%s", dtype).isEmpty();
    }
  }
}
