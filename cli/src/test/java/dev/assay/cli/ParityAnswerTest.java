package dev.assay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.parity.Mode;
import dev.assay.parity.ParityReport;
import dev.assay.spi.data.DType;
import java.io.IOException;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ParityAnswerTest {
  @Test
  void aFailureIsToldWithTheWholeCommandThatRunsItAgain() throws IOException {
    ParityReport report = new ParityReport("acme", "a device\u001b[31m", 1, 1, 0, 1, List.of(), 1,
        Map.of("acme:x", 1), List.of(Mode.DIRECT),
        List.of(new ParityReport.Failure("a trial", "elements", "wrong\nin two lines",
            "/tmp/00-x.json")),
        List.of(), List.of());
    StringWriter text = new StringWriter();

    new ParityAnswer(report, Map.of("order", "reverse"),
        List.of("./assay", "parity", "--backend", "acme", "--plugin", "/tmp/acme's.jar",
            "--order", "reverse", "--replay"),
        null).writeText(text);

    assertThat(text.toString().lines()).containsExactly(
        "failed a trial: elements: wrong in two lines",
        "  again: ./assay parity --backend acme --plugin '/tmp/acme'\\''s.jar' --order reverse"
            + " --replay /tmp/00-x.json",
        "1 kernel on acme (a device\\u001b[31m), modes direct, order reverse, seed 1",
        "1 trial ran: 0 passed, 1 failed; 0 skipped");
  }

  @Test
  void whatWasNotTriedIsToldAfterTheCountsWithWhatRunsIt() throws IOException {
    assertThat(lines("reference-cpu", untried("acme:x", "plain", "msl", false),
        untried("acme:x", "wide", "msl", false), untried("acme:y", "plain", "msl", false)))
        .endsWith("1 trial ran: 1 passed, 0 failed; 0 skipped",
            "not tried: the msl implementations of acme:x, acme:y; --backend metal runs them");
    assertThat(lines("acme", untried("acme:a", "plain", "msl", false),
        untried("acme:b", "plain", "msl", false), untried("acme:c", "plain", "msl", false),
        untried("acme:d", "plain", "msl", false), untried("acme:d", "ours", "beads\u001b", false)))
        .endsWith("not tried: the msl implementations of 4 kernels; --backend metal runs them",
            "not tried: the beads\\u001b implementations of acme:d; acme does not run them");
    assertThat(lines("metal", untried("acme:x", "wide", "msl", true)))
        .endsWith("not tried: acme:x f16 wide in msl; no case that proves something came there");
    assertThat(lines("metal")).endsWith("1 trial ran: 1 passed, 0 failed; 0 skipped");
  }

  private static ParityReport.Untried untried(String kernel, String implementation,
      String language, boolean isRunHere) {
    return new ParityReport.Untried(kernel, DType.F16, implementation, language, isRunHere);
  }

  private static List<String> lines(String backend, ParityReport.Untried... untried)
      throws IOException {
    StringWriter text = new StringWriter();
    new ParityAnswer(new ParityReport(backend, "a device", 1, 1, 1, 0, List.of(), 1,
        Map.of("acme:x", 1), List.of(Mode.DIRECT), List.of(), List.of(), List.of(untried)),
        Map.of(), List.of(), null).writeText(text);
    return text.toString().lines().toList();
  }
}
