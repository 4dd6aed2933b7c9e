package dev.assay.msl.compiler;

import dev.assay.msl.MslBuild;
import dev.assay.msl.MslCodes;
import dev.assay.msl.MslDiagnostic;
import dev.assay.msl.MslDiagnostic.Severity;
import dev.assay.msl.MslSource;
import dev.assay.msl.compiler.LlvmToolchain.Result;
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
import java.util.TreeMap;

/**
 * Compiles kernels of MSL sources for one target and build. Shared freely between threads, and
 * between processes through the cache folder.
 */
public final class KernelCompiler {
  private final PrivateFolder cache;
  private final LlvmToolchain toolchain;
  private final DeviceLibrary library;
  private final Preprocessor preprocessor;
  private final KernelCache kernels;
  private final MslBuild build;

  private KernelCompiler(
      PrivateFolder cache, LlvmToolchain toolchain, DeviceLibrary library, MslBuild build) {
    this.cache = cache;
    this.toolchain = toolchain;
    this.library = library;
    this.preprocessor = new Preprocessor(toolchain, library.includeFolder());
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

  /** The kernels of a source and what the compiler says of it as a whole. */
  public record Check(List<KernelEntry> kernels, List<MslDiagnostic> diagnostics) {
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
    Path work = cache.newWorkFolder();
    try {
      Preprocessor.Outcome outcome = preprocessor.run(source, work);
      if (outcome.text().isEmpty()) {
        return new Check(List.of(), outcome.diagnostics());
      }
      TokenStream tokens = new TokenStream(outcome.text().get());
      Outline outline = OutlineScanner.scan(tokens);
      List<KernelEntry> entries = KernelEntries.of(outline);
      String rewritten = SourceRewriter.rewrite(tokens, outline, Map.of(), Optional.empty());
      Path unit = work.resolve("unit.cpp");
      write(unit, rewritten + EntryWriter.write(entries, MslBuild.CHECKED));
      List<String> command = new ArrayList<>(library.flags());
      command.addAll(List.of("-fsyntax-only", unit.toString()));
      Result result = toolchain.clang(work, command);
      return new Check(entries, DiagnosticParser.parse(result.messages()));
    } finally {
      PrivateFolder.delete(work);
    }
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
    Optional<CompiledKernel> cached = kernels.find(key);
    return cached.orElseGet(() -> compileNow(source, kernel, constants, key));
  }

  private CompiledKernel compileNow(
      MslSource source, String kernel, Map<String, Object> constants, String key) {
    Path work = cache.newWorkFolder();
    try {
      Preprocessor.Outcome outcome = preprocessor.run(source, work);
      String text = outcome.text().orElseThrow(() -> invalid(source, outcome.diagnostics()));
      TokenStream tokens = new TokenStream(text);
      Outline outline = OutlineScanner.scan(tokens);
      KernelEntry entry = select(KernelEntries.of(outline), kernel, source);
      String function = entry.call().replaceAll("<.*", "").replaceAll(".*::", "");
      Map<Integer, String> values =
          FunctionConstants.texts(
              outline, outline.reachable(function), constants, source.name() + ", " + kernel);
      Optional<Outline.Kernel> coroutine =
          outline.kernels.stream()
              .filter(k -> EntryWriter.isCoroutine(entry, build) && k.name().equals(function))
              .findFirst();
      String rewritten = SourceRewriter.rewrite(tokens, outline, values, coroutine);
      Path unit = work.resolve("unit.cpp");
      write(unit, Enclosure.enclose(rewritten, tokens) + EntryWriter.write(List.of(entry), build));
      Path object = work.resolve("unit.o");
      List<String> command = new ArrayList<>(library.flags());
      if (build == MslBuild.CHECKED) {
        command.addAll(CheckedBuild.CODE_GENERATION);
      }
      if (coroutine.isPresent()) {
        // Not part of the precompiled headers: clang's coroutine functions do not survive there.
        command.add("-include");
        command.add(library.folder().resolve("device/coroutine.h").toString());
      }
      command.addAll(List.of("-c", "-o", object.toString(), unit.toString()));
      Result result = toolchain.clang(work, command);
      if (!result.succeeded()) {
        throw invalid(source, DiagnosticParser.parse(result.messages()));
      }
      link(work, object, kernel, source);
      Files.delete(unit);
      Files.delete(object);
      return kernels.publish(key, work, entry, outcome.included());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      PrivateFolder.delete(work);
    }
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
              .at(source.name())
              .expected("functions that can be executed off Apple", result.messages().strip()));
    }
  }

  /** Finds source lines of addresses in compiled kernels. */
  public SourceLines sourceLines() {
    return new SourceLines(toolchain, cache, library.folder());
  }

  private static KernelEntry select(List<KernelEntry> entries, String kernel, MslSource source) {
    List<KernelEntry> found = entries.stream().filter(e -> e.name().equals(kernel)).toList();
    if (found.size() == 1) {
      return found.getFirst();
    }
    List<String> names = entries.stream().map(KernelEntry::name).toList();
    String what = found.isEmpty() ? "there is no kernel" : "several kernels are called";
    throw new InvalidCallException(
        Problem.of(MslCodes.KERNEL_UNKNOWN, what + " '" + kernel + "'")
            .at(source.name())
            .expected(String.join(", ", NearestNames.of(kernel, names)), kernel));
  }

  private static InvalidInputException invalid(MslSource source, List<MslDiagnostic> diagnostics) {
    List<Problem> problems = new ArrayList<>();
    for (MslDiagnostic diagnostic : diagnostics) {
      if (diagnostic.severity() == Severity.ERROR) {
        String place = diagnostic.line() == 0
            ? source.name()
            : diagnostic.file() + ":" + diagnostic.line() + ":" + diagnostic.column();
        problems.add(Problem.of(MslCodes.SOURCE_INVALID, diagnostic.message()).at(place));
      }
    }
    if (problems.isEmpty()) {
      problems.add(
          Problem.of(MslCodes.SOURCE_INVALID, "the compiler refused the source").at(source.name()));
    }
    return new InvalidInputException(problems);
  }

  private String key(MslSource source, String kernel, Map<String, Object> constants) {
    Hash hash = new Hash().add(library.hash()).add(source.name()).add(source.text()).add(kernel);
    source.includeRoots().forEach(root -> hash.add("root " + root));
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
