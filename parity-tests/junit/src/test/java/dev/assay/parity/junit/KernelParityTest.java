package dev.assay.parity.junit;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.parity.ParityOptions;
import dev.assay.spi.error.InvalidCallException;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The class passes on kernels that are right, as inherited, and can fail. */
class KernelParityTest extends KernelParity {
  @Override
  protected String kernels() {
    return "assay:relu";
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
