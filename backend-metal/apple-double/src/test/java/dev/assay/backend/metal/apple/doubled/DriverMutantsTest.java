package dev.assay.backend.metal.apple.doubled;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Makes the driver wrong in its source, one thing at a time, and runs it in a process of its own: the double, the audit
 * in {@code backend-metal/apple-driver} or the virtual machine ends each.
 */
class DriverMutantsTest {
  private static final Path SOURCES =
      Path.of("..", "apple-driver", "src", "main", "java", "dev", "assay", "backend", "metal",
          "apple");

  /** Longer than a scenario waits for a command buffer. */
  private static final long LIMIT_SECONDS = 120;

  /** A mistake: a text that stands once in a file, and what stands there instead. */
  enum Mutant {
    WRONG_SELECTOR("objc/Messages.java", "\"setBuffer:offset:atIndex:\"",
        "\"setBuffer:offset:index:\"", "setBuffer:offset:index:"),
    LONG_FOR_A_STRUCT("objc/Type.java", "case SIZE -> Structs.SIZE;",
        "case SIZE -> ValueLayout.JAVA_LONG;", "WrongMethodTypeException"),
    MISSING_POOL("AppleQueue.java", """
            try (Pool _ = objc.openPool()) {
              long made = objc.send(Messages.COMMAND_BUFFER, queue.id());
        """, """
            {
              long made = objc.send(Messages.COMMAND_BUFFER, queue.id());
        """, "pool"),
    STATUS_BEFORE_THE_END("AppleCommandBuffer.java",
        "handOver(driver.objc(), id, driver.completions().expect(id, this));",
        "DeviceException early = failure(driver.objc(), id);"
            + " handOver(driver.objc(), id, driver.completions().expect(id, this));"
            + " if (early != null) { throw early; }",
        "actual: status 0"),
    OVER_RELEASE("objc/Owned.java", "objc.release(id);", "objc.release(id); objc.release(id);",
        "release"),
    LEAK("AppleEncoder.java", "encoder.close();", "", "live objects"),
    ARGUMENT_COUNT("objc/Messages.java", """
              "setBytes:length:atIndex:", "void", "const void*", "NS::UInteger", "NS::UInteger");
        """, """
              "setBytes:length:atIndex:", "void", "const void*", "NS::UInteger");
        """, "WrongMethodTypeException"),
    // 128 is MTLIndirectCommandTypeDrawMeshThreadgroups.
    WRONG_ENUM("AppleIndirectCommandBuffer.java",
        "| Values.COMMAND_CONCURRENT_DISPATCH_THREADS;", "| 128;",
        "no command types of compute work"),
    BLOCK_FREED_EARLY("objc/Block.java", "this.address = block.address();",
        "this.address = block.address(); forEver.close();", ""),
    THROWABLE_IN_UPCALL("objc/Block.java",
        "handler.accept(object);\n    } catch (Throwable thrown) {",
        "handler.accept(object);\n      throw new IllegalStateException(\"mutant\");\n"
            + "    } catch (OutOfMemoryError thrown) {",
        "mutant");

    private final String file;
    private final String right;
    private final String wrong;
    private final String says;

    Mutant(String file, String right, String wrong, String says) {
      this.file = file;
      this.right = right;
      this.wrong = wrong;
      this.says = says;
    }

    String in(String source) {
      assertThat(source.split(Pattern.quote(right.strip()), -1))
          .as("places of %s in %s", this, file)
          .hasSize(2);
      String mutated = source.replace(right.strip(), wrong.strip());
      return this == BLOCK_FREED_EARLY
          ? mutated.replace("Arena forEver = Arena.global();", "Arena forEver = Arena.ofShared();")
          : mutated;
    }
  }

  @TempDir
  private Path folder;

  @Test
  void theDriverAsItIsPasses() throws IOException, InterruptedException {
    Ended ended = run(List.of());
    assertThat(ended.status()).as(ended.output()).isZero();
    assertThat(ended.output()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(Mutant.class)
  void everyMutantDies(Mutant mutant) throws IOException, InterruptedException {
    Path source = SOURCES.resolve(mutant.file);
    Path mutated = folder.resolve("source").resolve(SOURCES.relativize(source));
    Files.createDirectories(mutated.getParent());
    Files.writeString(mutated, mutant.in(Files.readString(source)));
    Path classes = Files.createDirectory(folder.resolve("classes"));
    compile(mutated, classes);

    Ended ended = run(List.of(classes.toString()));
    assertThat(ended.status()).as(ended.output()).isNotZero();
    assertThat(ended.output()).contains(mutant.says);
  }

  private static void compile(Path source, Path classes) {
    StringWriter says = new StringWriter();
    PrintWriter out = new PrintWriter(says);
    int status = ToolProvider.findFirst("javac")
        .orElseThrow()
        .run(out, out, "-proc:none", "-nowarn", "-classpath", classPath(), "-d",
            classes.toString(), source.toString());
    assertThat(status).as("the mutant compiles: %s", says).isZero();
  }

  private static String classPath() {
    return Stream.of("jdk.module.path", "java.class.path")
        .map(name -> System.getProperty(name, ""))
        .flatMap(Pattern.compile(File.pathSeparator)::splitAsStream)
        .filter(entry -> !entry.isEmpty())
        .collect(Collectors.joining(File.pathSeparator));
  }

  private record Ended(int status, String output) {}

  private Ended run(List<String> first) throws IOException, InterruptedException {
    String path = Stream
        .concat(first.stream(),
            Stream.of(Path.of("target", "test-classes").toString(), classPath()))
        .collect(Collectors.joining(File.pathSeparator));
    Path output = folder.resolve("output.txt");
    Process process = new ProcessBuilder(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-XX:-UsePerfData", "-XX:-CreateCoredumpOnCrash", "-XX:TieredStopAtLevel=1",
        "-XX:ErrorFile=" + folder.resolve("crash.log"), "--enable-native-access=ALL-UNNAMED", "-cp",
        path, DriverScenario.class.getName()).redirectErrorStream(true)
        .redirectOutput(output.toFile())
        .start();
    if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      return new Ended(-1, "it did not end: " + Files.readString(output, StandardCharsets.UTF_8));
    }
    return new Ended(process.exitValue(), Files.readString(output, StandardCharsets.UTF_8));
  }
}
