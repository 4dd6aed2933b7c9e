package dev.assay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class EmbedAnswerTest {
  @Test
  void theRunIsTheMedianOfTheRepeatsAfterTheFirst() {
    assertThat(millis(900, 3, 1, 2).run()).isEqualTo(2);
    assertThat(millis(900, 4, 1, 2, 3).run()).isEqualTo(2.5);
    assertThat(millis(900, 7).run()).isEqualTo(7);
    assertThat(millis(1, 3, 2).firstRun()).isEqualTo(1);
  }

  @Test
  void aSingleRunIsItsOwnMeasure() {
    assertThat(millis(5)).isEqualTo(new EmbedAnswer.Millis(10, 5, 5));
  }

  private static EmbedAnswer.Millis millis(double... runs) {
    return EmbedAnswer.Millis.of(10, runs);
  }
}
