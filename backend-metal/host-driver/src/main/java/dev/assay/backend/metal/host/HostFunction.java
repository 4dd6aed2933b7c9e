package dev.assay.backend.metal.host;

import dev.assay.backend.metal.driver.MetalFunction;
import dev.assay.msl.reader.model.Layout;
import dev.assay.msl.reader.model.MslKernel;
import dev.assay.msl.reader.model.ThreadgroupVariable;
import java.util.Map;
import java.util.TreeMap;

/** A kernel with the values of its function constants. Immutable. */
final class HostFunction extends HostObject implements MetalFunction {
  private final HostLibrary library;
  private final MslKernel kernel;
  private final Map<String, Object> constants;

  /** The constants are by name, as the compiler takes them. */
  HostFunction(HostDriver driver, HostLibrary library, MslKernel kernel,
      Map<String, Object> constants) {
    super(driver);
    this.library = library;
    this.kernel = kernel;
    this.constants = new TreeMap<>(constants);
  }

  HostPipeline pipeline(String label, boolean indirect) {
    KernelSignature signature =
        new KernelSignature(kernel, gate -> library.isTrue(gate, constants, kernel.name()));
    int limit = driver().profile().threads().perThreadgroup();
    HostPipeline.Code code = library.compile(kernel.name(), constants);
    return new HostPipeline(driver(), label, signature, code,
        Math.min(limit, kernel.maxTotalThreads().orElse(limit)), threadgroupBytes(code), indirect);
  }

  /** What the kernel's own variables take; where the text leaves a size open, those of all kernels of the text. */
  private long threadgroupBytes(HostPipeline.Code code) {
    long bytes = 0;
    for (ThreadgroupVariable variable : kernel.threadgroupVariables()) {
      Layout layout = variable.type().layout().orElse(null);
      if (layout == null) {
        return code.loaded().threadgroupBytes();
      }
      bytes = Layout.aligned(bytes, layout.alignBytes()) + layout.sizeBytes();
    }
    return Layout.aligned(bytes, driver().profile().threadgroupMemory().multiple());
  }

  @Override
  String description() {
    return "function '" + kernel.name() + "'";
  }

  @Override
  void free() {}
}
