package dev.assay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.runtime.Indirect;
import dev.assay.runtime.IndirectChoice;
import dev.assay.spi.backend.CompiledSchedule.Explanation;
import dev.assay.spi.backend.CompiledSchedule.Segment;
import java.io.IOException;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class ExplainAnswerTest {
  private static String text(int count) throws IOException {
    Segment segment = new Segment(0, count, count, count, count);
    Explanation explanation =
        new Explanation(count, List.of(segment), List.of(), Map.of("a:b", count));
    StringWriter text = new StringWriter();
    new ExplainAnswer("loop", "cpu", explanation,
        new IndirectChoice(Indirect.ON, true, true, OptionalLong.empty(), OptionalLong.empty()),
        count, 2L * count).writeText(text);
    return text.toString();
  }

  @Test
  void oneOfAThingIsNoPlural() throws IOException {
    assertThat(text(1)).isEqualTo("""
        loop on cpu: 1 command in 1 segment, 0 direct
          steps 0 to 1: segment of 1 command, 1 byte of constants, 1 barrier
             1 a:b
          arena 1 byte for 2 bytes of intermediates
        """);
    assertThat(text(2)).contains("2 commands in 1 segment",
        "segment of 2 commands, 2 bytes of constants, 2 barriers", "arena 2 bytes for 4 bytes");
  }
}
