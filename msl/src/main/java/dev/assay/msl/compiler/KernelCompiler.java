package dev.assay.msl.compiler;

import dev.assay.msl.MslBuild;
import dev.assay.msl.MslCodes;
import dev.assay.msl.compiler.LlvmToolchain.Result;
import dev.assay.msl.reader.MslModule;
import dev.assay.msl.reader.MslReader;
import dev.assay.msl.reader.MslSource;
import dev.assay.msl.reader.text.Diagnostic;
import dev.assay.msl.reader.text.Severity;
import dev.assay.msl.reader.text.SourcePart;
import dev.assay.spi.error.InvalidCallException;
import dev.assay.spi.error.InvalidInputException;
import dev.assay.spi.error.NearestNames;
import dev.assay.spi.error.Problem;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Compiles kernels of MSL sources for one target and build. Shared freely between threads, and
 * between processes through the cache folder.
 */
public final class KernelCompiler {
  private static final String UNIT = "unit.cpp";

  private final PrivateFolder cache;
  private final LlvmToolchain toolchain;
  private final DeviceLibrary library;
  private final KernelCache kernels;
  private final MslBuild build;

  private KernelCompiler(
      PrivateFolder cache, LlvmToolchain toolchain, DeviceLibrary library, MslBuild build) {
    this.cache = cache;
    this.toolchain = toolchain;
    this.library = library;
    this.kernels = new KernelCache(cache, build);
    this.build = build;
  }

  /**
   * Opens the compiler for this machine's CPU, unpacking it into {@code cacheFolder} where that was
   * not done before.
   */
  public static KernelCompiler open(Path cacheFolder, MslBuild build) {
    PrivateFolder cache = PrivateFolder.open(cacheFolder);
    LlvmToolchain toolchain = LlvmToolchain.open(cache);
    DeviceLibrary library = DeviceLibrary.open(cache, toolchain, Target.host(), build);
    return new KernelCompiler(cache, toolchain, library, build);
  }

  /** The kernels of a source and all that the reader and the compiler say of it. */
  public record Check(List<KernelEntry> kernels, List<Diagnostic> diagnostics) {
    public Check {
      kernels = List.copyOf(kernels);
      diagnostics = List.copyOf(diagnostics);
    }

    /** Whether the source compiles. */
    public boolean compiles() {
      return diagnostics.stream().noneMatch(d -> d.severity() == Severity.ERROR);
    }
  }

  /** Compiles every kernel of the source as far as its meaning goes, without making code. */
  public Check check(MslSource source) {
    return check(MslReader.read(source));
  }

  /** The same for a source that was read already; the reader's findings come first. */
  public Check check(MslModule module) {
    Path work = cache.newWorkFolder();
    try {
      List<Declared> declarations = Declared.in(module.unit());
      List<KernelCall> kernels = KernelCalls.of(module, declarations);
      TokenEdits edits = SourceRewriter.rewrite(module, declarations, Map.of());
      UnitText unit = UnitText.print(module.unit().span(), edits, "");
      for (int i = 0; i < kernels.size(); i++) {
        KernelCall kernel = kernels.get(i);
        String entry = EntryWriter.write(kernel, module.unit(), i, MslBuild.CHECKED);
        unit.append(entry, kernel.kernel().position());
      }
      Path file = work.resolve(UNIT);
      write(file, unit.text());
      List<String> command = new ArrayList<>(library.flags());
      command.addAll(List.of("-fsyntax-only", file.toString()));
      Result result = toolchain.clang(work, command);
      return new Check(
          kernels.stream().map(KernelCall::entry).toList(),
          merge(module.diagnostics(),
              DiagnosticParser.parse(result.messages(), file.toString(), unit)));
    } finally {
      PrivateFolder.delete(work);
    }
  }

  /** Both lists, without what the compiler says of a line that the reader found wrong already. */
  private static List<Diagnostic> merge(List<Diagnostic> reader, List<Diagnostic> compiler) {
    Set<String> wrong =
        reader.stream()
            .filter(d -> d.severity() == Severity.ERROR)
            .map(KernelCompiler::line)
            .collect(Collectors.toSet());
    List<Diagnostic> all = new ArrayList<>(reader);
    boolean kept = true;
    for (Diagnostic diagnostic : compiler) {
      kept = diagnostic.severity() == Severity.NOTE ? kept : !wrong.contains(line(diagnostic));
      if (kept) {
        all.add(diagnostic);
      }
    }
    return all;
  }

  private static String line(Diagnostic diagnostic) {
    return diagnostic.position().part() + ":" + diagnostic.position().line();
  }

  /**
   * Compiles one kernel, or finds it in the cache.
   *
   * @param constants values of function constants by name, or by index in decimal
   * @throws InvalidInputException carrying every error of the source
   * @throws InvalidCallException naming an unknown kernel, or every constant that is wrong
   */
  public CompiledKernel compile(MslSource source, String kernel, Map<String, Object> constants) {
    String key = key(source, kernel, constants);
    Optional<CompiledKernel> cached = kernels.find(key, source);
    return cached.orElseGet(() -> compileNow(source, kernel, constants, key));
  }

