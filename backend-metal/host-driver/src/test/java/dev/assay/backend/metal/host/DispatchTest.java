package dev.assay.backend.metal.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.backend.metal.driver.MetalBuffer;
import dev.assay.backend.metal.driver.MetalCommandBuffer;
import dev.assay.backend.metal.driver.MetalComputeEncoder;
import dev.assay.backend.metal.driver.MetalIndirectCommandBuffer;
import dev.assay.backend.metal.driver.MetalPipeline;
import dev.assay.msl.MslBuild;
import dev.assay.spi.kernel.Access;
import dev.assay.spi.kernel.Geometry;
import java.util.Collections;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What is right runs and gives the right result, in both builds and all orders. */
class DispatchTest {
  static Stream<Arguments> devices() {
    return Stream.of(MslBuild.values())
        .flatMap(build -> Stream.of(ExecutionOrder.values())
            .map(order -> Arguments.of(build, order)));
  }

  @ParameterizedTest
  @MethodSource("devices")
  void dependentDispatchesRunInOrder(MslBuild build, ExecutionOrder order) {
    try (Bench bench = new Bench(build, order)) {
      MetalPipeline mix = bench.pipeline("mix");
      MetalPipeline fold = bench.pipeline("fold");
      MetalBuffer a = bench.buffer(1, 2, 3);
      MetalBuffer b = bench.buffer(4, 5, 6);
      MetalBuffer out = bench.empty(3);

      Bench.Outcome outcome = bench.run(encoder -> {
        Bench.mix(encoder, mix, a, b, out);
        encoder.memoryBarrier();
        encoder.setPipeline(fold);
        encoder.setBuffer(out, 4, 8, Access.READ_WRITE, 0);
        encoder.setBuffer(a, 0, 8, Access.READ, 1);
        encoder.dispatch(Bench.threads(2));
      });

      assertThat(outcome.calls()).containsExactly("completed");
      assertThat(Bench.read(out)).containsExactly(35, 67 * 17 + 1, 99 * 17 + 2);
      assertThat(Bench.read(a)).containsExactly(1, 2, 3);
    }
  }

  @ParameterizedTest
  @MethodSource("devices")
  void constantsThreadgroupMemoryAndGatesReachTheKernel(MslBuild build, ExecutionOrder order) {
    try (Bench bench = new Bench(build, order)) {
      MetalPipeline scale = bench.pipeline("scale");
      MetalPipeline total = bench.pipeline("total");
      MetalPipeline with = bench.pipeline("biased", Bench.bool("has_bias", 0, true));
      MetalPipeline without = bench.pipeline("biased", Bench.bool("has_bias", 0, false));
      MetalPipeline repeated = bench.pipeline("repeated", Bench.integer("rounds", 1, 2));
      MetalBuffer x = bench.buffer(1, 2, 3, 4, 5);
      MetalBuffer scaled = bench.empty(5);
      MetalBuffer sums = bench.empty(2);
      MetalBuffer biased = bench.empty(5);
      MetalBuffer plain = bench.empty(5);
      MetalBuffer counted = bench.buffer(1, 2);

      Bench.Outcome outcome = bench.run(encoder -> {
        encoder.setPipeline(scale);
        encoder.setBuffer(x, 0, 20, Access.READ, 0);
        encoder.setBuffer(scaled, 0, 20, Access.WRITE_ALL, 1);
        encoder.setBytes(Bench.args(10, 5, 1), 16, 2);
        encoder.dispatch(Bench.threads(7));
        encoder.setPipeline(total);
        encoder.setBuffer(x, 0, 16, Access.READ, 0);
        encoder.setBuffer(sums, 0, 8, Access.WRITE_ALL, 1);
        encoder.setThreadgroupMemoryLength(16, 0);
        encoder.dispatch(Bench.grid(Geometry.Form.THREADGROUPS, 2, 2));
        encoder.setPipeline(with);
        encoder.setBuffer(x, 0, 20, Access.READ, 0);
        encoder.setBuffer(x, 0, 20, Access.READ, 1);
        encoder.setBuffer(biased, 0, 20, Access.WRITE_ALL, 2);
        encoder.dispatch(Bench.threads(5));
        encoder.setPipeline(without);
        encoder.setBuffer(x, 0, 20, Access.READ, 0);
        encoder.setBuffer(plain, 0, 20, Access.WRITE_ALL, 2);
        encoder.dispatch(Bench.threads(5));
        encoder.setPipeline(repeated);
        encoder.setBuffer(counted, 0, 8, Access.READ_WRITE, 0);
        encoder.dispatch(Bench.threads(2));
      });

      assertThat(outcome.calls()).containsExactly("completed");
      assertThat(Bench.read(scaled)).containsExactly(11, 21, 31, 41, 51);
      assertThat(Bench.read(sums)).containsExactly(3, 7);
      assertThat(Bench.read(biased)).containsExactly(2, 4, 6, 8, 10);
      assertThat(Bench.read(plain)).containsExactly(8, 9, 10, 11, 12);
      assertThat(Bench.read(counted)).containsExactly(13, 22);
    }
  }

  @ParameterizedTest
  @MethodSource("devices")
  void aRangeMayBeEmptyWhereTheKernelTouchesNoneOfIt(MslBuild build, ExecutionOrder order) {
    try (Bench bench = new Bench(build, order)) {
      MetalPipeline scale = bench.pipeline("scale");
      MetalBuffer x = bench.buffer(1, 2);
      MetalBuffer y = bench.buffer(3);

      Bench.Outcome outcome = bench.run(encoder -> {
        encoder.setPipeline(scale);
        encoder.setBuffer(x, 4, 0, Access.READ, 0);
        encoder.setBuffer(y, 0, 4, Access.WRITE_SOME, 1);
        encoder.setBytes(Bench.args(10, 0, 1), 16, 2);
        encoder.dispatch(Bench.threads(1));
      });

      assertThat(outcome.calls()).containsExactly("completed");
      assertThat(Bench.read(y)).containsExactly(3);
    }
  }

  @Test
  void asManyCommandsAsOneExecutionTakesMayTouchBytesOfTheirOwnWithoutABarrier() {
    try (Bench bench = new Bench()) {
      int count = HostIndirectCommandBuffer.MOST_COMMANDS;
      MetalBuffer buffer = bench.empty(count);
      MetalIndirectCommandBuffer segment = bench.indirect(1,
          Collections.nCopies(count, bench.indirectPipeline("narrow"))
              .toArray(MetalPipeline[]::new));
      // In an order that always finds its place in the middle of what is known.
      for (int i = 0; i < count; i++) {
        long word = i % 2 == 0 ? i / 2 : count - 1 - i / 2;
        segment.setBuffer(i, buffer, 4 * word, 4, Access.WRITE_ALL, 0);
        segment.dispatch(i, Bench.threads(1), "one word");
      }
      MetalCommandBuffer commands = bench.commandBuffer();
      MetalComputeEncoder encoder = commands.computeEncoder();
      encoder.executeCommands(segment, 0, count);

      // All of it once more conflicts with the first of it.
      assertThatThrownBy(() -> encoder.executeCommands(segment, 0, count))
          .hasMessageContaining(MetalRule.CONFLICT.code().id());
      commands.discard();
    }
  }
}
