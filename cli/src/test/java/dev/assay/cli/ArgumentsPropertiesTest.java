package dev.assay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.cli.output.OutputFormat;
import dev.assay.spi.error.InvalidCallException;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.Size;

/** Whatever the arguments are, they ask for something or are {@code usage.invalid}. */
class ArgumentsPropertiesTest {
  @Provide
  Arbitrary<String> words() {
    return Arbitraries.oneOf(
        Arbitraries.of("backends", "kernels", "embed", "parity", "msl", "check", "bench",
            "dispatch", "explain", "minilm", "--backend", "--format", "json", "text",
            "--format=json", "--format=text", "--plugin", "--kernel", "--dtype", "--mode", "all",
            "--mode=direct,,",
            "--seed", "1", "-1", "99999999999999999999", "--replay", "--report", "--onnx",
            "--count", "--file", "--repeat", "-I", "-D", "A=B", "=", "-D=", "--", "-", "--help",
            "-h", "-V", "--version", "@file", "", "\0", "a\0b", "é", "\uD800", "-\uD83D\uDE80"),
        Arbitraries.strings().ofMaxLength(6));
  }

  @Property(tries = 250)
  void anyWordsAskForSomethingOrAreRefused(
      @ForAll @Size(max = 6) List<@From("words") String> words) {
    PrintStream err = new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8);
    try {
      assertThat(new ArgumentParser(err).parse(words.toArray(String[]::new))).isNotNull();
    } catch (InvalidCallException refused) {
      assertThat(refused.code()).isEqualTo(CliCodes.USAGE_INVALID);
      assertThat(refused.getMessage()).isNotBlank();
    }
  }

  /**
   * Words that no sub-command runs for: the answer is one document with exit status 2, or help with 0; where a later
   * word asks for text, a line for a person.
   */
  @Property(tries = 80)
  void whatIsRefusedIsADocument(@ForAll @Size(max = 4) List<@From("words") String> words) {
    String[] arguments = new String[words.size() + 3];
    arguments[0] = "--format=json";
    arguments[1] = "kernels";
    for (int i = 0; i < words.size(); i++) {
      arguments[2 + i] = words.get(i);
    }
    arguments[words.size() + 2] = "--unheard-of";

    Run run = Run.of(arguments);

    assertThat(run.status()).isIn(0, 2);
    if (OutputFormat.askedFor(arguments) == OutputFormat.TEXT) {
      assertThat(run.status() == 0 ? run.out() : run.err()).isNotBlank();
      return;
    }
    assertThat(run.json().keySet()).hasSize(1).isSubsetOf("error", "usage", "version");
  }
}
