package dev.assay.suite.apple;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.assay.backend.metal.MetalProvider;
import dev.assay.backend.metal.apple.AppleDriver;
import dev.assay.backend.metal.apple.AppleSettings;
import dev.assay.backend.metal.apple.doubled.AppleDouble;
import dev.assay.backend.metal.apple.doubled.DoubleOptions;
import dev.assay.spi.backend.Backend;
import dev.assay.spi.backend.Bindings;
import dev.assay.spi.backend.BufferView;
import dev.assay.spi.backend.CommandQueue;
import dev.assay.spi.backend.DispatchRecord;
import dev.assay.spi.backend.Encoder;
import dev.assay.spi.backend.Pipeline;
import dev.assay.spi.data.DType;
import dev.assay.spi.data.StructValue;
import dev.assay.spi.kernel.KernelName;
import dev.assay.spi.kernel.Parameter;
import dev.assay.suite.parity.Catalogue;
import java.lang.management.ManagementFactory;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A baked dispatch, from the backend's record down to the native calls. */
class BakedDispatchTest {
  private static final KernelName KERNEL = KernelName.of("assay:layer_norm");
  private static final int ROWS = 16;
  private static final int WIDTH = 384;

  /** Four buffers and a constant. */
  private static final int BINDINGS = 5;
  private static final int COUNT = 50_000;
  private static final int ROUNDS = 8;

  private final AppleDouble metal = AppleDouble.open(DoubleOptions.M2);
  // Not recorded: a recording makes an object of each call. So nothing may be committed here, only encoded.
  private final Backend backend = MetalProvider.over(
      AppleDriver.over(metal.objc(), AppleSettings.of(Map.of()), null), Catalogue.installed());
  private final CommandQueue queue = backend.newQueue("queue");
  private final DispatchRecord record = record();

  @AfterEach
  void close() {
    backend.close();
    metal.close();
  }

  private DispatchRecord record() {
    StructValue params = ((Parameter.Constant) backend.registry()
        .catalog()
        .declaration(KERNEL)
        .parameter("params")
        .orElseThrow()).layout()
        .value()
        .set("rows", ROWS)
        .set("width", WIDTH)
        .set("eps", 1e-12)
        .build();
    Pipeline pipeline = backend.registry()
        .pipeline(backend.registry()
            .choose(KERNEL, DType.F32,
                Map.of("params", params, "has_stats", StructValue.ofLong(DType.BOOL, 0))));
    return pipeline.bake(new Bindings().buffer("x", view("x", (long) ROWS * WIDTH))
        .buffer("gamma", view("gamma", WIDTH))
        .buffer("beta", view("beta", WIDTH))
        .buffer("out", view("out", (long) ROWS * WIDTH))
        .constant("params", params), "baked");
  }

  private BufferView view(String label, long elements) {
    return backend.allocate(elements * DType.F32.sizeBytes(), label).view(DType.F32);
  }

  @Test
  void itCostsAtMostFourCallsAndItsBindings() {
    try (Encoder encoder = queue.encoder("warm up")) {
      encoder.dispatch(record);
    }
    metal.controls().reset();
    try (Encoder encoder = queue.encoder("counted")) {
      for (int i = 0; i < COUNT; i++) {
        encoder.dispatch(record);
      }
    }
    double perDispatch = metal.controls().calls() / (double) COUNT;
    double lengths =
        metal.controls().calls("setThreadgroupMemoryLength:atIndex:") / (double) COUNT;
    System.out.println("a baked dispatch through the Apple driver: " + perDispatch
        + " native calls, with " + (BINDINGS + lengths) + " bindings");
    assertThat(perDispatch).as("calls by selector: %s", metal.controls().callsBySelector())
        .isBetween(BINDINGS + lengths + 2, BINDINGS + lengths + 4);
  }

  @Test
  void itMakesNothingOnTheHeap() {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    double fewest = Double.MAX_VALUE;
    try (Encoder encoder = queue.encoder("measured")) {
      // What the virtual machine itself leaves on this thread's account is in some rounds and not in all.
      for (int round = 0; round < ROUNDS; round++) {
        long before = threads.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < COUNT; i++) {
          encoder.dispatch(record);
        }
        long allocated = threads.getCurrentThreadAllocatedBytes() - before;
        fewest = Math.min(fewest, allocated / (double) COUNT);
      }
    }
    assertThat(fewest).isLessThan(0.01);
  }
}
