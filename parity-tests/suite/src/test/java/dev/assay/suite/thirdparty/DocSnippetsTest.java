package dev.assay.suite.thirdparty;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The listings of the guides are those of the examples, which are compiled and run. */
class DocSnippetsTest {
  private static final Path ROOT = Path.of("../..");
  private static final Pattern LISTING =
      Pattern.compile("<!-- snippet: (\\S+?)(?:#(\\w+))? -->\n```\\w+\n(.*?)\n```\n",
          Pattern.DOTALL);

  @ParameterizedTest
  @ValueSource(strings = {"write-an-op", "write-a-backend"})
  void everyListingIsCutFromAnExample(String guide) throws IOException {
    String text = Files.readString(ROOT.resolve("docs").resolve(guide + ".md"));
    Matcher listings = LISTING.matcher(text);
    long found = 0;
    while (listings.find()) {
      found++;
      String source = Files.readString(ROOT.resolve(listings.group(1)));
      assertThat(listings.group(3)).as(listings.group())
          .isEqualTo(snippet(source, listings.group(2)));
    }
    assertThat(found).isGreaterThanOrEqualTo(5)
        .as("listings without a source")
        .isEqualTo(Pattern.compile("^```(java|cpp|xml|properties)$", Pattern.MULTILINE)
            .matcher(text)
            .results()
            .count());
  }

  /** What stands between the marks of this name, moved to the left edge; everything where there is no name. */
  private static String snippet(String source, String name) {
    if (name == null) {
      return source.stripTrailing();
    }
    Matcher marks =
        Pattern.compile("^ *(?://|<!--) snippet: " + name + "(?: -->)?\n(.*?)^ *(?://|<!--) end",
            Pattern.DOTALL | Pattern.MULTILINE).matcher(source);
    assertThat(marks.find()).as("a snippet '%s'", name).isTrue();
    return marks.group(1).stripTrailing().stripIndent();
  }
}
