package dev.assay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonParser;
import com.google.gson.stream.JsonWriter;
import dev.assay.parity.mutants.Family;
import dev.assay.parity.mutants.MutantReport;
import java.io.IOException;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;

class MutantsAnswerTest {
  private static final MutantReport.Tried DEAD =
      new MutantReport.Tried("kernel: zeros in a:b", Family.KERNEL, "zeros", true);

  private static final MutantReport.Tried ALIVE =
      new MutantReport.Tried("driver: overrun in segments", Family.DRIVER, "overrun", false);

  @Test
  void aSurvivorIsANoAndIsNamed() throws IOException {
    MutantsAnswer answer = new MutantsAnswer("cpu", new MutantReport(List.of(DEAD, ALIVE),
        List.of(new MutantReport.Equivalent("kernel: off-by-one in a:b, s.x", "unread"))));

    assertThat(answer.isNo()).isTrue();
    StringWriter text = new StringWriter();
    answer.writeText(text);
    assertThat(text.toString()).isEqualTo("""
        survived driver: overrun in segments
        not counted 1: unread
        2 mutants on cpu (driver 1, kernel 1): 1 killed, 1 survived
        """);
    StringWriter json = new StringWriter();
    answer.writeJson(new JsonWriter(json));
    assertThat(JsonParser.parseString(json.toString())).isEqualTo(JsonParser.parseString("""
        {"mutants": 2, "killed": 1, "survivors": ["driver: overrun in segments"],
         "equivalent": [{"mutant": "kernel: off-by-one in a:b, s.x", "reason": "unread"}]}
        """));
  }

  @Test
  void oneIsNoPlural() throws IOException {
    StringWriter text = new StringWriter();
    new MutantsAnswer("cpu", new MutantReport(List.of(DEAD), List.of())).writeText(text);
    assertThat(text.toString()).startsWith("1 mutant on cpu ");
  }

  @Test
  void nothingTriedIsNoSuccess() {
    assertThat(new MutantsAnswer("cpu", new MutantReport(List.of(), List.of())).isNo()).isTrue();
    assertThat(new MutantsAnswer("cpu", new MutantReport(List.of(DEAD), List.of())).isNo())
        .isFalse();
  }
}
