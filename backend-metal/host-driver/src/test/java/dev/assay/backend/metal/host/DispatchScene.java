package dev.assay.backend.metal.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.backend.metal.driver.MetalBuffer;
import dev.assay.backend.metal.driver.MetalCommandBuffer;
import dev.assay.backend.metal.driver.MetalComputeEncoder;
import dev.assay.backend.metal.driver.MetalPipeline;
import dev.assay.spi.kernel.Access;
import dev.assay.spi.kernel.Geometry;

/** Direct dispatches: one that another needs, constants inline and in a buffer, threadgroup memory, a gate. */
final class DispatchScene implements Scene {
  final Bench bench;
  final MetalPipeline mix;
  final MetalPipeline scale;
  final MetalPipeline total;
  final MetalPipeline biased;
  final MetalBuffer a;
  final MetalBuffer b;
  final MetalBuffer out;
  final MetalBuffer scaled;
  final MetalBuffer sums;
  final MetalBuffer plus;
  final Bench.Outcome outcome = new Bench.Outcome();
  MetalCommandBuffer commands;
  MetalComputeEncoder encoder;

  DispatchScene(Bench bench) {
    this.bench = bench;
    mix = bench.pipeline("mix");
    scale = bench.pipeline("scale");
    total = bench.pipeline("total");
    biased = bench.pipeline("biased", Bench.bool("has_bias", 0, true));
    a = bench.buffer(1, 2, 3, 4);
    b = bench.buffer(5, 6, 7, 8);
    out = bench.empty(4);
    scaled = bench.empty(4);
    sums = bench.empty(2);
    plus = bench.empty(4);
  }

  @Override
  public Script script() {
    return new Script()
        .step("commands", () -> commands = bench.commandBuffer())
        .step("encoder", () -> encoder = commands.computeEncoder())
        .step("mix", () -> encoder.setPipeline(mix))
        .step("a", () -> encoder.setBuffer(a, 0, 16, Access.READ, 0))
        .step("b", () -> encoder.setBuffer(b, 0, 16, Access.READ, 1))
        .step("out", () -> encoder.setBuffer(out, 0, 16, Access.WRITE_ALL, 2))
        .step("mix label", () -> encoder.label("layer 0 / mix"))
        .step("mix dispatch", () -> encoder.dispatch(Bench.threads(4)))
        .step("barrier", () -> encoder.memoryBarrier())
        .step("scale", () -> encoder.setPipeline(scale))
        .step("x", () -> encoder.setBuffer(out, 0, 16, Access.READ, 0))
        .step("y", () -> encoder.setBuffer(scaled, 0, 16, Access.WRITE_SOME, 1))
        .step("args", () -> encoder.setBytes(Bench.args(3, 4, 1), 16, 2))
        .step("scale label", () -> encoder.label("layer 0 / scale"))
        .step("scale dispatch", () -> encoder.dispatch(Bench.threads(4)))
        .step("total", () -> encoder.setPipeline(total))
        .step("total x", () -> encoder.setBuffer(a, 0, 16, Access.READ, 0))
        .step("sums", () -> encoder.setBuffer(sums, 0, 8, Access.WRITE_ALL, 1))
        .step("scratch", () -> encoder.setThreadgroupMemoryLength(16, 0))
        .step("total dispatch",
            () -> encoder.dispatch(Bench.grid(Geometry.Form.THREADGROUPS, 2, 2)))
        .step("biased", () -> encoder.setPipeline(biased))
        .step("biased x", () -> encoder.setBuffer(a, 0, 16, Access.READ, 0))
        .step("bias", () -> encoder.setBuffer(b, 0, 16, Access.READ, 1))
        .step("plus", () -> encoder.setBuffer(plus, 0, 16, Access.WRITE_ALL, 2))
        .step("biased dispatch", () -> encoder.dispatch(Bench.threads(4)))
        .step("end", () -> encoder.endEncoding())
        .step("commit", () -> commands.commit(outcome));
  }

  @Override
  public void check() {
    assertThat(outcome.await().calls()).containsExactly("completed");
    assertThat(Bench.read(out)).containsExactly(36, 68, 100, 132);
    assertThat(Bench.read(scaled)).containsExactly(109, 205, 301, 397);
    assertThat(Bench.read(sums)).containsExactly(3, 7);
    assertThat(Bench.read(plus)).containsExactly(6, 8, 10, 12);
  }
}
