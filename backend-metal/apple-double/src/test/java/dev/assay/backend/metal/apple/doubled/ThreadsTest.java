package dev.assay.backend.metal.apple.doubled;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.backend.metal.apple.AppleDriver;
import dev.assay.backend.metal.apple.AppleSettings;
import dev.assay.backend.metal.driver.MetalBuffer;
import dev.assay.backend.metal.driver.MetalCommandBuffer;
import dev.assay.backend.metal.driver.MetalComputeEncoder;
import dev.assay.backend.metal.driver.MetalFunction;
import dev.assay.backend.metal.driver.MetalLibrary;
import dev.assay.backend.metal.driver.MetalPipeline;
import dev.assay.backend.metal.driver.MetalQueue;
import dev.assay.msl.reader.MslSource;
import dev.assay.spi.backend.Grid;
import dev.assay.spi.kernel.Access;
import dev.assay.spi.kernel.Geometry;
import dev.assay.spi.kernel.MathMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Pools are a stack of the system's thread: none may be open between two calls of the port. */
class ThreadsTest {
  private static final int ENCODERS = 200;
  private static final int DISPATCHES = 50;
  private static final Grid GRID =
      new Grid(Geometry.Form.THREADS, 64, 1, 1, 32, 1, 1, List.of());

  private final AppleDouble metal = AppleDouble.idle(DoubleOptions.M2);
  private final AppleDriver driver =
      AppleDriver.over(metal.objc(), AppleSettings.of(Map.of()), null);
  private final MetalLibrary library =
      driver.newLibrary("text", MslSource.of("text.metal", "kernel void k() {}"), MathMode.SAFE);
  private final MetalPipeline pipeline = pipeline();
  private final MetalBuffer buffer = driver.newBuffer(4096);
  private final MetalQueue queue = driver.newQueue("queue", 256);

  private MetalPipeline pipeline() {
    MetalFunction function = library.newFunction("k", List.of());
    MetalPipeline made = driver.newPipeline("k", function, false);
    function.release();
    return made;
  }

  @AfterEach
  void close() {
    queue.release();
    buffer.release();
    pipeline.release();
    library.release();
    driver.close();
    metal.close();
  }

  private void dispatch(MetalComputeEncoder encoder) {
    encoder.setPipeline(pipeline);
    // Where a virtual thread goes on on another of the system's.
    LockSupport.parkNanos(1);
    encoder.setBuffer(buffer, 0, 4096, Access.READ, 0);
    encoder.dispatch(GRID);
  }

  @Test
  void twoEncodersAreOpenOnOneThreadAndEndInAnyOrder() throws Exception {
    MetalCommandBuffer first = queue.commandBuffer("first");
    MetalCommandBuffer second = queue.commandBuffer("second");
    MetalComputeEncoder one = first.computeEncoder();
    MetalComputeEncoder other = second.computeEncoder();
    for (int i = 0; i < DISPATCHES; i++) {
      dispatch(one);
      assertThat(metal.controls().openPools()).isZero();
      dispatch(other);
    }
    one.endEncoding();
    dispatch(other);
    other.endEncoding();
    assertThat(metal.controls().openPools()).isZero();
    Outcome.ofCommit(second).success();
    Outcome.ofCommit(first).success();
  }

  @Test
  void anEncoderGoesFromThreadToThread() throws Exception {
    MetalCommandBuffer commandBuffer = queue.commandBuffer("moved");
    MetalComputeEncoder encoder = commandBuffer.computeEncoder();
    try (ExecutorService threads = Executors.newFixedThreadPool(3)) {
      for (int i = 0; i < DISPATCHES; i++) {
        threads.submit(() -> dispatch(encoder)).get();
      }
      threads.submit(encoder::endEncoding).get();
    }
    Outcome.ofCommit(commandBuffer).success();
    assertThat(metal.controls().openPools()).isZero();
  }

  @Test
  void virtualThreadsEncodeAndWait() throws Exception {
    List<Future<Long>> ends = new ArrayList<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < ENCODERS; i++) {
        ends.add(threads.submit(() -> {
          MetalCommandBuffer commandBuffer = queue.commandBuffer("virtual");
          MetalComputeEncoder encoder = commandBuffer.computeEncoder();
          for (int dispatched = 0; dispatched < DISPATCHES; dispatched++) {
            dispatch(encoder);
          }
          encoder.endEncoding();
          return Outcome.ofCommit(commandBuffer).success();
        }));
      }
    }
    for (Future<Long> end : ends) {
      assertThat(end.get()).isNotNegative();
    }
    assertThat(metal.controls().openPools()).isZero();
  }
}
