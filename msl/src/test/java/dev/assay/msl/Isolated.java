package dev.assay.msl;

import dev.assay.msl.compiler.KernelCompiler;
import dev.assay.msl.reader.MslSource;
import dev.assay.spi.error.AssayException;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A process of its own that compiles a kernel, runs it, and prints its result or the error's code, or its message where a second argument asks for it. */
final class Isolated {
  static final String TEXT =
      "kernel void answer(device float* x [[buffer(0)]]) { x[0] = x[0] * 6.0; }";

  private Isolated() {}

  public static void main(String[] arguments) {
    KernelCompiler.absence().ifPresent(System.out::println);
    try (MslRuntime runtime = MslRuntime.open(MslBuild.FAST, Path.of(arguments[0]))) {
      float[] x = {7};
      runtime.kernel(MslSource.of("answer.metal", TEXT), "answer")
          .dispatch()
          .bind("x", x)
          .threads(1, 1);
      System.out.println(x[0]);
    } catch (AssayException e) {
      System.out.println(arguments.length > 1 ? e.getMessage() : e.code());
    }
  }

  /**
   * Starts the process.
   *
   * @param shell what a shell does first, such as setting a limit
   * @param classPath which entries of this process's paths it gets
   */
  static Process start(Path cache, String shell, Predicate<String> classPath) throws IOException {
    List<String> command = new ArrayList<>(List.of("sh", "-c", shell + " exec \"$@\"", "sh"));
    command.add(java());
    command.addAll(
        List.of("-XX:-UsePerfData", "--enable-native-access=ALL-UNNAMED", "-cp", paths(classPath),
            Isolated.class.getName(), cache.toString()));
    return new ProcessBuilder(command).redirectErrorStream(true).start();
  }

  /** Starts it with everything on the module path, to print the message of an error. */
  static Process startAsModule(Path cache) throws IOException {
    Predicate<String> tests = entry -> entry.endsWith("test-classes");
    return new ProcessBuilder(java(), "-XX:-UsePerfData", "-p", paths(tests.negate()),
        "--patch-module", "dev.assay.msl=" + Path.of("target", "test-classes").toAbsolutePath(),
        "-m", "dev.assay.msl/" + Isolated.class.getName(), cache.toString(), "message")
        .redirectErrorStream(true)
        .start();
  }

  private static String java() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }

  private static String paths(Predicate<String> wanted) {
    return Stream.of("jdk.module.path", "java.class.path")
        .map(name -> System.getProperty(name, ""))
        .flatMap(Pattern.compile(File.pathSeparator)::splitAsStream)
        .filter(entry -> !entry.isEmpty() && wanted.test(entry))
        .collect(Collectors.joining(File.pathSeparator));
  }

  /** All that the process prints. */
  static String answer(Process process) throws IOException {
    return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
  }
}
