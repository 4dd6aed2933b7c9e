package dev.assay.suite;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Tests that documents name, as {@code module: Class} or {@code module: Class#method}. */
final class NamedTests {
  static final Path ROOT = Path.of("..", "..");

  private static final Pattern TEST_ANNOTATION =
      Pattern.compile("(?m)^\\s*@(Test|ParameterizedTest|Property|Example|ArchTest)\\b");
  private static final Pattern REFERENCE =
      Pattern.compile("([a-z][a-z-]*(?:/[a-z-]+)*): ([A-Z]\\w*Test)(?:#(\\w+))?");

  private NamedTests() {}

  static void assertExists(String test) throws IOException {
    Matcher reference = REFERENCE.matcher(test);
    assertThat(reference.matches()).as("form of '%s'", test).isTrue();
    String method = reference.group(3);
    assertThat(testMethods(source(reference.group(1), reference.group(2))))
        .as("test methods of '%s'", test)
        .anyMatch(declaration -> method == null || declaration.contains(" void " + method + "("));
  }

  /** Whether a source holds tests. */
  static boolean areIn(String source) {
    return TEST_ANNOTATION.matcher(source).find();
  }

  /** The paragraphs of a class that hold a test: annotations, signature and the body's beginning. */
  private static List<String> testMethods(String source) {
    return Arrays.stream(source.split("\\R\\s*\\R")).filter(NamedTests::areIn).toList();
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
