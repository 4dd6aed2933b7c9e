package dev.assay.suite.cli;

import static org.assertj.core.api.Assertions.as;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import com.google.gson.JsonObject;
import dev.assay.parity.junit.KernelParity;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The jars that the examples' own builds made, named to the command as their users would. */
class ExamplePluginsTest {
  private static final Path PROJECTS = Path.of("../../examples/target/projects");

  private static final String OPERATION = jar("op-plugin", "acme-layer-scale-1.0.jar");
  private static final String BACKEND = jar("backend-plugin", "acme-heap-1.0.jar");

  private static String jar(String project, String name) {
    Path jar = PROJECTS.resolve(project).resolve("target").resolve(name);
    try {
      return jar.toRealPath().toString();
    } catch (IOException e) {
      throw new AssertionError("the example is not built: run 'mvn verify' from the root", e);
    }
  }

  private static JsonObject parity(String... options) {
    List<String> arguments = new ArrayList<>(List.of("parity", "--format", "json"));
    arguments.addAll(List.of(options));
    AssayProcess process = AssayProcess.run(arguments.toArray(String[]::new));
    assertThat(process.status()).as(process.out() + process.err()).isZero();
    JsonObject answer = process.json();
    assertThat(answer.get("executed").getAsLong()).isPositive()
        .isEqualTo(answer.get("passed").getAsLong());
    assertThat(answer.getAsJsonArray("skipped")).isEmpty();
    return answer;
  }

  @Test
  void theOperationPassesParityOnTheOracle() {
    JsonObject answer = parity("--plugin", OPERATION, "--kernel", "acme:*");

    assertThat(answer.get("backend").getAsString()).isEqualTo("reference-cpu");
    assertThat(answer.getAsJsonObject("casesByKernel").get("acme:layer_scale").getAsInt())
        .isGreaterThanOrEqualTo(12);
    assertThat(answer.getAsJsonArray("modes")).hasSize(6);
    assertThat(answer.getAsJsonArray("untried")).hasSize(2);
  }

  /** Its MSL, checked on the host driver, in indirect command buffers too. */
  @Test
  void theOperationPassesParityOnMetal() {
    JsonObject answer =
        parity("--plugin", OPERATION, "--backend", "metal", "--kernel", "acme:*");

    assertThat(answer.get("build").getAsString()).isEqualTo("checked");
    assertThat(answer.getAsJsonArray("modes")).hasSize(6);
    assertThat(answer.get("kernels").getAsInt()).isPositive();
    assertThat(answer.getAsJsonArray("untried")).isEmpty();
  }

  /** One wrong sign in the MSL: the oracle runs none of it and says so, Metal finds it. */
  @Test
  void aWrongTextIsSaidToBeUntriedAndFoundByTheBackendThatRunsIt(@TempDir Path folder)
      throws IOException {
    Path wrong = Files.copy(Path.of(OPERATION), folder.resolve("wrong.jar"));
    try (FileSystem jar = FileSystems.newFileSystem(wrong)) {
      spoil(jar.getPath("acme/layerscale/layer_scale.metal"));
    }
    AssayProcess oracle =
        AssayProcess.run("parity", "--plugin", wrong.toString(), "--kernel", "acme:*");
    assertThat(oracle.status()).as(oracle.out() + oracle.err()).isZero();
    assertThat(oracle.out()).endsWith(
        "not tried: the msl implementations of acme:layer_scale; --backend metal runs them\n");

    AssayProcess metal = AssayProcess.run("parity", "--plugin", wrong.toString(), "--kernel",
        "acme:*", "--backend", "metal");
    assertThat(metal.status()).as(metal.out() + metal.err()).isEqualTo(1);
    assertThat(metal.out()).contains("failed acme:layer_scale (f32, plain)",
        "failed acme:layer_scale (f16, plain)")
        .doesNotContain("not tried");
  }

  /** The example's own test, which its build runs, on the example with that sign wrong. */
  @Test
  void theTestOfTheExampleFailsWhereItsTextIsWrong(@TempDir Path folder) throws Exception {
    Path target = PROJECTS.resolve("op-plugin/target");
    assertThat(failureOfTheExample(target.resolve("classes"), target)).isEmpty();

    Path wrong = folder.resolve("classes");
    try (Stream<Path> files = Files.walk(target.resolve("classes"))) {
      for (Path file : files.toList()) {
        Files.copy(file, wrong.resolve(target.resolve("classes").relativize(file)));
      }
    }
    spoil(wrong.resolve("acme/layerscale/layer_scale.metal"));
    assertThat(failureOfTheExample(wrong, target)).get(as(STRING))
        .contains(" on metal, ", "acme:layer_scale (f32, plain)")
        .doesNotContain(" on reference-cpu, ", "not tried");
  }

  private static Optional<String> failureOfTheExample(Path classes, Path target)
      throws Exception {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    try (URLClassLoader loader = new URLClassLoader(new URL[] {classes.toUri().toURL(),
      target.resolve("test-classes").toUri().toURL()}, before)) {
      thread.setContextClassLoader(loader);
      Constructor<?> test = loader.loadClass("acme.layerscale.LayerScaleParityTest")
          .getDeclaredConstructor();
      test.setAccessible(true);
      Method run = KernelParity.class.getDeclaredMethod("everyTrialPasses");
      run.setAccessible(true);
      run.invoke(test.newInstance());
      return Optional.empty();
    } catch (InvocationTargetException thrown) {
      return Optional.of(String.valueOf(thrown.getCause().getMessage()));
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  /** The versions that the example names are those of the project: no other test looks at them. */
  @Test
  void theExampleTakesTheProjectsCompiler() throws IOException {
    Pattern version = Pattern.compile("<llvm.version>(.*)</llvm.version>");
    assertThat(version.matcher(Files.readString(Path.of("../../examples/op-plugin/pom.xml")))
        .results()
        .map(found -> found.group(1))
        .toList())
        .isEqualTo(version.matcher(Files.readString(Path.of("../../pom.xml")))
            .results()
            .map(found -> found.group(1))
            .toList())
        .hasSize(1);
  }

  private static void spoil(Path text) throws IOException {
    String right = Files.readString(text);
    String wrong = right.replace("T(float(x[element]) + ", "T(float(x[element]) - ");
    assertThat(wrong).isNotEqualTo(right);
    Files.writeString(text, wrong);
  }

  @Test
  void theBackendPassesParityOnKernelsOfOurs() {
    JsonObject answer =
        parity("--plugin", BACKEND, "--backend", "acme-heap", "--kernel", "assay:*_norm");

    assertThat(answer.get("backend").getAsString()).isEqualTo("acme-heap");
    assertThat(answer.get("device").getAsString()).isEqualTo("Java heap");
    assertThat(answer.get("kernels").getAsInt()).isGreaterThanOrEqualTo(2);
  }

  @Test
  void theOperationPassesParityOnTheBackendOfAnotherJar(@TempDir Path folder)
      throws IOException {
    Path page = folder.resolve("report.html");
    JsonObject answer = parity("--plugin", OPERATION, "--plugin", BACKEND, "--backend",
        "acme-heap", "--kernel", "acme:*", "--report", page.toString());

    assertThat(answer.get("backend").getAsString()).isEqualTo("acme-heap");
    // On the module path the template reads what only this package opens to it.
    assertThat(Files.readString(page)).contains("Parity of acme-heap", "acme:layer_scale",
        OPERATION);
  }
}
