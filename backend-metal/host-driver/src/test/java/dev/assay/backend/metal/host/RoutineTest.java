package dev.assay.backend.metal.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.assay.backend.metal.driver.MetalBuffer;
import dev.assay.backend.metal.driver.MetalCommandBuffer;
import dev.assay.backend.metal.driver.MetalCommandBuffer.LibraryRange;
import dev.assay.backend.metal.driver.MetalComputeEncoder;
import dev.assay.backend.metal.driver.MetalPipeline;
import dev.assay.msl.MslBuild;
import dev.assay.spi.backend.LibraryCall;
import dev.assay.spi.data.DType;
import dev.assay.spi.error.InvalidCallException;
import dev.assay.spi.error.Problem;
import dev.assay.spi.kernel.Access;
import java.lang.foreign.Arena;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Calls of a library between encoders of a command buffer. */
class RoutineTest {
  /** y = 1000 − x. */
  private static final HostRoutine FLIP = new HostRoutine("test:flip", ranges -> {
    for (long i = 0; i < ranges.get(0).length(); i++) {
      ranges.get(1).setLong(i, 1000 - ranges.get(0).getLong(i));
    }
  });

  private static LibraryRange range(MetalBuffer buffer, long offset, long length, Access access) {
    return new LibraryRange(buffer, DType.I32, offset, length, access);
  }

  private static List<LibraryRange> whole(MetalBuffer x, MetalBuffer y) {
    return List.of(range(x, 0, x.length(), Access.READ),
        range(y, 0, y.length(), Access.WRITE_ALL));
  }

  @ParameterizedTest
  @EnumSource
  void itRunsBetweenTheEncodersAroundItInEveryOrderOfExecution(ExecutionOrder order) {
    for (MslBuild build : MslBuild.values()) {
      try (Bench bench = new Bench(build, order)) {
        MetalPipeline mix = bench.pipeline("mix");
        MetalBuffer a = bench.buffer(1, 2);
        MetalBuffer b = bench.buffer(3, 4);
        MetalBuffer mixed = bench.empty(2);
        MetalBuffer flipped = bench.empty(2);
        MetalBuffer out = bench.empty(2);
        MetalCommandBuffer commands = bench.commandBuffer();
        MetalComputeEncoder before = commands.computeEncoder();
        Bench.mix(before, mix, a, b, mixed);
        before.endEncoding();
        commands.library(FLIP, whole(mixed, flipped), "flip");
        MetalComputeEncoder after = commands.computeEncoder();
        Bench.mix(after, mix, flipped, b, out);
        after.endEncoding();
        Bench.Outcome outcome = new Bench.Outcome();
        commands.commit(outcome);

        assertThat(outcome.await().calls()).containsExactly("completed");
        assertThat(Bench.read(out)).containsExactly((1000 - 34) * 31 + 3, (1000 - 66) * 31 + 4);
      }
    }
  }

  @Test
  void aFailureCarriesItsLabel() {
    try (Bench bench = new Bench()) {
      MetalCommandBuffer commands = bench.commandBuffer();
      commands.library(new HostRoutine("test:broken", ranges -> {
        throw new IllegalStateException("no workspace");
      }), List.of(), "broken step");
      Bench.Outcome outcome = new Bench.Outcome();
      commands.commit(outcome);

      assertThat(outcome.await().calls()).containsExactly("failed broken step");
      assertThat(outcome.cause()).hasMessage("no workspace");
    }
  }

  @Test
  void itsMemoryIsNamedByRange() {
    try (Bench bench = new Bench()) {
      RoutineCall call = RoutineCall.of(bench.driver(), FLIP,
          whole(bench.buffer(1), bench.empty(1)), "flip", () -> "here");
      assertThat(call.bound()).extracting(call::name).containsExactly("range 0", "range 1");
    }
  }

