package dev.assay.backend.metal.apple.doubled;

import dev.assay.backend.metal.apple.AppleDriver;
import dev.assay.backend.metal.apple.AppleSettings;
import dev.assay.backend.metal.apple.objc.ObjectiveC;
import dev.assay.backend.metal.driver.FunctionConstantValue;
import dev.assay.backend.metal.driver.MetalBuffer;
import dev.assay.backend.metal.driver.MetalCommandBuffer;
import dev.assay.backend.metal.driver.MetalComputeEncoder;
import dev.assay.backend.metal.driver.MetalFunction;
import dev.assay.backend.metal.driver.MetalIndirectCommandBuffer;
import dev.assay.backend.metal.driver.MetalLibrary;
import dev.assay.backend.metal.driver.MetalPipeline;
import dev.assay.backend.metal.driver.MetalQueue;
import dev.assay.msl.reader.MslSource;
import dev.assay.spi.backend.Grid;
import dev.assay.spi.data.DType;
import dev.assay.spi.data.StructValue;
import dev.assay.spi.kernel.Access;
import dev.assay.spi.kernel.Geometry;
import dev.assay.spi.kernel.MathMode;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Everything the driver does, once, over a double that runs nothing. It is a program of its own, since a driver that is
 * wrong may end its process.
 */
final class DriverScenario {
  private static final long BYTES = 4096;

  private final Controls controls = new Controls();
  private final AppleDriver driver;
  private final List<String> wrong = new ArrayList<>();

  private DriverScenario() {
    controls.configure(DoubleOptions.M2);
    controls.reset();
    driver = AppleDriver.over(new ObjectiveC(DoubleLibrary.symbols()),
        AppleSettings.of(Map.of()), null);
  }

  /** Prints what was wrong; the status is 0 where nothing was. */
  public static void main(String[] arguments) {
    List<String> wrong = run();
    wrong.forEach(System.out::println);
    System.exit(wrong.isEmpty() ? 0 : 1);
  }

  /** What was wrong. */
  static List<String> run() {
    DriverScenario scenario = new DriverScenario();
    scenario.work();
    scenario.driver.close();
    scenario.wrong.addAll(scenario.controls.violations());
    scenario.requireNothing("live objects", scenario.controls.liveObjects());
    if (scenario.controls.openPools() != 0) {
      scenario.wrong.add(scenario.controls.openPools() + " pools are open");
    }
    return scenario.wrong;
  }

  private void requireNothing(String what, Map<String, Long> found) {
    if (!found.isEmpty()) {
      wrong.add(what + ": " + found);
    }
  }

  private void work() {
    MetalLibrary library =
        driver.newLibrary("text", MslSource.of("text.metal", "kernel void k() {}"),
            MathMode.SAFE);
    MetalFunction function = library.newFunction("k",
        List.of(new FunctionConstantValue("width", 0, StructValue.ofLong(DType.U32, 4)),
            new FunctionConstantValue("gate", 1, StructValue.ofLong(DType.BOOL, 1))));
    MetalPipeline direct = driver.newPipeline("direct", function, false);
    MetalPipeline indirect = driver.newPipeline("indirect", function, true);
    function.release();
    MetalBuffer buffer = driver.newBuffer(BYTES);
    MetalIndirectCommandBuffer commands = commands(indirect, buffer);
    MetalQueue queue = driver.newQueue("queue", 8);

    requireNull("a submission", submit(queue, direct, buffer, commands, false));
    controls.failCommit(1, "a page fault");
    requireFailure("a fault", "a page fault", submit(queue, direct, buffer, commands, false));
    requireFailure("what follows a fault", "an earlier command buffer",
        submit(queue, direct, buffer, commands, false));
    queue.release();
    MetalQueue next = driver.newQueue("next", 8);
    requireFailure("a completion that throws", "thrown by the completion",
        submit(next, direct, buffer, commands, true));
    next.commandBuffer("discarded").discard();
    next.release();
    commands.release();
    buffer.release();
    direct.release();
    indirect.release();
    library.release();
  }

  private MetalIndirectCommandBuffer commands(MetalPipeline pipeline, MetalBuffer buffer) {
    MetalIndirectCommandBuffer commands =
        driver.newIndirectCommandBuffer(List.of(pipeline, pipeline), 2);
    for (int command = 0; command < 2; command++) {
      commands.setBuffer(command, buffer, 0, BYTES, Access.READ, 0);
      commands.setBuffer(command, buffer, 1024, 1024, Access.WRITE_ALL, 1);
      commands.dispatch(command, threads(), "command " + command);
    }
    commands.setBarrier(1);
    return commands;
  }

  private static Grid threads() {
    return new Grid(Geometry.Form.THREADS, 64, 1, 1, 32, 1, 1, List.of());
  }

  private @Nullable Throwable submit(MetalQueue queue, MetalPipeline pipeline, MetalBuffer buffer,
      MetalIndirectCommandBuffer commands, boolean throwing) {
    MetalCommandBuffer commandBuffer = queue.commandBuffer("work");
    try (Arena arena = Arena.ofConfined()) {
      MetalComputeEncoder encoder = commandBuffer.computeEncoder();
      encoder.setPipeline(pipeline);
      encoder.setBuffer(buffer, 256, 1024, Access.READ, 0);
      encoder.setBytes(arena.allocate(16), 16, 1);
      encoder.setThreadgroupMemoryLength(64, 0);
      encoder.dispatch(threads());
      encoder.memoryBarrier();
      encoder.executeCommands(commands, 0, 2);
      encoder.endEncoding();
    }
    Outcome outcome = throwing ? new Throwing() : new Outcome();
    commandBuffer.commit(outcome);
    return outcome.failure();
  }

  /** Is told that the work failed, since nobody was told that it did not. */
  private static final class Throwing extends Outcome {
    @Override
    public void completed(long deviceNanos) {
      throw new IllegalStateException("thrown by the completion");
    }
  }

  private void requireNull(String what, @Nullable Throwable failure) {
    if (failure != null) {
      wrong.add(what + " failed: " + failure);
    }
  }

  private void requireFailure(String what, String says, @Nullable Throwable failure) {
    if (failure == null || !String.valueOf(failure.getMessage()).contains(says)) {
      wrong.add(what + " gave " + failure);
    }
  }
}
