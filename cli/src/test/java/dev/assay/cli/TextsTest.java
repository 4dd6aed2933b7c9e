package dev.assay.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.assay.spi.error.InvalidInputException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TextsTest {
  @ParameterizedTest
  @ValueSource(strings = {"", " ", "\t\n", "\u00a0", "\u3000", "\u200b", "\u0000\u0007",
    "\u202e\u2028", "\ufffd"})
  void whatLeavesNoTokenIsBlank(String text) {
    assertThat(Texts.isBlank(text)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"a", " .", "\u0000-", "漢", "🙂", "\u200ba"})
  void whatLeavesATokenIsNot(String text) {
    assertThat(Texts.isBlank(text)).isFalse();
  }

  @Test
  void everyWrongTextIsReported() {
    List<String> texts = List.of("fine", "", "caf\ufffd", " ");
    InvalidInputException error =
        catchThrowableOfType(InvalidInputException.class, () -> Texts.check(texts));
    Golden.check("texts-wrong",
        error.getMessage()
            .replace("the encoding " + System.getProperty("sun.jnu.encoding"), "the encoding X")
            + "\n");
  }

  @Test
  void dashesAreTexts() {
    assertThatCode(() -> Texts.check(List.of("-", "--help", "--"))).doesNotThrowAnyException();
  }
}
