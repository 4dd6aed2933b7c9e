package dev.assay.msl.compiler;

import dev.assay.msl.MslDiagnostic;
import dev.assay.msl.MslSource;
import dev.assay.msl.compiler.LlvmToolchain.Result;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Runs clang's preprocessor over a source with the macros of Apple's compiler. */
final class Preprocessor {
  /** Language version 3.2, the newest whose features the headers cover. */
  private static final List<String> MACROS =
      List.of(
          "-D__METAL__=1", "-D__METAL_VERSION__=320", "-D__METAL_MACOS__=1", "-D__HAVE_BFLOAT__=1",
          "-D__APPLE__=1", "-D__APPLE_CC__=1", "-D__METAL_CPU__=0");

  /**
   * Unroll counts may be macros, which clang leaves unexpanded in this mode; the hint alone stays.
   */
  private static final Pattern UNROLL_COUNT =
      Pattern.compile("(?m)^([ \\t]*#pragma unroll)[ \\t]*\\(?.*[A-Za-z_].*$");

  private static final Pattern NAME_END = Pattern.compile("(?<!\\\\)\\s+");

  private final LlvmToolchain toolchain;
  private final Path headers;

  Preprocessor(LlvmToolchain toolchain, Path headers) {
    this.toolchain = toolchain;
    this.headers = headers;
  }

  /**
   * @param text the preprocessed text with line markers, absent where an error stopped it
   * @param included files outside our headers that the text was made from
   */
  record Outcome(Optional<String> text, List<MslDiagnostic> diagnostics, List<Path> included) {}

  Outcome run(MslSource source, Path work) {
    Path input = work.resolve("source.metal");
    Path output = work.resolve("source.ii");
    Path dependencies = work.resolve("source.d");
    try {
      Files.writeString(input, "#line 1 " + quoted(source.name()) + "\n" + source.text());
      Result result = toolchain.clang(work, command(source, input, output, dependencies));
      List<MslDiagnostic> diagnostics = DiagnosticParser.parse(result.messages());
      if (!result.succeeded()) {
        return new Outcome(Optional.empty(), diagnostics, List.of());
      }
      String text = UNROLL_COUNT.matcher(Files.readString(output)).replaceAll("$1");
      List<Path> included = included(Files.readString(dependencies), input);
      Files.delete(input);
      Files.delete(output);
      Files.delete(dependencies);
      return new Outcome(Optional.of(text), diagnostics, included);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private List<String> command(MslSource source, Path input, Path output, Path dependencies) {
    List<String> command = new ArrayList<>();
    command.addAll(
        List.of("-E", "-x", "c++", "-std=c++17", "-nostdinc", "-undef", "-w",
            "-fno-caret-diagnostics", "-fno-color-diagnostics", "-MD", "-MF",
            dependencies.toString()));
    command.addAll(MACROS);
    source.defines().forEach((name, value) -> command.add("-D" + name + "=" + value));
    Path folder = Path.of(source.name()).toAbsolutePath().getParent();
    if (folder != null && Files.isRegularFile(Path.of(source.name()))) {
      command.add("-iquote");
      command.add(folder.toString());
    }
    for (Path root : source.includeRoots()) {
      command.add("-I");
      command.add(root.toAbsolutePath().toString());
    }
    command.add("-isystem");
    command.add(headers.toString());
    command.addAll(List.of("-o", output.toString(), input.toString()));
    return command;
  }

  private static String quoted(String name) {
    return '"' + name.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }

  /** Reads the Makefile rule that clang writes: white space ends a name unless escaped. */
  private List<Path> included(String rule, Path input) {
    List<Path> paths = new ArrayList<>();
    String names = rule.substring(rule.indexOf(':') + 1).replace("\\\n", " ");
    for (String escaped : NAME_END.splitAsStream(names).toList()) {
      if (!escaped.isBlank()) {
        Path path = Path.of(escaped.replace("\\ ", " ").replace("\\#", "#").replace("$$", "$"));
        boolean ours =
            path.startsWith(headers) || path.startsWith(headers.resolveSibling("device"));
        if (!path.equals(input) && !ours && !path.normalize().startsWith(headers.getParent())) {
          paths.add(path);
        }
      }
    }
    return paths;
  }
}
