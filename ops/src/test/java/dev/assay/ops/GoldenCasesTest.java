package dev.assay.ops;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.spi.data.Elements;
import dev.assay.spi.kernel.GoldenCase;
import dev.assay.spi.kernel.KernelDeclaration;
import dev.assay.spi.kernel.Tolerance;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class GoldenCasesTest {
  static Stream<Arguments> goldenCases() {
    return new OpsPlugin().kernels()
        .stream()
        .flatMap(kernel -> kernel.goldenCases()
            .stream()
            .map(golden -> Arguments.argumentSet(kernel + ": " + golden.input().label(), kernel,
                golden)));
  }

  @ParameterizedTest
  @MethodSource("goldenCases")
  void referenceGivesTheValuesThatCameFromElsewhere(KernelDeclaration kernel, GoldenCase golden) {
    Map<String, Elements> outputs = ReferenceRun.run(kernel, golden.input(), 0x5A);

    assertThat(outputs.keySet()).isEqualTo(golden.expected().keySet());
    Tolerance tolerance = kernel.tolerance(golden.input().dtype());
    long reduced = ReferenceRun.evaluate(kernel.reducedLength(), golden.input().constants());
    golden.expected()
        .forEach((output, expected) -> Closeness.assertClose(
            output, outputs.get(output), expected, value -> tolerance.bound(value, reduced)));
  }
}
