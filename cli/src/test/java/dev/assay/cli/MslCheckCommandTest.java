package dev.assay.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

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

  /** Two implementations of one text and one of another, whose kernel lacks a semicolon. */
  private static final String IMPLEMENTATIONS =
      """
          static final KernelSource SHARED = KernelSource.of("acme/add.metal",
              "kernel void one(device float *x [[buffer(0)]]) { x[0] = 1; }\\n"
                  + "kernel void two(device float *x [[buffer(0)]]) { x[0] = 2; }\\n");
          public List<Implementation> implementations() {
            Geometry single = Geometry.threads("1", "1");
            return List.of(
                Implementation.msl("assay:add", "acme_one", DType.F32, SHARED, "one", single),
                Implementation.msl("assay:add", "acme_two", DType.F32, SHARED, "two", single),
                Implementation.msl("assay:add", "acme_bad", DType.F32,
                    "kernel void bad(device float *x [[buffer(0)]]) { x[0] = 1 }", "bad", single));
          }
          """;

  @Test
  void theTextsOfAPluginAreCheckedEachOnce() throws IOException {
    Path jar = ProviderJar.plugin(folder, "AcmeAdd", IMPLEMENTATIONS);
    Path file = write("k.metal", "kernel void k(device float *x [[buffer(0)]]) { x[0] = 1; }\n");

    Run alone = Run.of("msl", "check", "--format", "json", "--plugin", jar.toString());
    assertThat(alone.status()).as(alone.err()).isEqualTo(1);
    assertThat(alone.json().getAsJsonArray("files"))
        .extracting(each -> each.getAsJsonObject().get("file").getAsString(),
            each -> each.getAsJsonObject().get("compiled").getAsBoolean(),
            each -> each.getAsJsonObject().getAsJsonArray("kernels").size())
        .containsExactly(tuple("acme/add.metal", true, 2),
            tuple("assay:add/acme_bad/f32", false, 1));

    Run both =
        Run.of("msl", "check", "--format", "json", file.toString(), "--plugin", jar.toString());
    assertThat(both.json().getAsJsonArray("files"))
        .extracting(each -> each.getAsJsonObject().get("file").getAsString())
        .containsExactly(file.toString(), "acme/add.metal", "assay:add/acme_bad/f32");
  }

  @Test
  void aPluginWithoutMslIsAnInputErrorThatNamesIt() throws IOException {
    Path jar = ProviderJar.plugin(folder, "AcmeNothing", "");
    Run run = Run.of("msl", "check", "--format", "json", "--plugin", jar.toString());
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.errorMessage()).contains(jar.toString(), "no kernel in MSL");
  }

  @Test
  void nothingToCheckIsAnErrorOfUsage() {
    Run run = Run.of("msl", "check", "--format", "json");
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.errorCode()).isEqualTo("usage.invalid");
    assertThat(run.errorMessage()).contains("FILE", "--plugin JAR");
  }

  @Test
  void filesThatCannotBeReadAreAnInputErrorThatNamesEach() {
    assertThat(run("msl", "check", folder.resolve("a").toString(), folder.resolve("b").toString()))
        .isEqualTo(2);
    assertThat(err.toString(StandardCharsets.UTF_8)).contains("2 problems",
        folder.resolve("a").toString(),
        folder.resolve("b").toString(), "the file cannot be read: no such file\n")
        .doesNotContain("Exception");
  }

  @Test
  void theHelpLeavesOutWhatItMakesNothingOf() {
    assertThat(Run.of("msl", "check", "--help").out()).contains("--format", "--plugin")
        .doesNotContain("--backend=", "--indirect=");
    assertThat(Run.of("explain", "--help").out()).contains("--backend=", "--indirect=");
  }

  @Test
  void whatTheHelpLeavesOutIsTakenAllTheSameAndOneKernelIsNoPlural() throws IOException {
    Path file = write("k.metal", "kernel void k(device float *x [[buffer(0)]]) { x[0] = 1; }\n");
    for (String option : new String[] {"--backend=reference-cpu", "--indirect=off"}) {
      Run run = Run.of("msl", "check", option, file.toString());
      assertThat(run.status()).as(run.err()).isZero();
      assertThat(run.out()).contains(file + ": 1 kernel, read without errors");
    }
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
