package dev.assay.suite.apple;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.assay.backend.metal.apple.AppleDriver;
import dev.assay.backend.metal.apple.AppleSettings;
import dev.assay.backend.metal.apple.doubled.AppleDouble;
import dev.assay.backend.metal.apple.doubled.DoubleOptions;
import dev.assay.backend.metal.apple.doubled.Outcome;
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
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a dispatch costs in native calls and in memory, counted over many. */
class DispatchCostTest {
  private static final int SUBMISSIONS = 100;
  private static final int ROUNDS = 5;
  private static final int DISPATCHES = 1000;
  private static final int BUFFERS = 4;
  private static final int COUNT = 20_000;

  /** The buffers, a constant, a threadgroup length: what is bound for each dispatch. */
  private static final int BINDINGS = BUFFERS + 2;
  private static final long BYTES = 4096;
  private static final long PAGE = 4096;

  /** Of a round; a leak of 1 KB a dispatch is 20 MB. */
  private static final long MOST_GROWTH = 8L << 20;

  private final Grid grid =
      new Grid(Geometry.Form.THREADGROUPS, 8, 1, 1, 32, 1, 1, List.of(64));
  private final AppleDouble metal = AppleDouble.idle(DoubleOptions.M2);
  private final Arena arena = Arena.ofConfined();
  private final MemorySegment constant = arena.allocate(16);
  private final AppleDriver driver =
      AppleDriver.over(metal.objc(), AppleSettings.of(Map.of()), null);
  private final MetalLibrary library =
      driver.newLibrary("text", MslSource.of("text.metal", "kernel void k() {}"), MathMode.SAFE);
  private final MetalPipeline pipeline = pipeline();
  private final MetalBuffer buffer = driver.newBuffer(BYTES);
  private final MetalQueue queue = driver.newQueue("queue", 4);

  private MetalPipeline pipeline() {
    MetalFunction function = library.newFunction("k", List.of());
    MetalPipeline made = driver.newPipeline("k", function, false);
    function.release();
    return made;
  }

  @BeforeEach
  void warmUp() {
    submit();
  }

  @AfterEach
  void close() {
    queue.release();
    buffer.release();
    pipeline.release();
    library.release();
    driver.close();
    metal.close();
    arena.close();
  }

  private void encode(MetalComputeEncoder encoder) {
    encoder.setPipeline(pipeline);
    for (int index = 0; index < BUFFERS; index++) {
      encoder.setBuffer(buffer, 256L * index, 256, Access.READ, index);
    }
    encoder.setBytes(constant, 16, BUFFERS);
    encoder.setThreadgroupMemoryLength(64, 0);
    encoder.dispatch(grid);
    encoder.memoryBarrier();
  }

  private void submit() {
    MetalCommandBuffer commandBuffer = queue.commandBuffer("work");
    MetalComputeEncoder encoder = commandBuffer.computeEncoder();
    for (int i = 0; i < DISPATCHES; i++) {
      encode(encoder);
    }
    encoder.endEncoding();
    Outcome.ofCommit(commandBuffer).success();
  }

  @Test
  void aDispatchCostsAtMostFourCallsAndItsBindings() {
    metal.controls().reset();
    submit();
    long perDispatch = metal.controls().calls() / DISPATCHES;
    // The pools of the whole batch, and what the submission costs itself, are less than one call for each dispatch.
    assertThat(perDispatch).isBetween((long) BINDINGS + 3, (long) BINDINGS + 4);
    assertThat(metal.controls().calls() - (BINDINGS + 3L) * DISPATCHES)
        .as("calls beside pipeline, bindings, dispatch and barrier")
        .isLessThan(DISPATCHES / 2);
  }

  @Test
  void encodingMakesNothingOnTheHeap() {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    MetalCommandBuffer commandBuffer = queue.commandBuffer("work");
    MetalComputeEncoder encoder = commandBuffer.computeEncoder();
    double fewest = Double.MAX_VALUE;
    // What the virtual machine itself leaves on this thread's account is in some rounds and not in all.
    for (int round = 0; round < 8; round++) {
      long before = threads.getCurrentThreadAllocatedBytes();
      for (int i = 0; i < COUNT; i++) {
        encode(encoder);
      }
      long allocated = threads.getCurrentThreadAllocatedBytes() - before;
      fewest = Math.min(fewest, allocated / (double) COUNT);
    }
    commandBuffer.discard();
    assertThat(fewest).isLessThan(0.01);
  }

  @Test
  void aHundredThousandDispatchesLeaveMemoryAsItWas() throws IOException {
    for (int i = 0; i < SUBMISSIONS / 4; i++) {
      submit();
    }
    Map<String, Long> before = metal.controls().liveObjects();
    // The heap grows and shrinks in some rounds, a leak in all: so the round in the middle tells.
    long[] growth = new long[ROUNDS];
    for (int round = 0; round < ROUNDS; round++) {
      System.gc();
      long resident = residentBytes();
      for (int i = 0; i < SUBMISSIONS / ROUNDS; i++) {
        submit();
      }
      System.gc();
      growth[round] = residentBytes() - resident;
    }
    Arrays.sort(growth);
    System.out.println("growth of the process over " + SUBMISSIONS / ROUNDS * DISPATCHES
        + " dispatches, the middle one of " + ROUNDS + ": " + growth[ROUNDS / 2] + " bytes");
    assertThat(growth[ROUNDS / 2]).as("growth of the process in bytes").isLessThan(MOST_GROWTH);
    assertThat(metal.controls().openPools()).isZero();
    assertThat(metal.controls().liveObjects()).isEqualTo(before);
    metal.requireNoViolations();
  }

  private static long residentBytes() throws IOException {
    return Long.parseLong(Files.readString(Path.of("/proc/self/statm")).split(" ", -1)[1]) * PAGE;
  }
}
