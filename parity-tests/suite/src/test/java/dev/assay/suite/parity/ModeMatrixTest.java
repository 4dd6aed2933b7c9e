package dev.assay.suite.parity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.backend.referencecpu.ReferenceCpuProvider;
import dev.assay.parity.Mode;
import dev.assay.parity.ParityOptions;
import dev.assay.parity.ParityReport;
import dev.assay.parity.ParityRun;
import dev.assay.runtime.discovery.Installation;
import dev.assay.spi.backend.Backend;
import dev.assay.spi.kernel.KernelCatalog;
import org.junit.jupiter.api.Test;

class ModeMatrixTest {
  @Test
  void everyKernelGivesTheSameInEveryMode() {
    KernelCatalog catalog = Installation.discover().catalog();
    try (Backend backend = new ReferenceCpuProvider().open(catalog)) {
      ParityReport report = ParityRun.of(backend, ParityOptions.ALL);

      assertThat(report.failures()).isEmpty();
      assertThat(report.skipped()).isEmpty();
      assertThat(report.failed()).isZero();
      assertThat(report.modes()).containsExactly(Mode.values());
      assertThat(report.kernels()).isEqualTo(catalog.kernels().size());
      assertThat(report.casesByKernel().values()).allMatch(cases -> cases >= 12);
    }
  }
}
