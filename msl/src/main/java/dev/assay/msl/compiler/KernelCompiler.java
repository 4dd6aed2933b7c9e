package dev.assay.msl.compiler;

import dev.assay.msl.MslBuild;
import dev.assay.msl.MslCodes;
import dev.assay.msl.compiler.LlvmToolchain.Result;
import dev.assay.msl.reader.MslModule;
import dev.assay.msl.reader.MslReader;
import dev.assay.msl.reader.MslSource;
import dev.assay.msl.reader.syntax.TokenSpan;
import dev.assay.msl.reader.text.Diagnostic;
import dev.assay.msl.reader.text.Severity;
import dev.assay.spi.error.InvalidCallException;
import dev.assay.spi.error.InvalidInputException;
import dev.assay.spi.error.NearestNames;
import dev.assay.spi.error.Problem;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
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
  private static final String UNIT = "unit.cpp";

  private final PrivateFolder cache;
  private final LlvmToolchain toolchain;
  private final DeviceLibrary library;
  private final KernelCache kernels;
  private final MslBuild build;
  private final Target target;

  private KernelCompiler(
      PrivateFolder cache, LlvmToolchain toolchain, DeviceLibrary library, MslBuild build,
      Target target) {
    this.cache = cache;
    this.toolchain = toolchain;
    this.library = library;
    this.kernels = new KernelCache(cache, build);
    this.build = build;
    this.target = target;
  }

  /**
   * Opens the compiler for this machine's CPU, unpacking it into {@code cacheFolder} where that was
   * not done before.
   */
  public static KernelCompiler open(Path cacheFolder, MslBuild build) {
    return open(cacheFolder, build, Target.host());
  }

  /**
   * Why {@link #open} cannot work in this process, or nothing where it can. Looks for the compiler's jar and unpacks
   * nothing.
   */
  public static Optional<String> absence() {
    return Platform.isLinux()
        ? ToolchainExtractor.absence()
        : Optional.of("kernels are compiled for Linux only, and this is " + Platform.classifier());
  }

  /** Opens the compiler for another target, whose code this machine cannot run. */
  static KernelCompiler open(Path cacheFolder, MslBuild build, Target target) {
    PrivateFolder cache = PrivateFolder.open(cacheFolder);
    LlvmToolchain toolchain = LlvmToolchain.open(cache);
    DeviceLibrary library = DeviceLibrary.open(cache, toolchain, target, build);
    return new KernelCompiler(cache, toolchain, library, build, target);
  }

  /**
   * Reads a source, which no compiler is needed for.
   *
   * @throws InvalidInputException carrying every error that the reader found, by part and line
   */
  public static MslModule read(MslSource source) {
    MslModule module = MslReader.read(source);
    if (!module.isOk()) {
      throw Findings.invalid(source, module.diagnostics());
    }
    return module;
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
          Findings.merge(module.diagnostics(),
              DiagnosticParser.parse(result.messages(), file.toString(), unit)));
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
    Optional<CompiledKernel> cached = kernels.find(key, source);
    return cached.orElseGet(() -> compileNow(source, kernel, constants, key));
  }

  private CompiledKernel compileNow(
      MslSource source, String name, Map<String, Object> constants, String key) {
    IncludeRecord includes = new IncludeRecord(source);
    MslModule module = read(source.withIncludes(includes));
    Path work = cache.newWorkFolder();
    try {
      List<Declared> declarations = Declared.in(module.unit());
      KernelCall kernel = select(KernelCalls.of(module, declarations), name, source);
      Path object = work.resolve("unit.o");
      translate(source, module, declarations, kernel, constants, work,
          List.of("-c", "-o", object.toString()));
      link(work, object, name, source);
      Files.delete(object);
      return kernels.publish(key, source, work, kernel.entry(), includes.lines());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      PrivateFolder.delete(work);
    }
  }

  /** Runs clang on one kernel; {@code output} says what it makes and where. */
  private void translate(
      MslSource source,
      MslModule module,
      List<Declared> declarations,
      KernelCall kernel,
      Map<String, Object> constants,
      Path work,
      List<String> output)
      throws IOException {
    Map<String, String> values =
        FunctionConstants.texts(
            module.functionConstants(), kernel.kernel().constants(), constants,
            Findings.name(source) + ", " + kernel.entry().name());
    TokenEdits edits = SourceRewriter.rewrite(module, declarations, values);
    boolean coroutine = target.isCpu() && EntryWriter.isCoroutine(kernel.entry(), build);
    if (coroutine) {
      SourceRewriter.makeCoroutine(module.unit().span(), kernel.kernel().definition(), edits);
    }
    boolean enclosed = Enclosure.suits(module.unit().span());
    TokenSpan span = module.unit().span();
    UnitText unit = UnitText.print(span, edits, enclosed ? Enclosure.head(span) : "");
    String entry = target.isCpu()
        ? EntryWriter.write(kernel, module.unit(), 0, build)
        : PtxEntryWriter.write(kernel, module.unit());
    unit.append((enclosed ? "}\n" : "") + entry, kernel.kernel().position());
    Path file = work.resolve(UNIT);
    write(file, unit.text());
    List<String> command = new ArrayList<>(library.flags());
    if (build == MslBuild.CHECKED) {
      command.addAll(CheckedBuild.CODE_GENERATION);
    }
    if (coroutine) {
      // Not part of the precompiled headers: clang's coroutine functions do not survive there.
      // Threads go on at the same place one after the other: a comparison is predicted, a jump
      // through a table waits for the table.
      command.add("-fno-jump-tables");
      command.add("-include");
      command.add(library.folder().resolve("device/coroutine.h").toString());
    }
    Path split = work.resolve("split.ll");
    command.addAll(coroutine ? List.of("-S", "-emit-llvm", "-o", split.toString()) : output);
    command.add(file.toString());
    Result result = toolchain.clang(work, command);
    if (!result.succeeded()) {
      throw Findings.invalid(source,
          DiagnosticParser.parse(result.messages(), file.toString(), unit));
    }
    Files.delete(file);
    if (coroutine) {
      Files.writeString(split, Lockstep.addTo(Files.readString(split)));
      library.finish(toolchain, work, split, output);
      Files.delete(split);
    }
  }

  /** Opens the compiler for NVIDIA GPUs; {@link #ptx} is what it is for. */
  public static KernelCompiler openPtx(Path cacheFolder) {
    return open(cacheFolder, MslBuild.FAST, Target.PTX);
  }

  /**
   * Compiles one kernel to PTX, on a compiler that was opened for it. A simdgroup is a warp, and its
   * operations are shuffles and votes of the lanes that are active. Kernels with textures are refused.
   *
   * @throws InvalidInputException carrying every error of the source
   * @throws InvalidCallException naming an unknown kernel, wrong constants, or what is not translated
   */
  public PtxKernel ptx(MslSource source, String name, Map<String, Object> constants) {
    Code code = code(source, name, constants, List.of("-S"));
    String text = StandardCharsets.UTF_8.decode(code.bytes()).toString();
    Optional<String> missing = text.lines()
        .filter(line -> line.startsWith(".extern .func") || line.startsWith(".extern .global"))
        .findFirst();
    if (missing.isPresent()) {
      throw new InvalidCallException(
          Problem.of(
              MslCodes.KERNEL_UNSUPPORTED,
              "kernel '" + name + "' uses what is not translated to PTX")
              .at(Findings.name(source))
              .expected(
                  "no textures, and no functions without a body",
                  missing.get()));
    }
    return new PtxKernel(code.entry(), text);
  }

  /** What the compiler makes of one kernel. */
  record Code(KernelEntry entry, ByteBuffer bytes) {}

  /**
   * One kernel as the compiler's own output.
   *
   * @param form as clang names it: {@code -c} for an object, {@code -S} for assembly, with {@code
   *     -emit-llvm} for LLVM's text
   */
  Code code(MslSource source, String name, Map<String, Object> constants, List<String> form) {
    MslModule module = read(source);
    Path work = cache.newWorkFolder();
    try {
      List<Declared> declarations = Declared.in(module.unit());
      KernelCall kernel = select(KernelCalls.of(module, declarations), name, source);
      Path file = work.resolve("unit.out");
      List<String> output = new ArrayList<>(form);
      output.addAll(List.of("-o", file.toString()));
      translate(source, module, declarations, kernel, constants, work, output);
      return new Code(kernel.entry(), ByteBuffer.wrap(Files.readAllBytes(file)));
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
              .at(Findings.name(source))
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
            .at(Findings.name(source))
            .expected(String.join(", ", NearestNames.of(name, names)), name));
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
