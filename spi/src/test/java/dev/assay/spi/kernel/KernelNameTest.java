package dev.assay.spi.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.CharRange;
import net.jqwik.api.constraints.Chars;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KernelNameTest {
  @ParameterizedTest
  @ValueSource(strings = {"assay:layer_norm", "acme-corp:swish2", "a:b", "a1_-:b1_-"})
  void aNamespacedNameReadsBack(String text) {
    KernelName name = KernelName.of(text);

    assertThat(name).hasToString(text).isEqualTo(new KernelName(name.namespace(), name.name()));
    assertThat(name.namespace() + ":" + name.name()).isEqualTo(text);
  }

  @ParameterizedTest
  @ValueSource(strings = {
    "", ":", "a:", ":b", "layer_norm", "a:b:c", "Assay:x", "assay:X", "assay:layer norm", " a:b",
    "a:b ", "a:b\n", "1a:b",
    "a:1b", "_a:b", "a:-b", "ä:b", "a:b\0"})
  void anythingElseIsRefused(String text) {
    assertThatThrownBy(() -> KernelName.of(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a kernel name is 'namespace:name' in lower case, not '" + text + "'");
  }

  @Test
  void thePartsAreCheckedTogetherAndApart() {
    assertThatThrownBy(() -> new KernelName("a:b", "c"))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new KernelName("a", "b:c"))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new KernelName("", "b")).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new KernelName("a", "B")).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void namesSortByTheirText() {
    assertThat(Stream.of("b:a", "a:b", "a:a", "a-b:a")
        .map(KernelName::of)
        .sorted()
        .map(KernelName::toString))
        .containsExactly("a-b:a", "a:a", "a:b", "b:a");
  }

  @Property
  void anyTextIsANameThatReadsBackOrIsRefused(
      @ForAll @CharRange(from = 'a',
          to = 'c') @Chars({':', '_', '-', '0', 'A', '\0'}) String text) {
    try {
      assertThat(KernelName.of(text)).hasToString(text);
    } catch (IllegalArgumentException refused) {
      assertThat(refused).hasMessageContaining("'" + text + "'");
    }
  }
}
