package dev.assay.backend.metal.host;

import dev.assay.backend.metal.driver.MetalFunction;
import dev.assay.msl.reader.model.MslKernel;
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
    return new HostPipeline(driver(), label, signature,
        library.compile(kernel.name(), constants),
        Math.min(limit, kernel.maxTotalThreads().orElse(limit)), indirect);
  }

  @Override
  String description() {
    return "function '" + kernel.name() + "'";
  }

  @Override
  void free() {}
}
