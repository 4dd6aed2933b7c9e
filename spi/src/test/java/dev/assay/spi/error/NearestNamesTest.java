package dev.assay.spi.error;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.AlphaChars;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NearestNamesTest {
  private static final List<String> KERNELS =
      List.of("assay:layer_norm", "assay:softmax", "assay:log_softmax", "assay:matmul",
          "assay:rms_norm", "acme:swish");

  @ParameterizedTest
  @CsvSource({
    "assay:layernorm, assay:layer_norm", "assay:layer-norm, assay:layer_norm",
    "ASSAY:MatMul, assay:matmul",
    "assay:softmaxx, assay:softmax", "acme:swihs, acme:swish", "swish, acme:swish",
    "assay:lyer_nrom, assay:layer_norm"})
  void aSlipOfThePenFindsTheName(String asked, String nearest) {
    assertThat(NearestNames.of(asked, KERNELS).getFirst()).isEqualTo(nearest);
    assertThat(NearestNames.advice(asked, KERNELS)).startsWith("did you mean " + nearest)
        .endsWith("?");
  }

  @Test
  void theClosestComesFirstAndThreeAreEnough() {
    assertThat(NearestNames.of("softmax",
        List.of("softmax2", "log_softmax", "softmix", "Softmax", "softmax_all")))
        .containsExactly("Softmax", "log_softmax", "softmax2");
  }

  @Test
  void whereNothingIsNearEverythingIsListedInOrder() {
    assertThat(NearestNames.of("convolution", KERNELS)).isEmpty();
    assertThat(NearestNames.advice("convolution", List.of("b", "c", "a")))
        .isEqualTo("known: a, b, c");
    assertThat(NearestNames.advice("convolution", List.of())).isEqualTo("none is registered");
  }

  @Test
  void anEmptyQuestionIsAnswered() {
    assertThat(NearestNames.of("", KERNELS)).isEmpty();
    assertThat(NearestNames.of("", List.of())).isEmpty();
  }

  @Property
  void oneChangedLetterIsAlwaysForgiven(
      @ForAll @AlphaChars @StringLength(min = 3, max = 20) String name,
      @ForAll @AlphaChars char other,
      @ForAll @IntRange(max = 19) int at) {
    int position = at % name.length();
    String replaced = name.substring(0, position) + other + name.substring(position + 1);
    String dropped = name.substring(0, position) + name.substring(position + 1);
    String added = name.substring(0, position) + other + name.substring(position);

    for (String asked : List.of(replaced, dropped, added)) {
      assertThat(NearestNames.of(asked, List.of(name))).as(asked).containsExactly(name);
    }
  }

  @Property
  void onlyKnownNamesAreOffered(
      @ForAll @StringLength(max = 30) String asked,
      @ForAll @Size(max = 8) List<@AlphaChars @StringLength(max = 30) String> known) {
    assertThat(NearestNames.of(asked, known)).isSubsetOf(known).hasSizeLessThanOrEqualTo(3);
  }
}
