package dev.assay.backend.metal.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.assay.msl.MslBuild;
import dev.assay.spi.error.AssayException;
import dev.assay.spi.error.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Every rule refuses a stream that is right but for the one thing that the rule forbids. */
class MetalRuleTest {
  private static final Path GOLDEN = Path.of("src", "test", "resources", "golden");
  private static final Path ERRORS = Path.of("..", "..", "docs", "errors.md");
  private static final Path FAILURES = Path.of("..", "..", "docs", "failures.md");

  /** The streams that mutants are made of, by name. */
  static Stream<Named<Function<Bench, Scene>>> scenes() {
    return Stream.of(Named.of("dispatch", DispatchScene::new),
        Named.of("indirect", IndirectScene::new), Named.of("lifetime", LifetimeScene::new));
  }

  static List<Mutant<?>> mutants() {
    return Stream.of(DispatchMutants.all(), IndirectMutants.all(), LifetimeMutants.all())
        .flatMap(List::stream)
        .toList();
  }

  @ParameterizedTest
  @MethodSource("scenes")
  void everyStreamIsRightAsItIs(Function<Bench, Scene> scenes) {
    for (MslBuild build : MslBuild.values()) {
      for (ExecutionOrder order : ExecutionOrder.values()) {
        Bench bench = new Bench(build, order);
        Scene scene = scenes.apply(bench);
        scene.script().run();
        scene.check();
        bench.close();
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void everyRuleHasAMutant(MetalRule rule) {
    assertThat(mutants()).anyMatch(mutant -> mutant.rule() == rule);
  }

  @ParameterizedTest
  @MethodSource("mutants")
  void everyMutantIsRefusedByItsRuleAlone(Mutant<?> mutant) throws IOException {
    Bench bench = new Bench();
    try {
      AssayException refusal = catchThrowableOfType(AssayException.class, () -> mutant.run(bench));

      assertThat(refusal).as("refusal of %s", mutant).isNotNull();
      assertThat(refusal.problems()).extracting(Problem::code)
          .containsOnly(mutant.rule().code());
      assertGolden(mutant.toString(), refusal.getMessage());
    } finally {
      bench.abandon();
    }
  }

  private static void assertGolden(String name, String message) throws IOException {
    Path file = GOLDEN.resolve(name + ".txt");
    if (Boolean.getBoolean("assay.golden.update")) {
      Files.createDirectories(GOLDEN);
      Files.writeString(file, message + "\n");
    }
    assertThat(file).as("-Dassay.golden.update=true writes it").exists();
    assertThat(message + "\n").isEqualTo(Files.readString(file));
  }

  @Test
  void noMessageIsKeptThatNoMutantGives() throws IOException {
    Set<String> names = mutants().stream().map(Mutant::toString).collect(Collectors.toSet());
    assertThat(names).as("mutants by name").hasSameSizeAs(mutants());
    try (Stream<Path> files = Files.list(GOLDEN)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .allMatch(file -> names.contains(file.replace(".txt", "")));
    }
  }

  @Test
  void theErrorsPageExplainsEveryRule() throws IOException {
    List<String> expected = Arrays.stream(MetalRule.values())
        .map(rule -> "| `" + rule.code() + "` | " + rule.violation() + " | " + rule.remedy() + " |")
        .toList();

    assertThat(Files.readString(ERRORS)
        .lines()
        .filter(line -> line.startsWith("| `metal.") && !line.startsWith("| `metal.apple.")))
        .containsExactlyElementsOf(expected);
  }

  @ParameterizedTest
  @EnumSource
  void theFailureThatARulePreventsIsInTheCatalogue(MetalRule rule) throws IOException {
    if (rule.catalogueNumber() == 0) {
      assertThat(rule).as("no failure of the catalogue").isEqualTo(MetalRule.BUFFER_BUDGET);
      return;
    }
    assertThat(Files.readString(FAILURES))
        .containsPattern(Pattern.compile(
            "(?m)^\\| " + rule.catalogueNumber() + " \\| [^|]* \\| .*MetalRuleTest#"));
  }
}
