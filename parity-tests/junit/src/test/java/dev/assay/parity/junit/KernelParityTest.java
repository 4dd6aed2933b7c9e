package dev.assay.parity.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.parity.ParityOptions;
import dev.assay.parity.ParityReport;
import dev.assay.parity.ParityReport.Untried;
import dev.assay.spi.data.DType;
import dev.assay.spi.error.InvalidCallException;
import dev.assay.spi.kernel.Implementation;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The class passes on kernels that are right, as inherited, and can fail. No backend beside these tests runs MSL. */
class KernelParityTest extends KernelParity {
  @Override
  protected String kernels() {
    return "assay:relu";
  }

  @Override
  protected Set<String> untriedLanguages() {
    return Set.of(Implementation.MSL);
  }

  @Test
  void whatDoesNotEndAsExpectedFailsAndSaysHowToRunItAgain() {
    KernelParity everythingShouldFail = new KernelParity() {
      @Override
      protected String kernels() {
        return "assay:relu";
      }

      @Override
      protected ParityOptions options() {
        return super.options().withExpectedFailures(Set.of("assay:relu*"));
      }
    };
    assertThatExceptionOfType(AssertionError.class)
        .isThrownBy(everythingShouldFail::everyTrialPasses)
        .withMessageContainingAll("with seed 1 on reference-cpu", "1 failed",
            "assay:relu*\n  expected-failure");
  }

  @Test
  void anImplementationThatNoBackendRanFailsWithWhatToDo() {
    KernelParity untried = new KernelParity() {
      @Override
      protected String kernels() {
        return "assay:relu";
      }

      @Override
      protected ParityOptions options() {
        return super.options().withGenerated(1).withDtype(DType.F32);
      }
    };
    assertThatExceptionOfType(AssertionError.class)
        .isThrownBy(untried::everyTrialPasses)
        .withMessageContainingAll("implementations in msl were not tried",
            "ran on [reference-cpu]", "assay:relu '", "' (f32)",
            "because no backend on the test path runs msl",
            "dev.assay:assay-backend-metal-host:" + System.getProperty("test.assay.version"),
            "org.bytedeco:llvm:" + System.getProperty("test.llvm.version") + ":linux-x86_64",
            "override untriedLanguages() with Set.of(\"msl\")")
        .withMessageNotContaining("failed");
  }

  @Test
  void whatOneBackendTriedIsTriedAndWhatNoCaseReachedSaysSo() {
    Untried here = new Untried("acme:x", DType.F32, "wide", "msl", true);
    Untried elsewhere = new Untried("acme:x", DType.F32, "wide", "msl", false);
    Untried plain = new Untried("acme:x", DType.F32, "plain", "msl", false);
    Untried beads = new Untried("acme:x", DType.F32, "plain", "beads", false);
    List<ParityReport> reports = List.of(report("reference-cpu", plain, elsewhere, beads),
        report("metal", here, beads));

    assertThat(new UntriedImplementations(reports, List.of()).complaints(Set.of()))
        .satisfiesExactly(
            other -> assertThat(other).contains("1 implementations in beads",
                "no backend among these runs beads"),
            msl -> assertThat(msl).contains("1 implementations in msl", "acme:x 'wide' (f32)",
                "no case that proves something came to them")
                .doesNotContain("plain"));
    assertThat(new UntriedImplementations(reports, List.of()).complaints(Set.of("msl", "beads")))
        .isEmpty();
  }

  private static ParityReport report(String backend, Untried... untried) {
    return new ParityReport(backend, "a device", 1, 1, 1, 0, List.of(), 1, Map.of("acme:x", 1),
        List.of(), List.of(), List.of(), List.of(untried));
  }

  @Test
  void noBackendAtAllFails() {
    KernelParity nowhere = new KernelParity() {
      @Override
      protected String kernels() {
        return "assay:relu";
      }

      @Override
      protected List<String> backends() {
        return List.of();
      }
    };
    assertThatExceptionOfType(AssertionError.class).isThrownBy(nowhere::everyTrialPasses)
        .withMessageContaining("there is no backend to try kernels on");
  }

  @Test
  void aGlobThatNoKernelFitsIsAnError() {
    KernelParity nothing = new KernelParity() {
      @Override
      protected String kernels() {
        return "acme:nobody-has-it";
      }
    };
    assertThatThrownBy(nothing::everyTrialPasses).isInstanceOf(InvalidCallException.class)
        .hasMessageContaining("acme:nobody-has-it");
  }
}
