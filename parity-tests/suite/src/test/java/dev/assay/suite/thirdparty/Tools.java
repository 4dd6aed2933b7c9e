package dev.assay.suite.thirdparty;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.lang.module.FindException;
import java.lang.module.ModuleFinder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What another project's build would use: the JDK's tools on Assay's jars. */
public final class Tools {
  /** Between the entries of a path. */
  public static final String SEPARATOR = File.pathSeparator;

  /** What an application needs: ours, and what ours depend on. */
  private static final Set<String> MODULES = Set.of("dev.assay.spi", "dev.assay.backend.support",
      "dev.assay.backend.referencecpu", "dev.assay.ops", "dev.assay.runtime", "com.google.guice",
      "com.google.common",
      "com.google.common.util.concurrent.internal", "failureaccess", "jakarta.inject",
      "aopalliance", "org.jspecify",
      "org.apiguardian.api");

  /** What one needs besides to run kernels in MSL here. */
  private static final Set<String> METAL =
      Set.of("dev.assay.msl", "dev.assay.backend.metal", "dev.assay.backend.metal.host");

  private static final long LIMIT_SECONDS = 120;

  private Tools() {}

  /** Assay's jars and those that they need, for either path. */
  public static String classPath() {
    String path = Stream.of(System.getProperty("java.class.path").split(SEPARATOR))
        .filter(entry -> isOneOf(MODULES, entry))
        .collect(Collectors.joining(SEPARATOR));
    long found = path.chars().filter(character -> character == File.pathSeparatorChar).count() + 1;
    if (found < MODULES.size() - 1) {
      throw new IllegalStateException(
          "not all of " + MODULES + " are on the test's class path: " + path);
    }
    return path;
  }

  /** The same with the Metal backend, its host driver and the compiler, for the class path. */
  public static String classPathWithMetal() {
    return Stream.concat(Stream.of(classPath()),
        Stream.of(System.getProperty("java.class.path").split(SEPARATOR))
            .filter(entry -> isOneOf(METAL, entry)
                || Path.of(entry).getFileName().toString().startsWith("llvm-")))
        .collect(Collectors.joining(SEPARATOR));
  }

  /** Compiles, without annotation processors. */
  public static void javac(String... arguments) {
    run("javac", Stream.concat(Stream.of("-proc:none"), Stream.of(arguments)).toList());
  }

  /** Packs everything in a folder. */
  public static void jar(Path jar, Path folder) {
    run("jar", List.of("--create", "--file", jar.toString(), "-C", folder.toString(), "."));
  }

  /** Runs a JVM of its own to the end, and returns what it printed; anything on stderr is an error. */
  public static String java(List<String> arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(arguments);
    Path output = Files.createTempFile("assay", ".out");
    Path errors = Files.createTempFile("assay", ".err");
    try {
      Process process = new ProcessBuilder(command)
          .redirectOutput(output.toFile())
          .redirectError(errors.toFile())
          .start();
      process.getOutputStream().close();
      if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        throw new IllegalStateException("still running after " + LIMIT_SECONDS + " s: " + command);
      }
      String complaints = Files.readString(errors);
      if (process.exitValue() != 0 || !complaints.isEmpty()) {
        throw new IllegalStateException(
            "exit " + process.exitValue() + " of " + command + "\n" + complaints);
      }
      return Files.readString(output);
    } finally {
      Files.delete(output);
      Files.delete(errors);
    }
  }

  private static void run(String tool, List<String> arguments) {
    ByteArrayOutputStream messages = new ByteArrayOutputStream();
    PrintWriter writer = new PrintWriter(messages, true, StandardCharsets.UTF_8);
    int status = ToolProvider.findFirst(tool)
        .orElseThrow()
        .run(writer, writer, arguments.toArray(String[]::new));
    if (status != 0) {
      throw new IllegalStateException(
          tool + " " + arguments + " failed:\n" + messages.toString(StandardCharsets.UTF_8));
    }
  }

  private static boolean isOneOf(Set<String> modules, String entry) {
    try {
      return ModuleFinder.of(Path.of(entry))
          .findAll()
          .stream()
          .anyMatch(module -> modules.contains(module.descriptor().name()));
    } catch (FindException noModule) {
      return false;
    }
  }
}
