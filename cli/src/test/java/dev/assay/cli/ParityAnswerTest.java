package dev.assay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.parity.Mode;
import dev.assay.parity.ParityReport;
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
        List.of());
    StringWriter text = new StringWriter();

    new ParityAnswer(report, Map.of("order", "reverse"),
        List.of("./assay", "parity", "--backend", "acme", "--plugin", "/tmp/acme's.jar",
            "--order", "reverse", "--replay"),
        null).writeText(text);

    assertThat(text.toString().lines()).containsExactly(
        "failed a trial: elements: wrong in two lines",
        "  again: ./assay parity --backend acme --plugin '/tmp/acme'\\''s.jar' --order reverse"
            + " --replay /tmp/00-x.json",
        "1 kernels on acme (a device\\u001b[31m), modes direct, order reverse, seed 1",
        "1 trials ran: 0 passed, 1 failed; 0 skipped");
  }
}
