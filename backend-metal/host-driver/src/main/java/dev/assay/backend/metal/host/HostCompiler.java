package dev.assay.backend.metal.host;

import dev.assay.msl.CacheLocation;
import dev.assay.msl.MslBuild;
import dev.assay.msl.compiler.CompiledKernel;
import dev.assay.msl.compiler.KernelCompiler;
import dev.assay.msl.exec.KernelRunner;
import dev.assay.msl.reader.MslSource;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Compiles, loads and runs kernels. The compiler is unpacked when the first kernel wants it, and what other processes
 * compiled is found on disk. Safe for use by any thread.
 */
final class HostCompiler implements AutoCloseable {
  private final MslBuild build;
  private final Path cacheFolder;
  private final KernelRunner runner;
  private final AtomicLong compileCount = new AtomicLong();
  private @Nullable KernelCompiler compiler;

  HostCompiler(MslBuild build, Path cacheFolder, int workers) {
    this.build = build;
    this.cacheFolder = cacheFolder;
    this.runner = new KernelRunner(workers);
  }

  /** Over the cache folder of the user. */
  static HostCompiler open(MslBuild build, int workers) {
    return new HostCompiler(build, CacheLocation.resolve(System.getenv()), workers);
  }

  HostPipeline.Code compile(MslSource source, String kernel, Map<String, Object> constants) {
    KernelCompiler opened = compiler();
    CompiledKernel compiled = opened.compile(source, kernel, constants);
    if (compiled.compiled()) {
      compileCount.incrementAndGet();
    }
    return new HostPipeline.Code(compiled, runner.load(compiled), opened.sourceLines());
  }

  private synchronized KernelCompiler compiler() {
    KernelCompiler opened = compiler;
    if (opened == null) {
      opened = KernelCompiler.open(cacheFolder, build);
      compiler = opened;
    }
    return opened;
  }

  MslBuild build() {
    return build;
  }

  KernelRunner runner() {
    return runner;
  }

  /** Compiler runs so far. */
  long compileCount() {
    return compileCount.get();
  }

  /** Unloads every kernel; none is running. */
  @Override
  public void close() {
    runner.close();
  }
}
