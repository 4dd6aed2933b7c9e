package dev.assay.benchmarks.msl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.assay.msl.CacheLocation;
import dev.assay.msl.MslBuild;
import dev.assay.msl.MslRuntime;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** That everything is measured that the figures list; what the numbers are is for a quiet machine. */
class MslSpeedTest {
  private static final Path CACHE = CacheLocation.resolve(System.getenv()).toAbsolutePath();

  @Test
  void everyMeasurementIsTaken() throws IOException, InterruptedException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8)) {
      new MslSpeed(CACHE, 1, out).run(4099);
    }
    String text = bytes.toString(StandardCharsets.UTF_8);
    for (SpeedKernel kernel : SpeedKernel.values()) {
      assertThat(text).containsPattern(
          Pattern.quote(kernel.title) + " \\| \\d+\\.\\d+ \\(.*\\| \\d+\\.\\d");
    }
    assertThat(text).contains("geometric mean", "over 4099 floats", "CHECKED build", "FAST build");
  }

  @Test
  void bothBuildsComputeTheTreeReduction() {
    for (MslBuild build : MslBuild.values()) {
      try (MslRuntime runtime = MslRuntime.open(build, CACHE); Arena arena = Arena.ofShared()) {
        MemorySegment x = SpeedKernel.floats(arena, 1024);
        MemorySegment out = arena.allocate(4);
        runtime.kernel(SpeedKernel.source(), "tree_sum")
            .dispatch()
            .bind("x", x)
            .bind("out", out)
            .threads(256, 256);
        double sum = 0;
        for (int i = 0; i < 1024; i++) {
          sum += x.getAtIndex(ValueLayout.JAVA_FLOAT, i);
        }
        assertThat((double) out.get(ValueLayout.JAVA_FLOAT, 0))
            .isCloseTo(sum, within(1e-3));
      }
    }
  }
}
