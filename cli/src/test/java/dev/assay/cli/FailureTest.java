package dev.assay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.models.ModelCodes;
import dev.assay.runtime.RuntimeCodes;
import dev.assay.spi.error.Codes;
import dev.assay.spi.error.DeviceException;
import dev.assay.spi.error.InvalidCallException;
import dev.assay.spi.error.InvalidInputException;
import dev.assay.spi.error.PluginException;
import dev.assay.spi.error.Problem;
import dev.assay.spi.error.ResourceException;
import dev.assay.spi.error.UnavailableException;
import org.junit.jupiter.api.Test;

class FailureTest {
  private static final Problem PROBLEM =
      Problem.of(Codes.SHAPE_INVALID, "wrong").remedy("do better");

  @Test
  void theExitStatusSaysWhatTheCallerCanDo() {
    assertThat(Failure.of(new InvalidCallException(PROBLEM)).exitCode().status()).isEqualTo(2);
    assertThat(Failure.of(new InvalidInputException(PROBLEM)).exitCode().status()).isEqualTo(2);
    Problem backend = Problem.of(RuntimeCodes.BACKEND_UNAVAILABLE, "no card");
    assertThat(Failure.of(new UnavailableException(backend)).exitCode().status()).isEqualTo(3);
    Problem library = Problem.of(ModelCodes.TOKENIZER_UNAVAILABLE, "no library");
    assertThat(Failure.of(new UnavailableException(library)).exitCode().status()).isEqualTo(4);
    assertThat(Failure.of(new DeviceException(PROBLEM)).exitCode().status()).isEqualTo(4);
    assertThat(Failure.of(new ResourceException(PROBLEM)).exitCode().status()).isEqualTo(4);
    assertThat(Failure.of(new PluginException(PROBLEM)).exitCode().status()).isEqualTo(4);
  }

  @Test
  void codeAndMessageAreTheErrors() {
    Failure failure = Failure.of(new DeviceException(PROBLEM));
    assertThat(failure.code()).isEqualTo(Codes.SHAPE_INVALID);
    assertThat(failure.message()).isEqualTo(PROBLEM.describe());
  }

  @Test
  void whatNobodyForesawHasACodeToo() {
    Golden.check("unexpected",
        Failure.of(new IllegalStateException("two is three")).message() + "\n");
    Golden.check("out-of-memory",
        Failure.of(new OutOfMemoryError("Java heap space")).message() + "\n");
  }
}