  @Test
  void whatItOnlyReadsItCannotWrite() {
    try (Bench bench = new Bench()) {
      MetalBuffer x = bench.buffer(1);
      MetalCommandBuffer commands = bench.commandBuffer();
      commands.library(new HostRoutine("test:careless", ranges -> ranges.getFirst().setLong(0, 7)),
          List.of(range(x, 0, 4, Access.READ)), "careless");
      Bench.Outcome outcome = new Bench.Outcome();
      commands.commit(outcome);

      assertThat(outcome.await().succeeded()).isFalse();
      assertThat(Bench.read(x)).containsExactly(1);
    }
  }

  @ParameterizedTest
  @CsvSource({"-4, 4", "0, 12", "8, 4", "4, 9223372036854775807", "0, -1"})
  void aRangeOutsideItsBufferIsRefused(long offset, long length) {
    try (Bench bench = new Bench()) {
      MetalBuffer x = bench.buffer(1, 2);
      MetalCommandBuffer commands = bench.commandBuffer();
      assertRefused(MetalRule.BUFFER_RANGE,
          () -> commands.library(FLIP, List.of(range(x, offset, length, Access.READ)), "flip"));
      commands.discard();
    }
  }

  @Test
  void whatTheHostCannotWriteIsRefused() {
    try (Bench bench = new Bench(); Arena arena = Arena.ofShared()) {
      MetalBuffer constant =
          bench.driver().newBuffer(arena.allocate(4096, 4096).asReadOnly());
      MetalCommandBuffer commands = bench.commandBuffer();
      assertRefused(MetalRule.MEMORY_READ_ONLY,
          () -> commands.library(FLIP, List.of(range(constant, 0, 4, Access.WRITE_SOME)), "flip"));
      commands.discard();
      constant.release();
    }
  }

  @Test
  void itIsRefusedWhileAnEncoderIsOpenAndAfterTheCommit() {
    try (Bench bench = new Bench()) {
      MetalBuffer x = bench.buffer(1);
      MetalBuffer y = bench.empty(1);
      MetalCommandBuffer commands = bench.commandBuffer();
      MetalComputeEncoder encoder = commands.computeEncoder();
      assertRefused(MetalRule.ENCODER_OPEN, () -> commands.library(FLIP, whole(x, y), "flip"));
      encoder.endEncoding();
      Bench.Outcome outcome = new Bench.Outcome();
      commands.commit(outcome);
      assertRefused(MetalRule.COMMITTED, () -> commands.library(FLIP, whole(x, y), "flip"));
      outcome.await();
    }
  }

  @Test
  void itsBuffersAreInUseUntilItHasRun() {
    try (Bench bench = new Bench()) {
      MetalBuffer x = bench.driver().newBuffer(4);
      MetalBuffer y = bench.empty(1);
      MetalCommandBuffer commands = bench.commandBuffer();
      commands.library(FLIP, whole(x, y), "flip");
      x.release();
      assertRefused(MetalRule.RELEASED_USED, () -> commands.commit(new Bench.Outcome()));
      commands.discard();
    }
  }

  @Test
  void routinesAndBuffersOfOthersAreRefused() {
    try (Bench bench = new Bench(); Bench other = new Bench()) {
      LibraryCall foreign = () -> "mps:matmul";
      MetalBuffer theirs = other.buffer(1);
      MetalCommandBuffer commands = bench.commandBuffer();
      assertThat(bench.driver().libraryRefusal(foreign)).contains("HostRoutine");
      assertThat(bench.driver().libraryRefusal(FLIP)).isNull();
      assertRefused(MetalRule.FOREIGN, () -> commands.library(foreign, List.of(), "foreign"));
      assertRefused(MetalRule.FOREIGN,
          () -> commands.library(FLIP, List.of(range(theirs, 0, 4, Access.READ)), "theirs"));
      commands.discard();
    }
  }

  private static void assertRefused(MetalRule rule,
      org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
    InvalidCallException refused = catchThrowableOfType(InvalidCallException.class, call);
    assertThat(refused).isNotNull();
    assertThat(refused.problems()).extracting(Problem::code).containsOnly(rule.code());
  }
}
