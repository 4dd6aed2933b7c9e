package dev.assay.suite;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
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
    assertThat(testSources().stream().filter(file -> NamedTests.areIn(read(file))))
        .hasSizeGreaterThan(100)
        .allMatch(file -> file.toString().endsWith("Test.java"));
  }

  /** Not what builds write meanwhile: with several at once, files come and go there. */
  private static List<Path> testSources() throws IOException {
    List<Path> found = new ArrayList<>();
    Files.walkFileTree(NamedTests.ROOT, new SimpleFileVisitor<>() {
      @Override
      public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
        String name = String.valueOf(folder.getFileName());
        return name.equals("target") || name.equals(".git")
            ? FileVisitResult.SKIP_SUBTREE
            : FileVisitResult.CONTINUE;
      }

      @Override
      public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
        if (file.toString().endsWith(".java") && file.toString().contains("/src/test/java/")) {
          found.add(file);
        }
        return FileVisitResult.CONTINUE;
      }
    });
    return found;
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
