package dev.assay.suite.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.suite.thirdparty.Tools;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The example that newcomers copy. */
class ReadmeExampleTest {
  private static final String MARK = "<!-- example: compiled and run by ReadmeExampleTest -->";
  private static final String RAW = "<!-- raw example: compiled and run by ReadmeExampleTest -->";

  @TempDir
  private Path folder;

  @Test
  void theReadmesExampleCompilesRunsAndIsShort() throws Exception {
    assertThat(example(MARK).lines().count()).isLessThanOrEqualTo(20);
    String output = run(MARK, "Example");
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
    String body = example(RAW).substring(example(RAW).indexOf("void main"));
    assertThat(body.lines().count()).isLessThanOrEqualTo(10);
    assertThat(run(RAW, "Saxpy").strip()).isEqualTo("[9.0, 12.0, 15.0]");
  }

  private String run(String mark, String className) throws Exception {
    Path source = Files.writeString(folder.resolve(className + ".java"), example(mark));
    Path classes = folder.resolve("classes");
    Tools.javac("--class-path", Tools.classPath(), "-d", classes.toString(), source.toString());
    return Tools.java(List.of("--enable-native-access=ALL-UNNAMED", "--class-path",
        classes + Tools.SEPARATOR + Tools.classPathWithMetal(), className));
  }

  private static String example(String mark) throws IOException {
    String readme = Files.readString(Path.of("../../README.md"));
    assertThat(readme).contains(mark);
    String block = readme.substring(readme.indexOf(mark));
    String fence = "```java\n";
    block = block.substring(block.indexOf(fence) + fence.length());
    return block.substring(0, block.indexOf("```"));
  }
}
