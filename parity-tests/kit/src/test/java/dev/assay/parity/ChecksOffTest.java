package dev.assay.parity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.backend.referencecpu.ReferenceCpuProvider;
import dev.assay.backend.support.SupportBackend;
import dev.assay.parity.mutants.MutantReport;
import dev.assay.parity.mutants.MutantRun;
import dev.assay.spi.backend.Backend;
import dev.assay.spi.kernel.KernelCatalog;
import java.io.IOException;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Each check is switched off in turn, and mutants live that died of it alone. */
class ChecksOffTest {
  private static final KernelCatalog KERNELS =
      TestKernels.catalog(TestKernels.triple(), TestKernels.coarse(), TestKernels.faint());

  /** All but the one in which it is chance whether a submission has completed when the next is encoded. */
  private static final ParityOptions OPTIONS =
      ParityOptions.ALL.withModes(EnumSet.complementOf(EnumSet.of(Mode.OVERLAPPED)));

  /** Not the oracle by name: its results need only be near, so that a tolerance can hide something. */
  private static Backend open(KernelCatalog catalog) {
    return ((SupportBackend) new ReferenceCpuProvider().open(catalog))
        .decorated("near", port -> port);
  }

  private static Set<String> survivors(Set<String> checksOff) {
    MutantReport report = new MutantRun(ChecksOffTest::open, KERNELS)
        .run(OPTIONS.withoutChecks(checksOff));
    assertThat(report.tried()).hasSizeGreaterThan(150);
    return new HashSet<>(report.survivors());
  }

  @Test
  void withoutAnyOneCheckAMutantLives() throws IOException {
    Set<String> always = survivors(Set.of());
    Map<String, List<String>> alive = new TreeMap<>();
    for (String check : ParityRun.checks()) {
      Set<String> more = survivors(Set.of(check));
      more.removeAll(always);
      alive.put(check, more.stream().sorted().toList());
    }

    assertThat(alive).hasSize(10)
        .allSatisfy((check, mutants) -> assertThat(mutants).as(check).isNotEmpty());
    StringBuilder table =
        new StringBuilder("| check | mutants that live without it |\n|---|---|\n");
    alive.forEach((check, mutants) -> table.append("| `")
        .append(check)
        .append("` | ")
        .append(String.join("<br>", mutants))
        .append(" |\n"));
    GeneratedPart.check("mutants.md", "checks", table.toString());
  }
}
