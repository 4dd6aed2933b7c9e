package dev.assay.msl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.msl.reader.MslSource;
import dev.assay.spi.error.AssayException;
import dev.assay.spi.error.DeviceException;
import dev.assay.spi.error.ErrorCode;
import dev.assay.spi.kernel.Access;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each mistake that a checked build finds, in a kernel whose faulty statement stands on line 9. */
class CheckedBuildTest {
  private static MslDispatch dispatch(String statement) {
    return dispatch(
        statement, MemorySegment.ofArray(new int[64]), MemorySegment.ofArray(new int[64]));
  }

  private static MslDispatch dispatch(String statement, MemorySegment out, MemorySegment in) {
    String text = """
        #include <metal_stdlib>
        using namespace metal;
        kernel void faulty(device int* out [[buffer(0)]], device const int* in [[buffer(1)]],
            uint i [[thread_position_in_grid]], uint t [[thread_index_in_threadgroup]]) {
          threadgroup int first[64];
          threadgroup int second[64];
          first[t] = second[t] = 0;
          threadgroup_barrier(mem_flags::mem_threadgroup);
          %s
          out[i] = in[i] + first[t] + second[t];
        }
        """.formatted(statement);
    return Fixture.runtime(MslBuild.CHECKED)
        .kernel(MslSource.of("faulty.metal", text), "faulty")
        .dispatch()
        .bind("out", out)
        .bind("in", in)
        .timeLimit(Duration.ofSeconds(1));
  }

  static Stream<Arguments> mistakes() {
    return Stream.of(
        mistake("t += in[i + 1];", MslCodes.OUT_OF_BOUNDS_READ, "(63, 0, 0)", "'in', byte 256"),
        mistake("t += in[int(i) - 1];", MslCodes.OUT_OF_BOUNDS_READ, "(0, 0, 0)", "'in', byte -4"),
        mistake("if (t == 63) out[i + 1] = 1;", MslCodes.OUT_OF_BOUNDS_WRITE, "(63, 0, 0)",
            "'out', byte 256"),
        mistake("if (t == 63) first[t + 1] = 1;", MslCodes.OUT_OF_BOUNDS_WRITE, "(63, 0, 0)",
            "threadgroup array 0, byte 256"),
        mistake("((device int*)in)[i] = 3;", MslCodes.READ_ONLY_WRITE, "(0, 0, 0)", "'in', byte 0"),
        mistake("if (t == 5) out[0] = 1;", MslCodes.RACE, "(5, 0, 0)", "'out', byte 0"),
        mistake("first[t / 2] = 1;", MslCodes.RACE, "(1, 0, 0)", "threadgroup array 0, byte 0"),
        // Who read first writes; that it alone is remembered would hide the others.
        mistake("t += simd_sum(first[0]); if (t == 32) first[0] = 5;", MslCodes.RACE,
            "(32, 0, 0)", "threadgroup array 0, byte 0"),
        mistake("t += simd_sum(first[0]); if (t == 0) first[0] = 5;", MslCodes.RACE,
            "(0, 0, 0)", "threadgroup array 0, byte 0"),
        // One place that leads to both buffers in turn.
        mistake("device int* p = t % 2 ? out : (device int*)in; t += p[i + (i == 63)];",
            MslCodes.OUT_OF_BOUNDS_READ, "(63, 0, 0)", "'out', byte 256"),
        mistake("threadgroup int raw[8]; t += raw[t % 8];", MslCodes.UNINITIALISED_READ,
            "(0, 0, 0)",
            "threadgroup array"),
        mistake("out[i] = 1; threadgroup_barrier(mem_flags::mem_threadgroup); t += out[63 - i];",
            MslCodes.RACE, "(0, 0, 0)", "'out', byte 252"),
        mistake("first[t] = 1; threadgroup_barrier(mem_flags::mem_device); t += first[63 - t];",
            MslCodes.RACE,
            "(0, 0, 0)", "threadgroup array 0, byte 252"),
        mistake("if (t > 40) threadgroup_barrier(mem_flags::mem_none);", MslCodes.DIVERGENT_BARRIER,
            "(41, 0, 0)", "faulty"),
        mistake("while (in[i] == 0) {}", MslCodes.TIME_LIMIT, "(0, 0, 0)", "faulty"),
        mistake("for (volatile int k = 1; k; ) {}", MslCodes.TIME_LIMIT, "(0, 0, 0)", "faulty"),
        mistake("if (t < 4) t += simd_shuffle(t, 9);", MslCodes.MISSING_LANE, "(0, 0, 0)",
            "faulty"));
  }

  private static Arguments mistake(String statement, ErrorCode code, String thread, String memory) {
    return Arguments.of(statement, code, thread, memory);
  }

  @ParameterizedTest
  @MethodSource("mistakes")
  void aMistakeNamesKernelThreadMemoryAndLine(
      String statement, ErrorCode code, String thread, String memory) {
    MslDispatch dispatch = dispatch(statement);
    boolean raceAtEnd = statement.startsWith("if (t == 5) out");
    assertThatThrownBy(() -> dispatch.threads(64, 64))
        .isInstanceOfSatisfying(
            DeviceException.class,
            e -> {
              assertThat(e.code()).isEqualTo(code);
              assertThat(e.problems().getFirst().what()).contains("'faulty'").contains(memory);
              assertThat(e.problems().getFirst().where())
                  .contains(raceAtEnd ? "faulty.metal:" : "faulty.metal:9:")
                  .contains("thread " + thread);
            });
  }

