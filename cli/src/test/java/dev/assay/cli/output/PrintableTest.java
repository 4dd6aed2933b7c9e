package dev.assay.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class PrintableTest {
  @Test
  void aTerminalDoesNotObeyIt() {
    assertThat(Printable.line("\u001b[2J a\tb\u0085c\u2028d\ud800", 80))
        .isEqualTo("\\u001b[2J a\\u0009b\\u0085c\\u2028d\\ud800");
  }

  @Test
  void ordinaryTextStaysAsItIs() {
    assertThat(Printable.line("naïve 漢字 👩‍🚀 שלום", 80)).isEqualTo("naïve 漢字 👩‍🚀 שלום");
  }

  @Test
  void aLongTextIsCutBetweenCodePoints() {
    assertThat(Printable.line("🙂🙂🙂", 2)).isEqualTo("🙂🙂…");
    assertThat(Printable.line("🙂🙂", 2)).isEqualTo("🙂🙂");
  }

  @Property
  void noControlCharacterRemains(@ForAll String text,
      @ForAll @IntRange(min = 1, max = 200) int most) {
    assertThat(Printable.line(text, most).codePoints()).noneMatch(Character::isISOControl);
  }
}
