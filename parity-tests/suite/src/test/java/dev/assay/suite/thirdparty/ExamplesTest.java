package dev.assay.suite.thirdparty;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The examples as strangers would build them: the JDK's tools on Assay's jars, the tests in a JVM of their own. */
class ExamplesTest {
  private static final Path EXAMPLES = Path.of("../../examples");

  @ParameterizedTest
  @CsvSource({"op-plugin, 6", "backend-plugin, 45"})
  void theExampleCompilesWithoutWarningsAndItsTestsPass(String example, int fewest,
      @TempDir Path folder) throws Exception {
    Path main = EXAMPLES.resolve(example).resolve("src/main");
    Path classes = folder.resolve("classes");
    compile(main.resolve("java"), classes, Tools.classPath());
    ThirdPartyJars.copyResources(main.resolve("resources"), classes);
    Path jar = folder.resolve(example + ".jar");
    Tools.jar(jar, classes);
    Path tests = folder.resolve("test-classes");
    String path = jar + Tools.SEPARATOR + System.getProperty("java.class.path");
    compile(EXAMPLES.resolve(example).resolve("src/test/java"), tests, path);

    String passed = Tools.java(List.of("-Dguice_bytecode_gen_option=DISABLED", "-cp",
        tests + Tools.SEPARATOR + path, TestFolder.class.getName(), tests.toString()));
    assertThat(Integer.parseInt(passed.strip())).isGreaterThanOrEqualTo(fewest);
  }

  private static void compile(Path sources, Path classes, String path) throws IOException {
    try (Stream<Path> files = Files.walk(sources)) {
      // Not what jars say of other jars: that is no business of the example.
      Stream<String> arguments = Stream.of("-Xlint:all,-path,-classfile", "-Werror", "--release",
          "25", "-cp", path, "-d", classes.toString());
      Tools.javac(Stream.concat(arguments,
          files.map(Path::toString).filter(name -> name.endsWith(".java")))
          .toArray(String[]::new));
    }
  }
}
