package dev.assay.backend.metal.apple.doubled;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What would end a process on a Mac ends one here, in one line that says what was wrong. */
class MisuseTest {
  /** What a signal adds to the exit status, and the number of SIGABRT. */
  private static final int ABORTED = 128 + 6;

  @TempDir
  private Path folder;

  @ParameterizedTest
  @EnumSource
  void theProcessEnds(Misuse misuse) throws IOException, InterruptedException {
    Path said = folder.resolve("stderr");
    Process process = new ProcessBuilder(command(misuse)).directory(folder.toFile())
        .redirectError(said.toFile())
        .redirectOutput(folder.resolve("stdout").toFile())
        .start();
    assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();

    assertThat(Files.readString(folder.resolve("stdout"))).doesNotContain("survived");
    assertThat(Files.readString(said)).contains("apple double: ").contains(misuse.says);
    assertThat(process.exitValue()).isEqualTo(ABORTED);
  }

  private static List<String> command(Misuse misuse) {
    String classPath = Stream
        .of(System.getProperty("java.class.path"), System.getProperty("jdk.module.path"),
            MisuseTest.class.getProtectionDomain().getCodeSource().getLocation().getPath(),
            Path.of("target", "test-classes").toAbsolutePath().toString())
        .filter(path -> path != null && !path.isEmpty())
        .collect(Collectors.joining(File.pathSeparator));
    return List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-XX:TieredStopAtLevel=1", "-XX:-CreateCoredumpOnCrash",
        "--enable-native-access=ALL-UNNAMED",
        "-cp", classPath, Misuse.class.getName(), misuse.name());
  }
}
