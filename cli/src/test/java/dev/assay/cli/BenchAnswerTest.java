package dev.assay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BenchAnswerTest {
  @ParameterizedTest
  @CsvSource({"1, 1 dispatch a submission on cpu", "2, 2 dispatches a submission on cpu"})
  void oneDispatchIsNoPlural(int count, String heading) throws IOException {
    StringWriter text = new StringWriter();
    new BenchAnswer("cpu", "a device", count, List.of()).writeText(text);
    assertThat(text.toString().strip()).isEqualTo(heading);
  }
}
