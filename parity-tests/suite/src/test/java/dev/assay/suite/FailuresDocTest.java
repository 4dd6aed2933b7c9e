package dev.assay.suite;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** {@code docs/failures.md} accounts for every failure of the catalogue by tests that exist. */
class FailuresDocTest {
  private static final int FAILURES = 95;
  private static final Pattern ROW =
      Pattern.compile("(?m)^\\| (\\d+) \\| ([^|]*) \\|(?: ([^|]*))? \\|$");
  private static final Pattern DESCRIPTION = Pattern.compile("(?m)^(\\d+)\\. \\S");
  private static final Pattern OUTCOME = Pattern.compile("open|[EDTM](/([EDTM]|report))?");
  private static final Pattern TEST = Pattern.compile("`([^`]*)`");

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
    return Files.readString(NamedTests.ROOT.resolve("docs").resolve("failures.md"));
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
      NamedTests.assertExists(test);
    }
  }
}