  private CompiledKernel compileNow(
      MslSource source, String name, Map<String, Object> constants, String key) {
    IncludeRecord includes = new IncludeRecord(source);
    MslModule module = MslReader.read(source.withIncludes(includes));
    if (!module.isOk()) {
      throw invalid(source, module.diagnostics());
    }
    Path work = cache.newWorkFolder();
    try {
      List<Declared> declarations = Declared.in(module.unit());
      KernelCall kernel = select(KernelCalls.of(module, declarations), name, source);
      Path object = compile(source, module, declarations, kernel, constants, work);
      link(work, object, name, source);
      Files.delete(object);
      return kernels.publish(key, source, work, kernel.entry(), includes.lines());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      PrivateFolder.delete(work);
    }
  }

  private Path compile(
      MslSource source,
      MslModule module,
      List<Declared> declarations,
      KernelCall kernel,
      Map<String, Object> constants,
      Path work)
      throws IOException {
    Map<String, String> values =
        FunctionConstants.texts(
            module.functionConstants(), kernel.kernel().constants(), constants,
            name(source) + ", " + kernel.entry().name());
    TokenEdits edits = SourceRewriter.rewrite(module, declarations, values);
    boolean coroutine = EntryWriter.isCoroutine(kernel.entry(), build);
    if (coroutine) {
      SourceRewriter.makeCoroutine(module.unit().span(), kernel.kernel().definition(), edits);
    }
    boolean enclosed = Enclosure.suits(module.unit().span());
    UnitText unit =
        UnitText.print(module.unit().span(), edits, enclosed ? "namespace {" : "");
    unit.append(
        (enclosed ? "}\n" : "") + EntryWriter.write(kernel, module.unit(), 0, build),
        kernel.kernel().position());
    Path file = work.resolve(UNIT);
    Path object = work.resolve("unit.o");
    write(file, unit.text());
    List<String> command = new ArrayList<>(library.flags());
    if (build == MslBuild.CHECKED) {
      command.addAll(CheckedBuild.CODE_GENERATION);
    }
    if (coroutine) {
      // Not part of the precompiled headers: clang's coroutine functions do not survive there.
      command.add("-include");
      command.add(library.folder().resolve("device/coroutine.h").toString());
    }
    command.addAll(List.of("-c", "-o", object.toString(), file.toString()));
    Result result = toolchain.clang(work, command);
    if (!result.succeeded()) {
      throw invalid(source, DiagnosticParser.parse(result.messages(), file.toString(), unit));
    }
    Files.delete(file);
    return object;
  }

  private void link(Path work, Path object, String kernel, MslSource source) {
    List<String> command =
        new ArrayList<>(
            List.of("-shared", "-z", "now", "-z", "noexecstack", "-z", "defs", "-z",
                "nostart-stop-gc", "--gc-sections",
                "-o", work.resolve(KernelCache.LIBRARY).toString(), object.toString()));
    command.addAll(library.runtimeObjects(build));
    Result result = toolchain.lld(work, command);
    if (!result.succeeded()) {
      throw new InvalidCallException(
          Problem.of(
              MslCodes.KERNEL_UNSUPPORTED,
              "kernel '" + kernel + "' uses what a CPU does not have")
              .at(name(source))
              .expected("functions that can be executed off Apple", result.messages().strip()));
    }
  }

  /** Finds source lines of addresses in compiled kernels. */
  public SourceLines sourceLines() {
    return new SourceLines(toolchain, cache, library.folder());
  }

  private static KernelCall select(List<KernelCall> kernels, String name, MslSource source) {
    List<String> names = kernels.stream().map(kernel -> kernel.entry().name()).toList();
    int found = names.indexOf(name);
    if (found >= 0) {
      return kernels.get(found);
    }
    throw new InvalidCallException(
        Problem.of(MslCodes.KERNEL_UNKNOWN, "there is no kernel '" + name + "'")
            .at(name(source))
            .expected(String.join(", ", NearestNames.of(name, names)), name));
  }

  private static String name(MslSource source) {
    return source.parts().stream().map(SourcePart::name).collect(Collectors.joining(" + "));
  }

  private static InvalidInputException invalid(MslSource source, List<Diagnostic> diagnostics) {
    List<Problem> problems = new ArrayList<>();
    for (Diagnostic diagnostic : diagnostics) {
      if (diagnostic.severity() == Severity.ERROR) {
        String place = diagnostic.position().line() == 0
            ? name(source)
            : diagnostic.position().toString();
        problems.add(Problem.of(MslCodes.SOURCE_INVALID, diagnostic.message()).at(place));
      }
    }
    if (problems.isEmpty()) {
      problems.add(
          Problem.of(MslCodes.SOURCE_INVALID, "the compiler refused the source").at(name(source)));
    }
    return new InvalidInputException(problems);
  }

  private String key(MslSource source, String kernel, Map<String, Object> constants) {
    Hash hash = new Hash().add(library.hash()).add(kernel);
    hash.add("version " + source.metalVersion());
    source.parts().forEach(part -> hash.add(part.name()).add(part.text()));
    source.defines().forEach((name, value) -> hash.add("define " + name).add(value));
    new TreeMap<>(constants)
        .forEach(
            (name, value) -> hash.add("constant " + name).add(value.getClass().getName() + value));
    return hash.finish();
  }

  private static void write(Path path, String text) {
    try {
      Files.writeString(path, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
