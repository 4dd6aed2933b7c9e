package dev.assay.suite;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** {@code docs/inputs.md} names, for everything that reads what others wrote, tests that exist and run. */
class InputsDocTest {
  private static final Pattern ROW = Pattern.compile("(?m)^\\| [^|]+ \\| `(\\w+)`.* \\|$");
  private static final Pattern TEST = Pattern.compile("`([a-z/-]+: [^`]+)`");
  private static final int FEWEST = 18;

  @Test
  void everyRowNamesTestsThatExist() throws IOException {
    String document = Files.readString(NamedTests.ROOT.resolve("docs").resolve("inputs.md"));
    List<String> rows = ROW.matcher(document).results().map(match -> match.group()).toList();

    assertThat(rows).hasSizeGreaterThanOrEqualTo(FEWEST);
    for (String row : rows) {
      List<String> tests =
          TEST.matcher(row).results().map(match -> match.group(1)).toList();
      assertThat(tests).as(row).isNotEmpty();
      for (String test : tests) {
        NamedTests.assertExists(test);
      }
    }
  }

  /** Surefire looks for these names and passes over all others without a word. */
  @Test
  void everyClassWithTestsHasANameThatTheBuildRuns() throws IOException {
    try (Stream<Path> files = Files.walk(NamedTests.ROOT)) {
      assertThat(files.filter(file -> file.toString().contains("/src/test/java/"))
          .filter(file -> !file.toString().contains("/target/"))
          .filter(file -> file.toString().endsWith(".java"))
          .filter(file -> NamedTests.areIn(read(file))))
          .hasSizeGreaterThan(100)
          .allMatch(file -> file.toString().endsWith("Test.java"));
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
