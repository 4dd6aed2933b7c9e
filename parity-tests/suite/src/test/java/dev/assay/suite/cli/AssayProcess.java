package dev.assay.suite.cli;

import com.google.gson.Gson;
import com.google.gson.JsonObject;
import com.google.gson.Strictness;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonToken;
import dev.assay.cli.Cli;
import dev.assay.cli.Streams;
import dev.assay.runtime.discovery.SearchPath;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One run of the command, packaged as it is shipped unless it runs within this JVM.
 *
 * @param status the exit status
 * @param out standard output, empty where it was redirected
 * @param err standard error
 */
record AssayProcess(int status, String out, String err) {
  private static final Path TARGET = Path.of("../../cli/target").toAbsolutePath().normalize();
  private static final Path CACHE = Path.of("target/cli-cache").toAbsolutePath();
  private static final Path LOGGING =
      Path.of("../../config/logging.properties").toAbsolutePath().normalize();
  private static final long LIMIT_SECONDS = 120;

  /** Runs the command within this JVM. */
  static AssayProcess inProcess(String... arguments) {
    return inProcess(false, arguments);
  }

  /** The same with a person at the terminal. */
  static AssayProcess watched(String... arguments) {
    return inProcess(true, arguments);
  }

  private static AssayProcess inProcess(boolean errIsTerminal, String... arguments) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    PrintStream errPrinter = new PrintStream(err, true, StandardCharsets.UTF_8);
    int status =
        new Cli(new Streams(out, errPrinter, errIsTerminal), SearchPath.standard(), Map.of())
            .run(arguments);
    return new AssayProcess(
        status, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  /** How to start the command as the launcher does, on the module path. */
  static List<String> onModulePath(String... arguments) {
    return command(
        List.of("--module-path", String.join(File.pathSeparator, jars(false)),
            "--class-path", String.join(File.pathSeparator, jars(true)),
            "--enable-native-access=dev.assay.models,dev.assay.msl,dev.assay.backend.metal.apple,"
                + "ai.djl.tokenizers",
            "--module", "dev.assay.cli/dev.assay.cli.Main"),
        arguments);
  }

  /** How to start the command from the class path. */
  static List<String> onClassPath(String... arguments) {
    return command(
        List.of("--class-path",
            String.join(File.pathSeparator, jars(false)) + File.pathSeparator
                + String.join(File.pathSeparator, jars(true)),
            "--enable-native-access=ALL-UNNAMED",
            "dev.assay.cli.Main"),
        arguments);
  }

  /** Runs the command on the module path with the usual environment. */
  static AssayProcess run(String... arguments) {
    return run(Map.of(), onModulePath(arguments));
  }

  /** Runs a command with further variables. */
  static AssayProcess run(Map<String, String> environment, List<String> command) {
    return finish(start(builder(environment, command)));
  }

  /** A process builder with the usual environment and these variables. */
  static ProcessBuilder builder(Map<String, String> environment, List<String> command) {
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment()
        .keySet()
        .removeIf(name -> name.startsWith("ASSAY_") || name.startsWith("JAVA_"));
    builder.environment()
        .putAll(Map.of(
            "ASSAY_CACHE_DIR", CACHE.toString(), "LC_ALL", "C.UTF-8"));
    builder.environment().putAll(environment);
    return builder;
  }

  /** Starts what is built. */
  static Process start(ProcessBuilder builder) {
    try {
      Process process = builder.start();
      process.getOutputStream().close();
      return process;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Reads both streams to their ends and waits; a process that hangs is killed and an error. */
  static AssayProcess finish(Process process) {
    CompletableFuture<String> err =
        reading(process.getErrorStream());
    CompletableFuture<String> out =
        reading(process.getInputStream());
    try {
      if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        throw new AssertionError("the command hangs");
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      throw new AssertionError("interrupted", e);
    }
    return new AssayProcess(process.exitValue(), out.join(), err.join());
  }

  /** Standard output as the one JSON document that it must be. */
  JsonObject json() {
    JsonReader reader = new JsonReader(new StringReader(out));
    reader.setStrictness(Strictness.STRICT);
    try {
      JsonObject document = new Gson().getAdapter(JsonObject.class).read(reader);
      if (reader.peek() != JsonToken.END_DOCUMENT) {
        throw new AssertionError("more than one document: " + out);
      }
      return document;
    } catch (IOException e) {
      throw new AssertionError("not JSON: " + out + "\nstandard error: " + err, e);
    }
  }

  /** The code of the error on standard output. */
  String errorCode() {
    return json().getAsJsonObject("error").get("code").getAsString();
  }

  private static List<String> command(List<String> start, String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Dguice_bytecode_gen_option=DISABLED");
    command.add("-Djava.util.logging.config.file=" + LOGGING);
    command.addAll(start);
    command.addAll(List.of(arguments));
    return command;
  }

  /** The jars of the command: of the compiler, or all others. */
  private static List<String> jars(boolean ofCompiler) {
    try (Stream<Path> own = Files.list(TARGET);
        Stream<Path> libraries = Files.list(TARGET.resolve("lib"))) {
      List<String> jars = Stream.concat(own, libraries)
          .map(Path::toString)
          .filter(name -> name.endsWith(".jar"))
          .collect(Collectors.toList());
      if (ofCompiler) {
        return jars.stream().filter(AssayProcess::isOfCompiler).toList();
      }
      if (jars.stream().noneMatch(jar -> jar.contains("assay-cli-"))) {
        throw new AssertionError(
            "the command is not packaged in " + TARGET + ": run 'mvn verify' from the root");
      }
      return jars.stream().filter(jar -> !isOfCompiler(jar)).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(
          "the command is not packaged in " + TARGET + ": run 'mvn verify' from the root", e);
    }
  }

  private static boolean isOfCompiler(String jar) {
    return Path.of(jar).getFileName().toString().startsWith("llvm-");
  }

  /** On a thread of its own: the common pool of a small machine has one, and the stream read second would fill up. */
  private static CompletableFuture<String> reading(InputStream stream) {
    return CompletableFuture.supplyAsync(() -> read(stream), Thread::startVirtualThread);
  }

  private static String read(InputStream stream) {
    try (stream) {
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
