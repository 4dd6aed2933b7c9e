package dev.assay.suite.metal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.parity.Mode;
import dev.assay.parity.ParityOptions;
import dev.assay.parity.ParityReport;
import dev.assay.parity.ParityRun;
import dev.assay.spi.backend.Backend;
import dev.assay.spi.data.DType;
import dev.assay.spi.kernel.KernelCatalog;
import dev.assay.spi.kernel.KernelDeclaration;
import dev.assay.suite.parity.Catalogue;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The catalogue on the Metal backend over the host driver, checked: every kernel and implementation in every mode, for the
 * kernel's first dtype and one other, in turn. {@code assay parity --backend metal} runs all dtypes, which compiles for
 * minutes.
 */
class MetalParityTest {
  private static Backend backend;

  @BeforeAll
  static void open() {
    backend = HostMetal.checked("forward");
  }

  @AfterAll
  static void close() {
    backend.close();
  }

  static Stream<Arguments> kernels() {
    List<KernelDeclaration> kernels = Catalogue.installed()
        .kernels()
        .stream()
        .map(KernelCatalog.Kernel::declaration)
        .toList();
    return IntStream.range(0, kernels.size())
        .mapToObj(i -> Arguments.of(Named.of(kernels.get(i).name().toString(), kernels.get(i)),
            other(kernels.get(i), i)));
  }

  /** A dtype that is not the first, another one for each kernel. */
  private static DType other(KernelDeclaration kernel, int turn) {
    List<DType> dtypes = List.copyOf(kernel.dtypes());
    return dtypes.size() == 1 ? dtypes.getFirst() : dtypes.get(1 + turn % (dtypes.size() - 1));
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void everyImplementationAgreesInEveryMode(KernelDeclaration kernel, DType other) {
    ParityOptions options = ParityOptions.ALL.withKernel(kernel.name().toString());
    DType first = kernel.dtypes().iterator().next();
    check(new ParityRun(backend).run(options.withDtype(first)));
    if (other != first) {
      check(new ParityRun(backend).run(options.withDtype(other).withGenerated(1)));
    }
  }

  /** Results must not hang on the order in which threads run; what they share is where they could. */
  @ParameterizedTest
  @CsvSource({"reverse, softmax", "reverse, matmul", "reverse, attention", "reverse, cumsum",
    "seeded, layer_norm", "seeded, matmul", "seeded, reduce_sum", "seeded, top_k"})
  void theOrderOfThreadsDoesNotMatter(String order, String kernel) {
    try (Backend other = HostMetal.checked(order)) {
      check(new ParityRun(other).run(ParityOptions.ALL.withKernel("assay:" + kernel)
          .withDtype(DType.F32)
          .withModes(Set.of(Mode.DIRECT, Mode.OVERLAPPED))));
    }
  }

  private static void check(ParityReport report) {
    assertThat(report.failures()).isEmpty();
    assertThat(report.skipped()).isEmpty();
    assertThat(report.untried()).isEmpty();
    assertThat(report.executed()).isPositive().isEqualTo(report.passed());
    assertThat(report.device()).contains("host driver", "checked");
  }
}
