package dev.assay.backend.metal.apple.doubled;

import dev.assay.backend.metal.driver.MetalBuffer;
import dev.assay.backend.metal.driver.MetalCommandBuffer;
import dev.assay.backend.metal.driver.MetalComputeEncoder;
import dev.assay.backend.metal.driver.MetalDriver;
import dev.assay.backend.metal.driver.MetalFunction;
import dev.assay.backend.metal.driver.MetalIndirectCommandBuffer;
import dev.assay.backend.metal.driver.MetalLibrary;
import dev.assay.backend.metal.driver.MetalPipeline;
import dev.assay.backend.metal.driver.MetalQueue;
import dev.assay.msl.reader.MslSource;
import dev.assay.spi.backend.Grid;
import dev.assay.spi.kernel.Geometry;
import dev.assay.spi.kernel.MathMode;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;

/** A driver with a library and a queue, and what a test makes by it; all is released with it. */
final class Work implements AutoCloseable {
  private static final String KERNELS = """
      #include <metal_stdlib>
      using namespace metal;

      kernel void scale(device const uint* x [[buffer(0)]], device uint* y [[buffer(1)]],
                        constant uint& factor [[buffer(2)]],
                        uint i [[thread_position_in_grid]]) {
        y[i] = x[i] * factor;
      }

      kernel void twice(device uint* x [[buffer(0)]], uint i [[thread_position_in_grid]]) {
        x[i] = x[i] * 2;
      }
      """;

  final MetalDriver driver;
  final MetalLibrary library;
  final MetalQueue queue;
  private final Deque<Runnable> releases = new ArrayDeque<>();

  Work(MetalDriver driver) {
    this.driver = driver;
    this.library =
        driver.newLibrary("kernels", MslSource.of("kernels.metal", KERNELS), MathMode.SAFE);
    this.queue = driver.newQueue("q", 8);
  }

  MetalPipeline pipeline(String kernel, boolean indirect) {
    MetalFunction function = library.newFunction(kernel, List.of());
    MetalPipeline pipeline = driver.newPipeline(kernel, function, indirect);
    function.release();
    releases.push(pipeline::release);
    return pipeline;
  }

  MetalBuffer buffer(int... values) {
    MetalBuffer buffer = driver.newBuffer(4L * values.length);
    releases.push(buffer::release);
    MemorySegment.copy(values, 0, buffer.contents(), ValueLayout.JAVA_INT, 0, values.length);
    return buffer;
  }

  MetalIndirectCommandBuffer indirect(int bindings, String... kernels) {
    List<MetalPipeline> pipelines = new ArrayList<>();
    for (String kernel : kernels) {
      pipelines.add(pipeline(kernel, true));
    }
    MetalIndirectCommandBuffer commands = driver.newIndirectCommandBuffer(pipelines, bindings);
    releases.push(commands::release);
    return commands;
  }

  static int[] read(MetalBuffer buffer) {
    return buffer.contents().toArray(ValueLayout.JAVA_INT);
  }

  static Grid threads(long count) {
    return new Grid(Geometry.Form.THREADS, count, 1, 1, 32, 1, 1, List.of());
  }

  /** Encodes, commits and waits. */
  Outcome run(Consumer<MetalComputeEncoder> encode) {
    MetalCommandBuffer commands = queue.commandBuffer("work");
    MetalComputeEncoder encoder = commands.computeEncoder();
    encode.accept(encoder);
    encoder.endEncoding();
    return Outcome.ofCommit(commands).await();
  }

  @Override
  public void close() {
    releases.forEach(Runnable::run);
    library.release();
    queue.release();
    driver.close();
  }
}
