package dev.assay.backend.metal.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.backend.metal.driver.FunctionConstantValue;
import dev.assay.backend.metal.driver.MetalBuffer;
import dev.assay.backend.metal.driver.MetalCommandBuffer;
import dev.assay.backend.metal.driver.MetalComputeEncoder;
import dev.assay.backend.metal.driver.MetalFunction;
import dev.assay.backend.metal.driver.MetalLibrary;
import dev.assay.backend.metal.driver.MetalPipeline;
import dev.assay.spi.kernel.Access;
import dev.assay.spi.kernel.MathMode;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** Objects from the device's opening to its closing, with work held in flight between. */
final class LifetimeScene implements Scene {
  final Bench bench;
  final CountDownLatch gate = new CountDownLatch(1);
  final Bench.Outcome outcome = new Bench.Outcome();
  MetalLibrary library;
  MetalFunction function;
  MetalPipeline pipeline;
  MetalBuffer buffer;
  MetalCommandBuffer commands;
  MetalComputeEncoder encoder;
  int[] result;

  LifetimeScene(Bench bench) {
    this.bench = bench;
  }

  @Override
  public Script script() {
    return new Script()
        .step("library",
            () -> library = bench.driver().newLibrary("mine", Bench.source(), MathMode.SAFE))
        .step("function", () -> function("repeated", Bench.integer("rounds", 1, 1)))
        .step("pipeline",
            () -> pipeline = bench.driver().newPipeline("repeated", function, false))
        .step("buffer", () -> buffer = bench.driver().newBuffer(8))
        .step("fill", () -> buffer.contents().fill((byte) 0))
        .step("hold", () -> bench.hold(gate))
        .step("commands", () -> commands = bench.commandBuffer())
        .step("encoder", () -> encoder = commands.computeEncoder())
        .step("set pipeline", () -> encoder.setPipeline(pipeline))
        .step("bind", () -> encoder.setBuffer(buffer, 0, 8, Access.READ_WRITE, 0))
        .step("dispatch", () -> encoder.dispatch(Bench.threads(2)))
        .step("end", () -> encoder.endEncoding())
        .step("commit", () -> commands.commit(outcome))
        .step("let go", () -> gate.countDown())
        .step("wait", () -> outcome.await())
        .step("read", () -> result = Bench.read(buffer))
        .step("release function", () -> function.release())
        .step("release pipeline", () -> pipeline.release())
        .step("release buffer", () -> buffer.release())
        .step("release library", () -> library.release())
        .step("close", () -> bench.close());
  }

  void function(String kernel, FunctionConstantValue... constants) {
    function = library.newFunction(kernel, List.of(constants));
  }

  @Override
  public void check() {
    assertThat(outcome.calls()).containsExactly("completed");
    assertThat(result).containsExactly(1, 1);
  }
}
