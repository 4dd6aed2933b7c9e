package dev.assay.backend.metal.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.backend.metal.MetalProvider;
import dev.assay.backend.metal.driver.MetalBuffer;
import dev.assay.backend.metal.driver.MetalDriver;
import dev.assay.backend.metal.driver.MetalPipeline;
import dev.assay.spi.error.UnavailableException;
import dev.assay.spi.kernel.Access;
import dev.assay.spi.provider.Availability;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The device itself: how it is found, what it says of itself, its memory. */
class HostDriverTest {
  @Test
  void itIsFoundAndSaysWhatItWouldRunOn() {
    HostDriverProvider provider = new HostDriverProvider();

    assertThat(provider.name()).isEqualTo("host");
    assertThat(provider.probe()).isInstanceOfSatisfying(Availability.Usable.class,
        usable -> assertThat(usable.device()).contains("CPU"));
    assertThat(provider.settings()).isEqualTo(Map.of("build", List.of("fast", "checked"),
        "order", List.of("forward", "reverse", "seeded")));
    // By way of discovery; without the driver the backend would say that there is none.
    assertThat(new MetalProvider().probe()).isEqualTo(provider.probe());
    assertThat(new MetalProvider().settings()).isEqualTo(provider.settings());
  }

  @Test
  void itsLimitsAreThoseOfTheProfileThatItOpensWith() {
    Availability.Usable usable = (Availability.Usable) new HostDriverProvider().probe();
    try (MetalDriver driver = new HostDriverProvider().open(Map.of())) {
      assertThat(usable.limits())
          .containsEntry("maxThreadsPerThreadgroup",
              (long) driver.profile().threads().perThreadgroup())
          .containsEntry("threadExecutionWidth", (long) driver.profile().threads().simdWidth())
          .containsEntry("maxThreadgroupMemoryLength",
              (long) driver.profile().threadgroupMemory().bytes())
          .containsEntry("maxBufferBindings", (long) driver.profile().parameters().bindings())
          .containsEntry("maxInlineConstantBytes",
              (long) driver.profile().parameters().inlineConstantBytes())
          .containsEntry("recommendedMaxWorkingSetSize", driver.memoryBudgetBytes());
      assertThat(usable.features())
          .containsEntry("indirectCommandBuffers", driver.indirectRefusal() == null)
          .containsEntry("unifiedMemory", driver.profile().memory().sharedWithHost())
          .containsEntry("residencySets", false);
    }
  }

  @Test
  void theBackendListsItWhicheverDriverIsChosen() {
    Availability own = new HostDriverProvider().probe();
    assertThat(new MetalProvider().drivers()).containsEntry("host", own);
    System.setProperty(MetalProvider.DRIVER, "apple");
    try {
      assertThat(new MetalProvider().probe()).isInstanceOf(Availability.Unavailable.class);
      assertThat(new MetalProvider().drivers()).containsEntry("host", own);
    } finally {
      System.clearProperty(MetalProvider.DRIVER);
    }
  }

  @Test
  void openedItNamesBuildAndOrder() {
    HostDriverProvider provider = new HostDriverProvider();
    try (MetalDriver driver = provider.open(Map.of())) {
      assertThat(driver.device()).contains("host driver", "fast", "forward");
    }
    try (MetalDriver driver = provider.open(Map.of("build", "checked", "order", "seeded"))) {
      assertThat(driver.device()).contains("host driver", "checked", "seeded");
    }
  }

  @Test
  void newMemoryIsPoisonedAlignedAndCountedUntilItsRelease() {
    try (Bench bench = new Bench()) {
      for (long length : new long[] {1, 3, 4096, 1_000_003}) {
        MetalBuffer buffer = bench.driver().newBuffer(length);
        assertThat(buffer.length()).isEqualTo(length);
        assertThat(buffer.contents().address() % HostBuffer.ALIGNMENT).isZero();
        assertThat(buffer.contents().toArray(ValueLayout.JAVA_BYTE)).containsOnly(0xFF);
        buffer.release();
      }
      // Twice the whole budget fits only where the first was given back.
      bench.driver().newBuffer(Bench.BUDGET).release();
      bench.driver().newBuffer(Bench.BUDGET).release();
    }
  }

  @Test
  void wholePagesOfTheHostAreUsedInPlaceAndNothingElseIs() {
    try (Bench bench = new Bench(); Arena arena = Arena.ofShared()) {
      MemorySegment pages = arena.allocate(8192, 4096);
      MetalPipeline narrow = bench.pipeline("narrow");
      MetalBuffer wrapped = bench.driver().newBuffer(pages);
      bench.run(encoder -> {
        encoder.setPipeline(narrow);
        encoder.setBuffer(wrapped, 4096, 16, Access.WRITE_ALL, 0);
        encoder.dispatch(Bench.threads(4));
      });
      wrapped.release();

      assertThat(pages.asSlice(4096, 16).toArray(ValueLayout.JAVA_INT))
          .containsExactly(0, 1, 2, 3);
      for (MemorySegment other : List.of(MemorySegment.ofArray(new byte[4096]),
          pages.asSlice(16, 4096), pages.asSlice(0, 100), pages.asSlice(0, 0))) {
        assertThatThrownBy(() -> bench.driver().newBuffer(other))
            .isInstanceOf(UnavailableException.class)
            .hasMessageContaining("4096");
      }
    }
  }
}
