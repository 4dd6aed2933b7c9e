package dev.assay.backend.metal.apple.doubled;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.backend.metal.apple.AppleSettings;
import dev.assay.backend.metal.driver.MetalBuffer;
import dev.assay.backend.metal.driver.MetalComputeEncoder;
import dev.assay.backend.metal.driver.MetalDriver;
import dev.assay.backend.metal.driver.MetalIndirectCommandBuffer;
import dev.assay.backend.metal.driver.MetalLibrary;
import dev.assay.backend.metal.driver.MetalPipeline;
import dev.assay.msl.reader.MslSource;
import dev.assay.msl.reader.text.SourcePart;
import dev.assay.spi.error.InvalidInputException;
import dev.assay.spi.kernel.Access;
import dev.assay.spi.kernel.MathMode;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The Apple driver runs kernels over the double, from text to results. */
class DriverTest {
  /** Each system and way of residency that the driver tells apart. */
  static Stream<Arguments> systems() {
    return Stream.of(Arguments.of(DoubleOptions.M2, Map.of("archive", "off")),
        Arguments.of(DoubleOptions.M2, Map.of("archive", "off", "residency", "use")),
        Arguments.of(DoubleOptions.M2, Map.of("archive", "off", "labels", "on")),
        Arguments.of(DoubleOptions.OLD_M1, Map.of("archive", "off")),
        Arguments.of(DoubleOptions.M4, Map.of("archive", "off")));
  }

  @ParameterizedTest
  @MethodSource("systems")
  void aDispatchRunsDirectly(DoubleOptions options, Map<String, String> settings) {
    try (AppleDouble apple = AppleDouble.open(options);
        Work work = new Work(apple.driver(AppleSettings.of(settings), null))) {
      MetalBuffer x = work.buffer(1, 2, 3, 4, 5);
      MetalBuffer y = work.buffer(0, 0, 0, 0, 0);

      Outcome outcome = work.run(encoder -> {
        encoder.setPipeline(work.pipeline("scale", false));
        encoder.setBuffer(x, 0, 20, Access.READ, 0);
        encoder.setBuffer(y, 0, 20, Access.WRITE_ALL, 1);
        encoder.setBytes(MemorySegment.ofArray(new int[] {10}), 4, 2);
        encoder.dispatch(Work.threads(5));
      });

      assertThat(outcome.success()).isPositive();
      assertThat(Work.read(y)).containsExactly(10, 20, 30, 40, 50);
    }
  }

  @ParameterizedTest
  @MethodSource("systems")
  void commandsRunIndirectlyAsOftenAsTheyAreExecuted(DoubleOptions options,
      Map<String, String> settings) {
    try (AppleDouble apple = AppleDouble.open(options);
        Work work = new Work(apple.driver(AppleSettings.of(settings), null))) {
      MetalBuffer x = work.buffer(1, 2, 3, 4);
      MetalBuffer factor = work.buffer(3);
      MetalBuffer y = work.buffer(0, 0, 0, 0);
      MetalIndirectCommandBuffer commands = work.indirect(3, "scale", "scale");
      scale(commands, 0, x, y, factor);
      scale(commands, 1, y, x, factor);
      commands.setBarrier(1);

      for (int i = 0; i < 2; i++) {
        assertThat(work.run(encoder -> encoder.executeCommands(commands, 0, 2)).failure())
            .isNull();
      }

      assertThat(Work.read(x)).containsExactly(81, 162, 243, 324);
      assertThat(apple.controls().touches()).isEqualTo(options.appleFamily() < 9 ? 4 : 0);
    }
  }

  private static void scale(MetalIndirectCommandBuffer commands, int command, MetalBuffer from,
      MetalBuffer to, MetalBuffer factor) {
    commands.setBuffer(command, from, 0, 16, Access.READ, 0);
    commands.setBuffer(command, to, 0, 16, Access.WRITE_ALL, 1);
    commands.setBuffer(command, factor, 0, 4, Access.READ, 2);
    commands.dispatch(command, Work.threads(4), "scale");
  }

  /** More than the driver collects before it passes calls on, so that places of bytes begin anew in the middle. */
  @ParameterizedTest
  @ValueSource(strings = {"off", "on"})
  void eachOfManyDispatchesHasItsOwnConstant(String labels) {
    int count = 1500;
    try (AppleDouble apple = AppleDouble.open(DoubleOptions.M4);
        Work work = new Work(apple.driver(
            AppleSettings.of(Map.of("archive", "off", "labels", labels)), null))) {
      MetalBuffer x = work.buffer(1);
      MetalBuffer y = work.buffer(new int[count]);
      MetalPipeline scale = work.pipeline("scale", false);

      Outcome outcome = work.run(encoder -> {
        for (int i = 0; i < count; i++) {
          encoder.setPipeline(scale);
          encoder.setBuffer(x, 0, 4, Access.READ, 0);
          encoder.setBuffer(y, 4L * i, 4, Access.WRITE_ALL, 1);
          encoder.setBytes(MemorySegment.ofArray(new int[] {i + 1}), 4, 2);
          if (labels.equals("on")) {
            encoder.label("dispatch " + i);
          }
          encoder.dispatch(Work.threads(1));
        }
      });

      assertThat(outcome.failure()).isNull();
      assertThat(Work.read(y)).containsExactly(IntStream.rangeClosed(1, count).toArray());
    }
  }

