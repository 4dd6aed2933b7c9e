package dev.assay.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CountTest {
  @ParameterizedTest
  @CsvSource({"0, 0 dispatches", "1, 1 dispatch", "2, 2 dispatches", "11, 11 dispatches",
    "9223372036854775807, 9223372036854775807 dispatches", "-1, -1 dispatches"})
  void oneAloneIsNoPlural(long count, String text) {
    assertThat(Count.of(count, "dispatch", "dispatches")).isEqualTo(text);
    assertThat(Count.of(count, "case")).isEqualTo(text.replace("dispatches", "cases")
        .replace("dispatch", "case"));
  }
}
