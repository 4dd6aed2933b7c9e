package dev.assay.suite.thirdparty;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Another project's jars, compiled from {@code src/test/thirdparty} against ours: a backend, a kernel in a namespace of
 * its own, and an application that is started in a JVM of its own.
 */
class ThirdPartyTest {
  private static final String MAIN = "acme.application.Application";

  @TempDir
  private static Path folder;

  private static String jars;

  @BeforeAll
  static void buildJars() throws IOException {
    jars = ThirdPartyJars.classPath(folder, List.of("backend", "kernel", "application"));
  }

  @Test
  void aThirdPartysBackendAndKernelRunFromTheClassPath() throws Exception {
    check(Tools.java(List.of("--class-path", jars, MAIN, "acme", "reference-cpu")), false);
  }

  @Test
  void aThirdPartysBackendAndKernelRunFromTheModulePath() throws Exception {
    check(
        Tools.java(List.of("--module-path", jars, "--module", "acme.application/" + MAIN, "acme",
            "reference-cpu")),
        true);
  }

  private static void check(String output, boolean named) {
    List<String> lines = output.lines().toList();
    assertThat(lines).contains(
        "named " + named,
        "by rank acme on Acme abacus",
        "backend acme 3.1 usable " + folder.resolve("acme-backend.jar"),
        "kernel acme:swish " + folder.resolve("acme-kernel.jar"));
    assertThat(lines).anyMatch(line -> line.startsWith("backend reference-cpu "));
    assertThat(lines).noneMatch(line -> line.startsWith("refused"));
    double[] swish = {-1 / (1 + Math.E), 0, 1 / (1 + 1 / Math.E), 2 / (1 + 1 / (Math.E * Math.E))};
    // times [[-1, 0], [1, 2]]
    double[] product = {-swish[0] + swish[1], 2 * swish[1], -swish[2] + swish[3], 2 * swish[3]};
    for (String backend : List.of("acme", "reference-cpu")) {
      assertThat(values(lines, backend + " swish [")).containsExactly(swish, Offset.offset(1e-6));
      assertThat(values(lines, backend + " matmul [")).containsExactly(product,
          Offset.offset(1e-6));
    }
  }

  private static double[] values(List<String> lines, String start) {
    String line = lines.stream()
        .filter(each -> each.startsWith(start))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no line '" + start + "' in " + lines));
    return Arrays.stream(line.substring(start.length(), line.length() - 1).split(", "))
        .mapToDouble(Double::parseDouble)
        .toArray();
  }
}
