package dev.assay.suite.apple;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.backend.metal.MetalProvider;
import dev.assay.backend.metal.apple.doubled.AppleDouble;
import dev.assay.backend.metal.apple.doubled.DoubleOptions;
import dev.assay.backend.metal.apple.doubled.EngineOptions;
import dev.assay.msl.MslBuild;
import dev.assay.parity.Mode;
import dev.assay.parity.ParityOptions;
import dev.assay.parity.ParityReport;
import dev.assay.parity.ParityRun;
import dev.assay.spi.backend.Backend;
import dev.assay.spi.data.DType;
import dev.assay.spi.kernel.KernelDeclaration;
import dev.assay.spi.kernel.KernelName;
import dev.assay.suite.parity.Catalogue;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The catalogue on the Metal backend over the Apple driver, whose every message the double judges and the host driver
 * executes. By default some kernels in every mode, by fast code: how kernels compute is proven elsewhere. With {@code
 * -Dassay.suite.apple=all} every kernel, dtype and implementation, by checked code, as {@code assay parity --mode all}
 * has it, which takes a quarter of an hour.
 */
class AppleParityTest {
  private static final boolean ALL = "all".equals(System.getProperty("assay.suite.apple"));

  /** Of one dispatch and of many, with inline constants and with none, with threadgroup memory, with several inputs. */
  private static final List<String> SOME =
      List.of("assay:add", "assay:softmax", "assay:layer_norm", "assay:top_k");

  private static final AtomicLong EXECUTED = new AtomicLong();
  private static final AtomicLong PASSED = new AtomicLong();

  private static final EngineOptions FAST = new EngineOptions(MslBuild.FAST, "forward", false);

  @AfterAll
  static void tell() {
    System.out.println("parity with the Apple driver over the double: " + EXECUTED + " executed, "
        + PASSED + " passed");
  }

  static Stream<Named<KernelDeclaration>> kernels() {
    return Catalogue.installed()
        .kernels()
        .stream()
        .map(kernel -> kernel.declaration())
        .filter(kernel -> ALL || SOME.contains(kernel.name().toString()))
        .map(kernel -> Named.of(kernel.name().toString(), kernel));
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void everyImplementationAgreesInEveryMode(KernelDeclaration kernel) {
    if (ALL) {
      check(DoubleOptions.M2, EngineOptions.STRICT.withoutTextCheck(),
          ParityOptions.ALL.withKernel(kernel.name().toString()));
    } else {
      check(DoubleOptions.M2, FAST, few(kernel));
    }
  }

  /** Where every buffer is named to the encoder, and where no pipeline need be set before. */
  @ParameterizedTest
  @ValueSource(strings = {"Apple M1 (double)", "Apple M4 (double)"})
  void otherChipsAndSystemsAgree(String name) {
    DoubleOptions options = Stream.of(DoubleOptions.OLD_M1, DoubleOptions.M4)
        .filter(each -> each.name().equals(name))
        .findFirst()
        .orElseThrow();
    KernelDeclaration kernel = Catalogue.installed().declaration(KernelName.of("assay:softmax"));
    check(options, FAST, few(kernel).withModes(EnumSet.of(Mode.INDIRECT, Mode.OVERLAPPED)));
  }

  private static ParityOptions few(KernelDeclaration kernel) {
    DType first = kernel.dtypes().iterator().next();
    return ParityOptions.ALL.withKernel(kernel.name().toString())
        .withDtype(first)
        .withModes(Set.of(Mode.values()))
        .withGenerated(1);
  }

  private static void check(DoubleOptions options, EngineOptions engine, ParityOptions parity) {
    try (AppleDouble apple = AppleDouble.open(options, engine, calls -> {})) {
      try (Backend backend = MetalProvider.over(apple.driver(), Catalogue.installed())) {
        ParityReport report = new ParityRun(backend).run(parity);

        EXECUTED.addAndGet(report.executed());
        PASSED.addAndGet(report.passed());
        assertThat(report.failures()).isEmpty();
        assertThat(report.skipped()).isEmpty();
        assertThat(report.executed()).isPositive().isEqualTo(report.passed());
        assertThat(report.device()).contains(options.name(), "Apple driver");
      }
    }
  }
}
