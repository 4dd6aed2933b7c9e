package dev.assay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.runtime.discovery.SearchPath;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CliTest {
  private static final OutputStream FULL = new OutputStream() {
    @Override
    public void write(int value) throws IOException {
      throw new IOException("No space left on device");
    }
  };

  @Test
  void anOutputThatIsFullIsAnErrorWhateverTheAnswer() {
    for (String arguments : new String[] {"backends", "kernels --format json", "--help",
      "--version"}) {
      ByteArrayOutputStream err = new ByteArrayOutputStream();
      assertThat(run(FULL, err, Map.of(), arguments.split(" "))).isEqualTo(4);
      assertThat(err.toString(StandardCharsets.UTF_8)).contains("assay: output.failed:")
          .doesNotContain("\tat ");
    }
  }

  @Test
  void anErrorThatCannotBeWrittenIsSaidOnStandardError() {
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    assertThat(run(FULL, err, Map.of(), "--format", "json", "embd")).isEqualTo(4);
    Golden.check("output-full", err.toString(StandardCharsets.UTF_8));
  }

  @Test
  void aStackTraceIsForThoseWhoAskForIt() {
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    assertThat(run(OutputStream.nullOutputStream(), err, Map.of("ASSAY_DEBUG", "1"), "embd"))
        .isEqualTo(2);
    assertThat(err.toString(StandardCharsets.UTF_8)).contains("\tat dev.assay.cli")
        .contains("assay: usage.invalid");
  }

  private static int run(OutputStream out, OutputStream err, Map<String, String> environment,
      String... arguments) {
    Streams streams = new Streams(out, new PrintStream(err, true, StandardCharsets.UTF_8), false);
    return new Cli(streams, SearchPath.standard(), environment).run(arguments);
  }
}