  @Test
  void whatTheDevicesCompilerSaysNamesTheAuthorsLine() {
    try (AppleDouble apple = AppleDouble.open(DoubleOptions.M2);
        MetalDriver driver = apple.driver()) {
      MslSource source = new MslSource(
          List.of(SourcePart.of("one.metal", "#include <metal_stdlib>\n"),
              SourcePart.of("two.metal", "using namespace metal;\nkernel void k(nonsense x) {}\n")),
          MslSource.of().includes(), Map.of("N", "4"), MslSource.of().metalVersion());

      assertThatThrownBy(() -> {
        MetalLibrary library = driver.newLibrary("lib", source, MathMode.SAFE);
        library.release();
      }).isInstanceOf(InvalidInputException.class).hasMessageContaining("two.metal:2:");
    }
  }

  @Test
  void aCommandBufferThatFailsSaysWhyAndNoneFollowsIt() {
    AppleDouble apple = AppleDouble.open(DoubleOptions.M2);
    Work work = new Work(apple.driver());
    MetalBuffer x = work.buffer(1, 2, 3, 4);
    apple.controls().failCommit(1, "the GPU was lost");

    assertThat(work.run(encoder -> copy(work, encoder, x)).failure())
        .hasMessageContaining("the GPU was lost");
    assertThat(work.run(encoder -> copy(work, encoder, x)).failure())
        .hasMessageContaining("an earlier command buffer");

    work.close();
    apple.close();
  }

  private static void copy(Work work, MetalComputeEncoder encoder, MetalBuffer x) {
    encoder.setPipeline(work.pipeline("twice", false));
    encoder.setBuffer(x, 0, 16, Access.READ_WRITE, 0);
    encoder.dispatch(Work.threads(4));
  }

  @Test
  void pipelinesAreFoundInTheArchiveOfTheProcessBefore(@TempDir Path archives) {
    try (AppleDouble apple = AppleDouble.open(DoubleOptions.M2)) {
      // The library is compiled in each process, device code in the first.
      assertThat(compiled(apple, archives)).isEqualTo(2);
      assertThat(compiled(apple, archives)).isEqualTo(1);
    }
  }

  private static long compiled(AppleDouble apple, Path archives) {
    MetalDriver driver = apple.driver(AppleSettings.of(Map.of()), archives);
    try (Work work = new Work(driver)) {
      work.pipeline("scale", false);
      return driver.compileCount();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "not an archive"})
  void aDamagedArchiveIsWrittenAnew(String damage, @TempDir Path archives) throws IOException {
    try (AppleDouble apple = AppleDouble.open(DoubleOptions.M2)) {
      compiled(apple, archives);
      try (Stream<Path> files = Files.list(archives)) {
        Files.writeString(files.findFirst().orElseThrow(), damage);
      }

      assertThat(compiled(apple, archives)).isEqualTo(2);
      assertThat(compiled(apple, archives)).isEqualTo(1);
    }
  }

  @Test
  void aBufferThatIsTooLargeIsRefusedByNil() {
    try (AppleDouble apple = AppleDouble.open(DoubleOptions.M2);
        Work work = new Work(apple.driver())) {
      apple.controls().fail("newBufferWithLength:options:", 1, null);

      assertThatThrownBy(() -> work.buffer(1))
          .hasMessageContaining("Metal has no room for a buffer of 4 bytes");
      assertThat(Work.read(work.buffer(7))).containsExactly(7);
    }
  }

  /** Closing the double fails where an object is left. */
  @Test
  void anIndirectCommandThatIsNilIsRefusedAndLeavesNothing() {
    try (AppleDouble apple = AppleDouble.open(DoubleOptions.M2);
        Work work = new Work(apple.driver())) {
      work.pipeline("scale", true);
      apple.controls().fail("indirectComputeCommandAtIndex:", 1, null);

      assertThatThrownBy(() -> work.indirect(3, "scale", "scale"))
          .hasMessageContaining("indirect command");
      assertThat(work.indirect(3, "scale", "scale")).isNotNull();
    }
  }
}
