package dev.assay.spi.error;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** {@code docs/errors.md} explains every code of {@link Codes}, in a section of its own among those of other modules. */
class ErrorsDocTest {
  private static final Path DOCUMENT = Path.of("..", "docs", "errors.md");
  private static final Pattern SECTION = Pattern.compile("(?ms)^## Module `spi`$(.*?)(?=^## |\\z)");
  private static final Pattern ROW = Pattern.compile("(?m)^\\| `([^`]+)` \\|([^|]*)\\|([^|]*)\\|$");

  @Test
  void theDocumentExplainsExactlyTheCodesThereAre() throws IOException {
    assertThat(rows(section()).stream().map(row -> row.group(1)))
        .containsExactlyInAnyOrderElementsOf(codes());
  }

  @Test
  void everyRowSaysWhatItMeansAndWhatToDo() throws IOException {
    List<MatchResult> rows = rows(Files.readString(DOCUMENT));

    assertThat(rows).hasSizeGreaterThanOrEqualTo(codes().size());
    assertThat(rows).allSatisfy(row -> {
      assertThat(row.group(2)).as("meaning of %s", row.group(1)).isNotBlank();
      assertThat(row.group(3)).as("what to do about %s", row.group(1)).isNotBlank();
    });
    assertThat(rows.stream().map(row -> row.group(1))).as("codes of all modules")
        .doesNotHaveDuplicates();
  }

  private static String section() throws IOException {
    return SECTION.matcher(Files.readString(DOCUMENT)).results().findFirst().orElseThrow().group(1);
  }

  private static List<MatchResult> rows(String text) {
    return ROW.matcher(text).results().toList();
  }

  private static List<String> codes() {
    return Arrays.stream(Codes.class.getFields())
        .filter(field -> field.getType() == ErrorCode.class)
        .map(field -> {
          try {
            return ((ErrorCode) field.get(null)).id();
          } catch (IllegalAccessException notPublic) {
            throw new AssertionError(notPublic);
          }
        })
        .toList();
  }
}
