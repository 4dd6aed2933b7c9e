package dev.assay.backend.metal.apple.doubled;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.backend.metal.apple.AppleSettings;
import dev.assay.backend.metal.driver.MetalBuffer;
import dev.assay.backend.metal.driver.MetalComputeEncoder;
import dev.assay.backend.metal.driver.MetalIndirectCommandBuffer;
import dev.assay.backend.metal.driver.MetalPipeline;
import dev.assay.spi.kernel.Access;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A message that a driver forgot, sent twice or sent wrongly is noticed when the command buffer is committed. */
class LostMessageTest {
  private static final Map<String, String> BY_SET = Map.of("archive", "off");
  private static final Map<String, String> BY_USE = Map.of("archive", "off", "residency", "use");

  /** Each is lost once, the {@code nth} time that it is sent. */
  @ParameterizedTest
  @CsvSource(delimiter = '|', value = {
    "set | memoryBarrierWithScope: | 1 | SetPipeline[pipeline=scale] reached Metal, and the port was"
        + " given Barrier[]",
    "set | setBytes:length:atIndex: | 2 | and the port was given SetBytes[index=2",
    "set | setBuffer:offset:atIndex: | 4 | and the port was given SetBuffer[index=1",
    "set | setBarrier | 1 | indirect command 1, call 0: SetPipeline[pipeline=scale] reached Metal, and"
        + " the port was given Barrier[]",
    "set | setKernelBuffer:offset:atIndex: | 8 | indirect command 0, call 3: SetBuffer[index=2, buffer=3",
    "set | waitForFence: | 1 | none is waited for before its work",
    "set | updateFence: | 1 | none is updated after its work",
    "set | addAllocation: | 3 | of indirect command 0 is not resident",
    "use | useResource:usage: | 1 | of indirect command 0 is not resident"})
  void aLostMessageIsAViolation(String residency, String selector, int nth, String says) {
    AppleDouble apple = AppleDouble.open(DoubleOptions.M2);
    try {
      try (Work work = new Work(
          apple.driver(AppleSettings.of(residency.equals("set") ? BY_SET : BY_USE), null))) {
        apple.controls().fail(selector, nth, null);
        run(work);
      }
      assertThat(apple.controls().violations())
          .anySatisfy(violation -> assertThat(violation).contains(says));
    } finally {
      apple.controls().reset();
      apple.close();
    }
  }

  @Test
  void withNothingLostThereIsNoViolation() {
    for (Map<String, String> settings : List.of(BY_SET, BY_USE)) {
      try (AppleDouble apple = AppleDouble.open(DoubleOptions.M2);
          Work work = new Work(apple.driver(AppleSettings.of(settings), null))) {
        assertThat(run(work).failure()).isNull();
        assertThat(apple.controls().violations()).isEmpty();
      }
    }
  }

  /** Two dispatches and two indirect commands, each after the one before. */
  private static Outcome run(Work work) {
    MetalPipeline scale = work.pipeline("scale", false);
    MetalBuffer x = work.buffer(1, 2, 3, 4);
    MetalBuffer y = work.buffer(0, 0, 0, 0);
    MetalBuffer factor = work.buffer(3);
    MetalBuffer other = work.buffer(5);
    MetalIndirectCommandBuffer commands = work.indirect(3, "scale", "scale");
    indirect(commands, 0, x, y, other);
    indirect(commands, 1, y, x, factor);
    commands.setBarrier(1);
    // A second time, as a patch does.
    commands.setBuffer(0, x, 0, 16, Access.READ, 0);
    commands.setBuffer(0, factor, 0, 4, Access.READ, 2);
    return work.run(encoder -> {
      direct(encoder, scale, x, y, 2);
      encoder.memoryBarrier();
      direct(encoder, scale, y, x, 3);
      encoder.memoryBarrier();
      encoder.executeCommands(commands, 0, 2);
    });
  }

  private static void direct(MetalComputeEncoder encoder, MetalPipeline pipeline, MetalBuffer from,
      MetalBuffer to, int factor) {
    encoder.setPipeline(pipeline);
    encoder.setBuffer(from, 0, 16, Access.READ, 0);
    encoder.setBuffer(to, 0, 16, Access.WRITE_ALL, 1);
    encoder.setBytes(MemorySegment.ofArray(new int[] {factor}), 4, 2);
    encoder.dispatch(Work.threads(4));
  }

  private static void indirect(MetalIndirectCommandBuffer commands, int command, MetalBuffer from,
      MetalBuffer to, MetalBuffer factor) {
    commands.setBuffer(command, from, 0, 16, Access.READ, 0);
    commands.setBuffer(command, to, 0, 16, Access.WRITE_ALL, 1);
    commands.setBuffer(command, factor, 0, 4, Access.READ, 2);
    commands.dispatch(command, Work.threads(4), "scale");
  }
}
