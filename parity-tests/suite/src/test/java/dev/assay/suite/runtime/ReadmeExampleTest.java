package dev.assay.suite.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.suite.thirdparty.Tools;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The examples that newcomers copy. */
class ReadmeExampleTest {
  private static final Path README = Path.of("../../README.md");
  private static final Path HOT_LOOPS = Path.of("../../docs/hot-loops.md");
  private static final String MARK = "<!-- example: compiled and run by ReadmeExampleTest -->";
  private static final String RAW = "<!-- raw example: compiled and run by ReadmeExampleTest -->";

  @TempDir
  private Path folder;

  @Test
  void theReadmesExampleCompilesRunsAndIsShort() throws Exception {
    assertThat(example(README, MARK).lines().count()).isLessThanOrEqualTo(20);
    String output = run(example(README, MARK), "Example");
    // Row [1, 2, 3] has mean 2 and variance 2/3, row [4, 5, 9] mean 6 and variance 14/3, each with 1e-5 under the root.
    assertThat(output.strip()).startsWith("[2, 3] [").endsWith("]");
    double[] values = java.util.Arrays
        .stream(output.strip().substring("[2, 3] [".length()).replace("]", "").split(", "))
        .mapToDouble(Double::parseDouble)
        .toArray();
    double[] expected = {-1 / Math.sqrt(2 / 3.0 + 1e-5), 0, 1 / Math.sqrt(2 / 3.0 + 1e-5),
      -2 / Math.sqrt(14 / 3.0 + 1e-5), -1 / Math.sqrt(14 / 3.0 + 1e-5),
      3 / Math.sqrt(14 / 3.0 + 1e-5)};
    assertThat(values).containsExactly(expected, org.assertj.core.data.Offset.offset(1e-6));
  }

  @Test
  void theReadmesKernelCompilesAndRunsInTenLines() throws Exception {
    String body = example(README, RAW).substring(example(README, RAW).indexOf("void main"));
    assertThat(body.lines().count()).isLessThanOrEqualTo(10);
    assertThat(run(example(README, RAW), "Saxpy").strip()).isEqualTo("[9.0, 12.0, 15.0]");
  }

  @ParameterizedTest
  @ValueSource(strings = {"reference-cpu", "metal"})
  void theHotLoopRunsOnEveryBackend(String backend) throws Exception {
    String output = run(example(HOT_LOOPS, MARK), "Steps", backend);
    // Steps 2 and 4 into the first, 1 and 3 into the second; what a step leaves out stays.
    assertThat(output.lines()).containsExactly("[-0.0, -2.0, -0.0, -4.0]",
        "[-0.0, -2.0, -0.0, 9.0]");
  }

  private String run(String source, String className, String... arguments) throws Exception {
    Path file = Files.writeString(folder.resolve(className + ".java"), source);
    Path classes = folder.resolve("classes");
    Tools.javac("--class-path", Tools.classPath(), "-d", classes.toString(), file.toString());
    List<String> command = new ArrayList<>(List.of("--enable-native-access=ALL-UNNAMED",
        "--class-path", classes + Tools.SEPARATOR + Tools.classPathWithMetal(), className));
    command.addAll(List.of(arguments));
    return Tools.java(command);
  }

  private static String example(Path document, String mark) throws IOException {
    String readme = Files.readString(document);
    assertThat(readme).contains(mark);
    String block = readme.substring(readme.indexOf(mark));
    String fence = "```java\n";
    block = block.substring(block.indexOf(fence) + fence.length());
    return block.substring(0, block.indexOf("```"));
  }
}
