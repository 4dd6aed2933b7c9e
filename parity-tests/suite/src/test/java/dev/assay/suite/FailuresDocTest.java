package dev.assay.suite;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** {@code docs/failures.md} accounts for every failure of the catalogue by tests that exist. */
class FailuresDocTest {
  private static final Path ROOT = Path.of("..", "..");
  private static final int FAILURES = 95;
  private static final Pattern ROW =
      Pattern.compile("(?m)^\\| (\\d+) \\| ([^|]*) \\|(?: ([^|]*))? \\|$");
  private static final Pattern DESCRIPTION = Pattern.compile("(?m)^(\\d+)\\. \\S");
  private static final Pattern OUTCOME = Pattern.compile("open|[EDTM](/([EDTM]|report))?");
  private static final Pattern TEST_ANNOTATION =
      Pattern.compile("(?m)^\\s*@(Test|ParameterizedTest|Property|ArchTest)\\b");
  private static final Pattern TEST = Pattern.compile("`([^`]*)`");
  private static final Pattern REFERENCE =
      Pattern.compile("([a-z][a-z-]*(?:/[a-z-]+)*): ([A-Z]\\w*Test)(?:#(\\w+))?");

  /** A row of the tables: the failure's number, its outcome, and the cell that names tests. */
  record Row(int number, String outcome, String cell) {
    List<String> tests() {
      return TEST.matcher(cell).results().map(match -> match.group(1)).toList();
    }
  }

  static List<Row> rows() throws IOException {
    return ROW.matcher(document())
        .results()
        .map(match -> new Row(Integer.parseInt(match.group(1)), match.group(2),
            match.group(3) == null ? "" : match.group(3)))
        .toList();
  }

  static List<Row> rowsWithTests() throws IOException {
    return rows().stream().filter(row -> !row.tests().isEmpty()).toList();
  }

  private static String document() throws IOException {
    return Files.readString(ROOT.resolve("docs").resolve("failures.md"));
  }

  @Test
  void everyFailureHasOneRowAndOneDescription() throws IOException {
    List<Integer> all = IntStream.rangeClosed(1, FAILURES).boxed().toList();

    assertThat(rows()).extracting(Row::number).containsExactlyElementsOf(all);
    assertThat(DESCRIPTION.matcher(document())
        .results()
        .map(match -> Integer.valueOf(match.group(1)))).containsExactlyElementsOf(all);
  }

  @Test
  void everyLineThatLooksLikeARowIsOne() throws IOException {
    assertThat(document().lines().filter(line -> line.matches("\\|\\s*\\d.*"))).hasSize(FAILURES);
  }

  @Test
  void aSettledFailureNamesATest() throws IOException {
    assertThat(rows()).allSatisfy(row -> {
      assertThat(row.outcome()).as("outcome of %d", row.number()).matches(OUTCOME);
      if (!row.outcome().equals("open")) {
        assertThat(row.tests()).as("tests of %d", row.number()).isNotEmpty();
      }
    });
  }

  @ParameterizedTest
  @MethodSource("rowsWithTests")
  void everyNamedTestExists(Row row) throws IOException {
    for (String test : row.tests()) {
      Matcher reference = REFERENCE.matcher(test);
      assertThat(reference.matches()).as("form of '%s'", test).isTrue();
      String method = reference.group(3);
      assertThat(testMethods(source(reference.group(1), reference.group(2))))
          .as("test methods of '%s'", test)
          .anyMatch(declaration -> method == null || declaration.contains(" void " + method + "("));
    }
  }

  /** The paragraphs of a class that hold a test: annotations, signature and the body's beginning. */
  private static List<String> testMethods(String source) {
    return Arrays.stream(source.split("\\R\\s*\\R"))
        .filter(paragraph -> TEST_ANNOTATION.matcher(paragraph).find())
        .toList();
  }

  private static String source(String module, String className) throws IOException {
    try (Stream<Path> files = Files.walk(ROOT.resolve(module).resolve("src/test/java"))) {
      List<Path> found =
          files.filter(file -> file.endsWith(className + ".java")).toList();
      assertThat(found).as("test class %s in module %s", className, module).hasSize(1);
      return Files.readString(found.getFirst());
    }
  }
}
