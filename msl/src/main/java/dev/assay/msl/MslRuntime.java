package dev.assay.msl;

import dev.assay.msl.compiler.CompiledKernel;
import dev.assay.msl.compiler.KernelCompiler;
import dev.assay.msl.exec.KernelRunner;
import dev.assay.msl.reader.MslModule;
import dev.assay.msl.reader.MslSource;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;

/**
 * Compiles MSL and runs it on this machine's CPU. Needs the LLVM jar of the platform, which is
 * unpacked into the cache folder once. Shared freely between threads.
 *
 * {@snippet :
 * try (MslRuntime msl = MslRuntime.open(MslBuild.CHECKED)) {
 *   MslKernel kernel = msl.kernel(MslSource.of("scale.metal", text), "scale");
 *   float[] values = {1, 2, 3};
 *   kernel.dispatch().bind("values", values).bind("factor", 2f).threads(3, 32);
 * }
 * }
 */
public final class MslRuntime implements AutoCloseable {
  private final Path cacheFolder;
  private final MslBuild build;
  private final Map<MslBuild, KernelCompiler> compilers = new EnumMap<>(MslBuild.class);
  private final KernelRunner runner = new KernelRunner(Runtime.getRuntime().availableProcessors());

  private MslRuntime(Path cacheFolder, MslBuild build) {
    this.cacheFolder = cacheFolder;
    this.build = build;
  }

  /** A runtime over the user's cache folder, or the one that {@code ASSAY_CACHE_DIR} names. */
  public static MslRuntime open(MslBuild build) {
    return open(build, CacheLocation.resolve(System.getenv()));
  }

  /** A runtime over a cache folder of its own. */
  public static MslRuntime open(MslBuild build, Path cacheFolder) {
    return new MslRuntime(cacheFolder, build);
  }

  /** A kernel without function constants. */
  public MslKernel kernel(MslSource source, String name) {
    return kernel(source, name, Map.of());
  }

  /**
   * A kernel, compiled now or found in the cache.
   *
   * @param constants values of function constants by name, or by index in decimal: Boolean, Float
   *     or an integer type
   * @throws dev.assay.spi.error.InvalidInputException carrying every error of the source
   * @throws dev.assay.spi.error.InvalidCallException naming an unknown kernel or wrong constants
   */
  public MslKernel kernel(MslSource source, String name, Map<String, Object> constants) {
    KernelCompiler compiler = compiler(build);
    CompiledKernel compiled = compiler.compile(source, name, constants);
    return new MslKernel(compiled, runner.load(compiled), runner, compiler.sourceLines());
  }

  /** What the compiler says of a whole source. */
  public KernelCompiler.Check check(MslSource source) {
    return compiler(MslBuild.FAST).check(source);
  }

  /** What the compiler says of a source that was read already. */
  public KernelCompiler.Check check(MslModule module) {
    return compiler(MslBuild.FAST).check(module);
  }

  private synchronized KernelCompiler compiler(MslBuild wanted) {
    return compilers.computeIfAbsent(wanted, b -> KernelCompiler.open(cacheFolder, b));
  }

  /** Unloads every kernel; none may be running. */
  @Override
  public void close() {
    runner.close();
  }
}
