package dev.assay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.assay.runtime.discovery.SearchPath;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class MslCheckCommandTest {
  @TempDir
  Path folder;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @Test
  void tellsNameIndexKindTypeAccessAndConstants() throws IOException {
    Path file = write("scale.metal",
        """
            #include <metal_stdlib>
            using namespace metal;
            constant bool doubled [[function_constant(3)]];
            kernel void scale(device const float *x [[buffer(0)]], device float *out [[buffer(1)]],
                              constant FACTOR &factor [[buffer(4)]], uint i [[thread_position_in_grid]]) {
              out[i] = x[i] * factor * (doubled ? 2 : 1);
            }
            """);

    assertThat(run("msl", "check", "--format", "json", "-D", "FACTOR=float", file.toString()))
        .as(err.toString(StandardCharsets.UTF_8))
        .isZero();

    JsonObject read = json().getAsJsonArray("files").get(0).getAsJsonObject();
    assertThat(read.get("ok").getAsBoolean()).isTrue();
    assertThat(read.get("compiled").getAsBoolean()).isTrue();
    assertThat(read.getAsJsonArray("kernels")).hasSize(1);
    JsonObject kernel = read.getAsJsonArray("kernels").get(0).getAsJsonObject();
    assertThat(kernel.get("name").getAsString()).isEqualTo("scale");
    assertThat(kernel.getAsJsonArray("parameters").toString()).isEqualTo(
        "[{\"name\":\"x\",\"index\":0,\"kind\":\"buffer\",\"type\":\"float\",\"access\":\"read\"},"
            + "{\"name\":\"out\",\"index\":1,\"kind\":\"buffer\",\"type\":\"float\",\"access\":\"read-write\"},"
            + "{\"name\":\"factor\",\"index\":4,\"kind\":\"constant\",\"type\":\"float\",\"access\":\"read\"}]");
    assertThat(kernel.getAsJsonArray("constants").toString()).isEqualTo(
        "[{\"index\":3,\"name\":\"doubled\",\"type\":\"bool\",\"optional\":false}]");
  }

  @Test
  @EnabledOnOs({OS.LINUX, OS.MAC})
  void aFileWithoutAnEndIsRefused() {
    assertThat(run("msl", "check", "/dev/zero")).isEqualTo(2);
    assertThat(err.toString(StandardCharsets.UTF_8)).contains("file.unreadable", "/dev/zero");
  }

  @Test
  void errorsInTheTextEndWithStatusOneAndNameTheirPlace() throws IOException {
    Path file = write("broken.metal",
        "#include \"missing.h\"\nkernel void f(device float *x [[buffer(31)]]) {\n");

    assertThat(run("msl", "check", "--format", "json", file.toString())).isEqualTo(1);

    JsonObject read = json().getAsJsonArray("files").get(0).getAsJsonObject();
    assertThat(read.get("ok").getAsBoolean()).isFalse();
    JsonObject first = read.getAsJsonArray("diagnostics").get(0).getAsJsonObject();
    assertThat(first.get("line").getAsInt()).isEqualTo(1);
    assertThat(first.get("severity").getAsString()).isEqualTo("error");
  }

  @Test
  void whatOnlyTheCompilerFindsHasItsPlaceToo() throws IOException {
    Path header = write("scale.h", "#define SCALED(x) ((x) *\\\n    FACTOR)\n");
    Path file = write("scale.metal",
        """
            #include "scale.h"
            #define HALVED(x) (x / missing)
            kernel void scale(device float *x [[buffer(0)]], uint i [[thread_position_in_grid]]) {
              x[i] = SCALED(x[i]) + HALVED(x[i]);
            }
            """);

    assertThat(run("msl", "check", "--format", "json", "-D", "FACTOR=2", file.toString()))
        .as("beside " + header)
        .isEqualTo(1);

    JsonObject read = json().getAsJsonArray("files").get(0).getAsJsonObject();
    assertThat(read.get("ok").getAsBoolean()).isTrue();
    assertThat(read.get("compiled").getAsBoolean()).isFalse();
    assertThat(read.getAsJsonArray("diagnostics")).hasSize(1);
    JsonObject found = read.getAsJsonArray("diagnostics").get(0).getAsJsonObject();
    assertThat(found.get("file").getAsString()).isEqualTo(file.toString());
    assertThat(found.get("line").getAsInt()).isEqualTo(4);
    assertThat(found.get("column").getAsInt()).isEqualTo(25);
    assertThat(found.get("message").getAsString()).contains("'missing'");
  }

  @Test
  void withoutTheCompilersJarFilesAreReadAndTheMessageNamesTheJar()
      throws IOException, InterruptedException {
    Path file = write("k.metal", "kernel void k(device float *x [[buffer(0)]]) { x[0] = 1; }\n");
    String path = Stream.of("jdk.module.path", "java.class.path")
        .map(name -> System.getProperty(name, ""))
        .flatMap(Pattern.compile(File.pathSeparator)::splitAsStream)
        .filter(entry -> !entry.isEmpty()
            && !Path.of(entry).getFileName().toString().startsWith("llvm-"))
        .collect(Collectors.joining(File.pathSeparator));
    Path err = folder.resolve("err");
    ProcessBuilder child = new ProcessBuilder(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-cp", path,
        Main.class.getName(), "msl", "check", "--format", "json", file.toString())
        .redirectError(err.toFile());
    // Where the compiler was unpacked before, its jar is not needed.
    child.environment().put("ASSAY_CACHE_DIR", folder.resolve("cache").toString());
    Process process = child.start();
    String answer = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(process.waitFor()).as(Files.readString(err)).isZero();
    assertThat(answer).contains("\"compiled\":null");
    assertThat(Files.readString(err)).contains("org.bytedeco:llvm").contains("class path");
  }

  @Test
  void filesThatCannotBeReadAreAnInputErrorThatNamesEach() {
    assertThat(run("msl", "check", folder.resolve("a").toString(), folder.resolve("b").toString()))
        .isEqualTo(2);
    assertThat(err.toString(StandardCharsets.UTF_8)).contains("2 problems",
        folder.resolve("a").toString(),
        folder.resolve("b").toString());
  }

  @Test
  void aSubCommandOfMslIsNeeded() {
    assertThat(run("msl")).isEqualTo(2);
    assertThat(err.toString(StandardCharsets.UTF_8)).contains("check");
  }

  private int run(String... arguments) {
    Streams streams = new Streams(out, new PrintStream(err, true, StandardCharsets.UTF_8), false);
    return new Cli(streams, SearchPath.empty(), Map.of()).run(arguments);
  }

  private JsonObject json() {
    return JsonParser.parseString(out.toString(StandardCharsets.UTF_8)).getAsJsonObject();
  }

  private Path write(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }
}
