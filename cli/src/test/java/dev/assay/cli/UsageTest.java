package dev.assay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UsageTest {
  @ParameterizedTest
  @CsvSource({
    "unknown-subcommand, embd text",
    "unknown-option, embed --unheard-of text",
    "misspelt-option, embed --reapet 3 text",
    "stray-argument, backends text",
    "option-without-value, embed text --file",
    "option-as-value, embed --file --repeat 3",
    "doubled-option, embed --repeat 1 --repeat 2 text",
    "unknown-format, --format xml backends",
    "not-a-number, embed --repeat many text",
    "too-few-repeats, embed --repeat 0 text",
    "too-many-repeats, embed --repeat 1000001 text",
    "no-int-repeats, embed --repeat 99999999999 text",
    "nothing-to-embed, embed",
    "text-and-file, embed --file texts.txt text"})
  void wrongArgumentsAreSaidWithoutAStackTrace(String golden, String arguments) {
    Run run = Run.of(arguments.split(" "));
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.out()).isEmpty();
    Golden.check("usage-" + golden, run.err());
  }

  @ParameterizedTest
  @ValueSource(strings = {
    "--format json",
    "--format json embd",
    "embed --format=json --unheard-of",
    "embed text --format json --file",
    "embed --repeat 0 text --format json",
    "embed --format json"})
  void inJsonTheyAreADocument(String arguments) {
    Run run = Run.of(arguments.split(" "));
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.errorCode()).isEqualTo("usage.invalid");
    assertThat(run.errorMessage()).startsWith("usage.invalid: ");
  }

  @Test
  void noArgumentsShowTheUsageOnStandardError() {
    Run run = Run.of();
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.out()).isEmpty();
    Golden.check("usage", run.err());
  }

  @Test
  void helpListsEverySubcommandAndOption() {
    Run run = Run.of("--help");
    assertThat(run.status()).isZero();
    assertThat(run.err()).isEmpty();
    assertThat(run.out()).contains("backends", "kernels", "embed", "--backend", "--format",
        "--version", "Exit status");
    assertThat(Run.of("embed", "-h").out()).contains("TEXT", "--file", "--repeat", "--backend",
        "--format");
    assertThat(run.out().lines()).allMatch(line -> line.length() <= 80);
  }

  @Test
  void helpAndVersionAreDocumentsInJson() {
    JsonObject help = Run.of("kernels", "--help", "--format", "json").json();
    assertThat(help.get("usage").getAsString()).startsWith("Usage: assay kernels");
    JsonObject version = Run.of("--format", "json", "--version").json();
    assertThat(version.get("version").getAsString()).startsWith("assay ").contains("SPI", "Java");
  }

  @Test
  void theVersionIsTheModules() {
    assertThat(Run.of("embed", "--version").out())
        .startsWith(
            "assay " + Main.class.getModule().getDescriptor().rawVersion().orElseThrow() + " ");
  }
}