  /** A barrier orders the memory that its flags name, and no other. */
  @ParameterizedTest
  @ValueSource(strings = {
    "out[i] = 1; threadgroup_barrier(mem_flags::mem_device); t += out[63 - i];",
    "out[i] = 1; threadgroup_barrier(mem_flags::mem_device_and_threadgroup); t += out[63 - i];",
    "first[t] = 1; threadgroup_barrier(mem_flags::mem_threadgroup); t += first[63 - t];",
    "out[i] = 1; threadgroup_barrier(mem_flags::mem_device);"
        + " threadgroup_barrier(mem_flags::mem_threadgroup); t += out[63 - i] + first[63 - t];"})
  void whatABarrierNamesIsOrdered(String statement) {
    // What follows writes again where others have read.
    dispatch(statement + " t %= 64; threadgroup_barrier(mem_flags::mem_device_and_threadgroup);")
        .threads(64, 64);
  }

  @Test
  void aRightKernelRaisesNothing() {
    dispatch("first[t] += in[63 - t]; simdgroup_barrier(mem_flags::mem_none);").threads(64, 64);
  }

  @Test
  void anOutputMustBeWrittenBeforeItIsRead() {
    MslDispatch dispatch = dispatch("out[i] += 1;").access("out", Access.WRITE_SOME);
    assertThatThrownBy(() -> dispatch.threads(64, 64))
        .isInstanceOfSatisfying(
            DeviceException.class,
            e -> assertThat(e.code()).isEqualTo(MslCodes.UNINITIALISED_READ));
  }

  @Test
  void whatIsDeclaredToBeWrittenWholeMustBe() {
    dispatch("").access("out", Access.WRITE_ALL).threads(64, 64);
    MslDispatch dispatch = dispatch("if (t == 37) return;").access("out", Access.WRITE_ALL);
    assertThatThrownBy(() -> dispatch.threads(64, 64))
        .isInstanceOfSatisfying(
            DeviceException.class,
            e -> {
              assertThat(e.code()).isEqualTo(MslCodes.INCOMPLETE_WRITE);
              assertThat(e.getMessage()).contains("'faulty'", "'out'", "256 bytes", "byte 148");
            });
  }

  @Test
  void whatIsDeclaredReadIsNotWritten() {
    MslDispatch dispatch = dispatch("").access("out", Access.READ);
    assertThatThrownBy(() -> dispatch.threads(64, 64))
        .isInstanceOfSatisfying(
            DeviceException.class,
            e -> assertThat(e.code()).isEqualTo(MslCodes.READ_ONLY_WRITE));
  }

  @Test
  void aFastBuildTellsAfterwardsOfAWriteBesideABuffer() {
    for (String index : List.of("64", "-1")) {
      MslSource source = MslSource.of("beside.metal",
          "kernel void beside(device int* out [[buffer(0)]]) { out[" + index + "] = 1; }");
      MslDispatch dispatch =
          Fixture.runtime(MslBuild.FAST)
              .kernel(source, "beside")
              .dispatch()
              .bind("out", new int[64]);
      assertThatThrownBy(() -> dispatch.threads(1, 1))
          .isInstanceOfSatisfying(
              DeviceException.class,
              e -> {
                assertThat(e.code()).isEqualTo(MslCodes.OUT_OF_BOUNDS_WRITE);
                assertThat(e.getMessage()).contains("'beside'", "'out'");
              });
    }
  }

  @Test
  void threadgroupsThatTouchTheSameWordRace() {
    MslDispatch dispatch = dispatch("if (t == 0) out[7] = int(i);");
    assertThatThrownBy(() -> dispatch.threads(64, 1))
        .isInstanceOfSatisfying(
            DeviceException.class, e -> assertThat(e.code()).isEqualTo(MslCodes.RACE));
  }

  @Test
  void threadsRaceThroughViewsThatOverlap() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment memory = arena.allocate(144, 64);
      for (int order : new int[] {0, 1, 5}) {
        MslDispatch dispatch = dispatch("", memory.asSlice(0, 128), memory.asSlice(16, 128));
        assertThatThrownBy(() -> dispatch.order(order).threads(32, 32)).as("order " + order)
            .isInstanceOfSatisfying(
                DeviceException.class, e -> assertThat(e.code()).isEqualTo(MslCodes.RACE));
      }
    }
  }

  @Test
  void aSimdgroupBarrierOrdersItsLanes() {
    dispatch("first[t] = 1; simdgroup_barrier(mem_flags::mem_threadgroup); t += first[t ^ 1] - 1;")
        .threads(64, 64);
  }

  @Test
  void neighbouringBytesOfOneWordDoNotRace() {
    dispatch("((device char*)out)[i] = 1; if (t < 64) return;").threads(16, 16);
  }

  @Test
  void anEndlessKernelLeavesTheRuntimeUsable() {
    MslDispatch endless = dispatch("while (in[i] == 0) {}");
    assertThatThrownBy(() -> endless.threads(64, 64)).isInstanceOf(AssayException.class);
    dispatch("first[t] += 0;").threads(64, 64);
  }
}
