package dev.assay.backend.metal.host;

import dev.assay.backend.metal.driver.MetalPipeline;
import dev.assay.msl.compiler.CompiledKernel;
import dev.assay.msl.compiler.SourceLines;
import dev.assay.msl.exec.LoadedKernel;
import java.util.List;

/** A kernel that was compiled and loaded. Immutable. */
final class HostPipeline extends HostObject implements MetalPipeline {
  private final String label;
  private final KernelSignature signature;
  private final Code code;
  private final int maxThreads;
  private final int threadgroupBytes;
  private final boolean indirect;

  /**
   * A kernel's code in this process.
   *
   * @param lines finds the line of a mistake
   */
  record Code(CompiledKernel compiled, LoadedKernel loaded, SourceLines lines) {}

  HostPipeline(HostDriver driver, String label, KernelSignature signature, Code code,
      int maxThreads, long threadgroupBytes, boolean indirect) {
    super(driver);
    this.label = label;
    this.signature = signature;
    this.code = code;
    this.maxThreads = maxThreads;
    this.threadgroupBytes = (int) Math.min(threadgroupBytes, Integer.MAX_VALUE);
    this.indirect = indirect;
  }

  KernelSignature signature() {
    return signature;
  }

  Code code() {
    return code;
  }

  String kernel() {
    return signature.kernel();
  }

  /** Whether indirect commands may use it. */
  boolean isIndirect() {
    return indirect;
  }

  @Override
  public int maxTotalThreadsPerThreadgroup() {
    return maxThreads;
  }

  @Override
  public int threadExecutionWidth() {
    return driver().profile().threads().simdWidth();
  }

  @Override
  public int staticThreadgroupMemoryLength() {
    return threadgroupBytes;
  }

  @Override
  public List<ReflectedBinding> bindings() {
    return signature.reflection();
  }

  @Override
  String description() {
    return "pipeline '" + label + "'";
  }

  @Override
  void free() {}
}
