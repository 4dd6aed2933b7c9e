package dev.assay.benchmarks;

import dev.assay.backend.metal.MetalProvider;
import dev.assay.backend.metal.driver.idle.NullDriver;
import dev.assay.ops.OpsPlugin;
import dev.assay.spi.backend.Backend;
import dev.assay.spi.backend.Bindings;
import dev.assay.spi.backend.Buffer;
import dev.assay.spi.backend.BufferView;
import dev.assay.spi.backend.CommandQueue;
import dev.assay.spi.backend.DispatchRecord;
import dev.assay.spi.backend.Pipeline;
import dev.assay.spi.data.DType;
import dev.assay.spi.data.StructValue;
import dev.assay.spi.kernel.KernelCatalog;
import dev.assay.spi.kernel.KernelName;
import dev.assay.spi.kernel.Parameter;
import java.util.Map;

/**
 * A layer norm of 16 rows of 384 on the Metal backend over the null driver: four buffers and a constant, so five
 * bindings.
 */
final class LayerNormWork implements AutoCloseable {
  static final int ROWS = 16;
  private static final int WIDTH = 384;
  private static final String KERNEL = "assay:layer_norm";
  final NullDriver driver = new NullDriver();
  final Backend backend = MetalProvider.over(driver, catalog());
  final CommandQueue queue = backend.newQueue("queue");
  final Pipeline pipeline;
  final StructValue params;
  final BufferView x = view("x", ROWS * WIDTH);
  final BufferView gamma = view("gamma", WIDTH);
  final BufferView beta = view("beta", WIDTH);
  final BufferView out = view("out", ROWS * WIDTH);

  LayerNormWork() {
    KernelName name = KernelName.of(KERNEL);
    this.params = ((Parameter.Constant) backend.registry()
        .catalog()
        .declaration(name)
        .parameter("params")
        .orElseThrow()).layout()
        .value()
        .set("rows", ROWS)
        .set("width", WIDTH)
        .set("eps", 1e-12)
        .build();
    this.pipeline = backend.registry()
        .pipeline(backend.registry()
            .choose(name, DType.F32,
                Map.of("params", params, "has_stats", StructValue.ofLong(DType.BOOL, 0))));
  }

  private static KernelCatalog catalog() {
    KernelCatalog.Builder catalog = KernelCatalog.builder();
    OpsPlugin ops = new OpsPlugin();
    ops.kernels().forEach(kernel -> catalog.kernel(kernel, "ops"));
    ops.implementations().forEach(each -> catalog.implementation(each, "ops"));
    return catalog.build();
  }

  /** A view of a new buffer. */
  BufferView view(String label, long elements) {
    Buffer buffer = backend.allocate(elements * DType.F32.sizeBytes(), label);
    return buffer.view(DType.F32);
  }

  /** All five bindings. */
  Bindings bindings() {
    return new Bindings().buffer("x", x)
        .buffer("gamma", gamma)
        .buffer("beta", beta)
        .buffer("out", out)
        .constant("params", params);
  }

  /** A record with everything baked. */
  DispatchRecord closedRecord() {
    return pipeline.bake(bindings(), "closed");
  }

  /** A record whose four buffers are slots. */
  DispatchRecord slottedRecord() {
    return pipeline.bake(new Bindings().slot("x")
        .slot("gamma")
        .slot("beta")
        .slot("out")
        .constant("params", params), "slotted");
  }

  /** A record with baked weights, slots for input and output, and a patchable number of rows. */
  DispatchRecord patchableRecord() {
    return pipeline.bake(new Bindings().slot("x")
        .buffer("gamma", gamma)
        .buffer("beta", beta)
        .slot("out")
        .constant("params", params)
        .patchable("rows", "params", "rows", 1, ROWS), "patchable");
  }

  @Override
  public void close() {
    backend.close();
  }
}
