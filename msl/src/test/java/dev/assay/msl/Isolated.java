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

/** A process of its own that compiles a kernel, runs it, and prints its result or the error's code. */
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
      System.out.println(e.code());
    }
  }

  /**
   * Starts the process.
   *
   * @param shell what a shell does first, such as setting a limit
   * @param classPath which entries of this process's paths it gets
   */
  static Process start(Path cache, String shell, Predicate<String> classPath) throws IOException {
    String path = Stream.of("jdk.module.path", "java.class.path")
        .map(name -> System.getProperty(name, ""))
        .flatMap(Pattern.compile(File.pathSeparator)::splitAsStream)
        .filter(entry -> !entry.isEmpty() && classPath.test(entry))
        .collect(Collectors.joining(File.pathSeparator));
    List<String> command = new ArrayList<>(List.of("sh", "-c", shell + " exec \"$@\"", "sh"));
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of("-XX:-UsePerfData", "--enable-native-access=ALL-UNNAMED", "-cp", path,
            Isolated.class.getName(), cache.toString()));
    return new ProcessBuilder(command).redirectErrorStream(true).start();
  }

  /** All that the process prints. */
  static String answer(Process process) throws IOException {
    return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
  }
}
