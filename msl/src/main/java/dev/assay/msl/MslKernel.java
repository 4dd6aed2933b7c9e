package dev.assay.msl;

import dev.assay.msl.compiler.CompiledKernel;
import dev.assay.msl.compiler.KernelBinding;
import dev.assay.msl.compiler.SourceLines;
import dev.assay.msl.exec.KernelRunner;
import dev.assay.msl.exec.LoadedKernel;
import java.util.List;

/** A kernel ready to run. Immutable and shared freely. */
public final class MslKernel {
  private final CompiledKernel compiled;
  private final LoadedKernel loaded;
  private final KernelRunner runner;
  private final SourceLines lines;

  MslKernel(CompiledKernel compiled, LoadedKernel loaded, KernelRunner runner, SourceLines lines) {
    this.compiled = compiled;
    this.loaded = loaded;
    this.runner = runner;
    this.lines = lines;
  }

  /** The name that the host asked for. */
  public String name() {
    return compiled.entry().name();
  }

  /** Whether the compiler ran for it in this process; false where it came from the cache. */
  public boolean wasCompiled() {
    return compiled.compiled();
  }

  /** Its parameters in order. */
  public List<KernelBinding> parameters() {
    return compiled.entry().bindings();
  }

  /** Starts the bindings of one run. */
  public MslDispatch dispatch() {
    return new MslDispatch(compiled.entry(),
        request -> runner.run(compiled, loaded, request, lines));
  }
}
