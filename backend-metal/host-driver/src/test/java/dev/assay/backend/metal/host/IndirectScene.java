package dev.assay.backend.metal.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.backend.metal.driver.MetalBuffer;
import dev.assay.backend.metal.driver.MetalCommandBuffer;
import dev.assay.backend.metal.driver.MetalComputeEncoder;
import dev.assay.backend.metal.driver.MetalIndirectCommandBuffer;
import dev.assay.backend.metal.driver.MetalPipeline;
import dev.assay.spi.data.Bytes;
import dev.assay.spi.kernel.Access;
import java.lang.foreign.MemorySegment;

/** Two indirect commands of which one needs the other, between a direct dispatch before and one after. */
final class IndirectScene implements Scene {
  final Bench bench;
  final MetalPipeline mix;
  final MetalPipeline indirectMix;
  final MetalPipeline indirectScale;
  final MetalBuffer a;
  final MetalBuffer b;
  final MetalBuffer first;
  final MetalBuffer second;
  final MetalBuffer third;
  final MetalBuffer last;
  final MetalBuffer constants;
  final Bench.Outcome outcome = new Bench.Outcome();
  MetalIndirectCommandBuffer indirect;
  MetalCommandBuffer commands;
  MetalComputeEncoder encoder;

  IndirectScene(Bench bench) {
    this.bench = bench;
    mix = bench.pipeline("mix");
    indirectMix = bench.indirectPipeline("mix");
    indirectScale = bench.indirectPipeline("scale");
    a = bench.buffer(1, 2, 3, 4);
    b = bench.buffer(5, 6, 7, 8);
    first = bench.empty(4);
    second = bench.empty(4);
    third = bench.empty(4);
    last = bench.empty(4);
    constants = bench.empty(8);
    Bytes.copy(Bench.args(3, 4, 1), 0, constants.contents(), 16, 16);
  }

  @Override
  public Script script() {
    return new Script()
        .step("indirect", () -> indirect = bench.indirect(3, indirectMix, indirectScale))
        .step("0 a", () -> indirect.setBuffer(0, first, 0, 16, Access.READ, 0))
        .step("0 b", () -> indirect.setBuffer(0, b, 0, 16, Access.READ, 1))
        .step("0 out", () -> indirect.setBuffer(0, second, 0, 16, Access.WRITE_ALL, 2))
        .step("0 dispatch", () -> indirect.dispatch(0, Bench.threads(4), "segment / mix"))
        .step("1 x", () -> indirect.setBuffer(1, second, 0, 16, Access.READ, 0))
        .step("1 y", () -> indirect.setBuffer(1, third, 0, 16, Access.WRITE_SOME, 1))
        .step("1 args", () -> indirect.setBuffer(1, constants, 16, 16, Access.READ, 2))
        .step("1 barrier", () -> indirect.setBarrier(1))
        .step("1 dispatch", () -> indirect.dispatch(1, Bench.threads(4), "segment / scale"))
        .step("commands", () -> commands = bench.commandBuffer())
        .step("encoder", () -> encoder = commands.computeEncoder())
        .step("before", () -> Bench.mix(encoder, mix, a, b, first))
        .step("barrier before", () -> encoder.memoryBarrier())
        .step("execute", () -> encoder.executeCommands(indirect, 0, 2))
        .step("barrier after", () -> encoder.memoryBarrier())
        .step("after", () -> Bench.mix(encoder, mix, third, b, last))
        .step("end", () -> encoder.endEncoding())
        .step("commit", () -> commands.commit(outcome));
  }

  @Override
  public void check() {
    assertThat(outcome.await().calls()).containsExactly("completed");
    int[] expected = new int[4];
    for (int i = 0; i < 4; i++) {
      int before = (1 + i) * 31 + 5 + i;
      int scaled = (before * 31 + 5 + i) * 3 + 1;
      expected[i] = scaled * 31 + 5 + i;
    }
    assertThat(Bench.read(last)).containsExactly(expected);
  }
}
