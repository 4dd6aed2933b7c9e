package dev.assay.suite.apple;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.backend.metal.MetalProvider;
import dev.assay.backend.metal.apple.doubled.AppleDouble;
import dev.assay.backend.metal.apple.doubled.DoubleOptions;
import dev.assay.backend.metal.apple.doubled.EngineOptions;
import dev.assay.backend.metal.driver.MetalDriver;
import dev.assay.backend.metal.driver.MetalDriverProvider;
import dev.assay.backend.metal.driver.recording.MetalCall;
import dev.assay.backend.metal.driver.recording.RecordingDriver;
import dev.assay.msl.MslBuild;
import dev.assay.parity.Mode;
import dev.assay.parity.ParityOptions;
import dev.assay.parity.ParityRun;
import dev.assay.spi.backend.Backend;
import dev.assay.spi.data.DType;
import dev.assay.suite.parity.Catalogue;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What is proven on the host driver is the work that Apple's driver is given: the same trials give both the same stream.
 * That the messages which reach Metal are that stream, the double compares at every commit.
 */
class AppleStreamTest {
  private static final EngineOptions FAST = new EngineOptions(MslBuild.FAST, "forward", false);

  @ParameterizedTest
  @ValueSource(strings = {"assay:add", "assay:layer_norm"})
  void bothDriversAreToldTheSame(String kernel) {
    List<List<MetalCall>> apple = new ArrayList<>();
    try (AppleDouble doubled = AppleDouble.open(DoubleOptions.M2, FAST, apple::add)) {
      run(doubled.driver(), kernel);
    }
    List<List<MetalCall>> host = new ArrayList<>();
    run(new RecordingDriver(hostDriver(), host::add), kernel);

    assertThat(apple).hasSizeGreaterThan(10).isEqualTo(host);
  }

  /** Overlapped trials are left out: which memory is free again hangs on when work ends. */
  private static void run(MetalDriver driver, String kernel) {
    try (Backend backend = MetalProvider.over(driver, Catalogue.installed())) {
      assertThat(new ParityRun(backend).run(ParityOptions.ALL.withKernel(kernel)
          .withDtype(DType.F32)
          .withModes(EnumSet.complementOf(EnumSet.of(Mode.OVERLAPPED)))
          .withGenerated(2)).failures()).isEmpty();
    }
  }

  private static MetalDriver hostDriver() {
    return ServiceLoader.load(MetalDriverProvider.class)
        .stream()
        .map(ServiceLoader.Provider::get)
        .filter(each -> each.name().equals("host"))
        .findFirst()
        .orElseThrow()
        .open(Map.of("build", "fast"));
  }
}
