package dev.assay.ops;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.spi.data.DType;
import dev.assay.spi.data.Elements;
import dev.assay.spi.kernel.CaseRandom;
import dev.assay.spi.kernel.KernelCase;
import dev.assay.spi.kernel.KernelDeclaration;
import dev.assay.spi.kernel.KernelDeclaration.InPlace;
import dev.assay.spi.kernel.Parameter;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class GeneratedCasesTest {
  /** Enough for every kernel to meet the sizes that are asked for below. */
  private static final int SEEDS_LOOKED_AT = 150;

  private static final int SEEDS_RUN = 40;

  /** For every dtype but the first, which differs in rounding and not in indexing. */
  private static final int SEEDS_RUN_AGAIN = 4;

  static List<KernelDeclaration> kernels() {
    return new OpsPlugin().kernels();
  }

  private static Stream<KernelCase> cases(KernelDeclaration kernel, DType dtype, int seeds) {
    return LongStream.range(0, seeds)
        .mapToObj(seed -> kernel.cases().generate(new CaseRandom(seed), dtype));
  }

  private static Stream<KernelCase> cases(KernelDeclaration kernel) {
    return kernel.dtypes()
        .stream()
        .flatMap(dtype -> cases(kernel, dtype,
            dtype == firstDtype(kernel) ? SEEDS_RUN : SEEDS_RUN_AGAIN));
  }

  private static DType firstDtype(KernelDeclaration kernel) {
    return kernel.dtypes().iterator().next();
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void inputsAreAsLongAsTheDeclarationSaysAndAllThere(KernelDeclaration kernel) {
    cases(kernel).forEach(input -> {
      for (Parameter parameter : kernel.parameters()) {
        switch (parameter) {
          case Parameter.Constant constant ->
              assertThat(input.constants().get(constant.name()).layout())
                  .isEqualTo(constant.layout());
          case Parameter.FunctionConstant constant ->
              assertThat(input.constants().get(constant.name()).layout())
                  .isEqualTo(constant.layout());
          case Parameter.Buffer buffer when ReferenceRun.isPresent(buffer, input)
              && buffer.access().reads() -> {
            Elements content = input.inputs().get(buffer.name());
            assertThat(content.dtype()).isEqualTo(buffer.type(input.dtype()));
            assertThat(content.length()).as("%s of %s", buffer.name(), input.label())
                .isGreaterThanOrEqualTo(ReferenceRun.touched(buffer, input));
          }
          case Parameter.Buffer buffer ->
              assertThat(input.inputs()).doesNotContainKey(buffer.name());
        }
      }
    });
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void oneSeedGivesOneCase(KernelDeclaration kernel) {
    for (DType dtype : kernel.dtypes()) {
      KernelCase once = kernel.cases().generate(new CaseRandom(7), dtype);
      KernelCase again = kernel.cases().generate(new CaseRandom(7), dtype);

      assertThat(again.label()).isEqualTo(once.label());
      assertThat(again.constants()).isEqualTo(once.constants());
      once.inputs()
          .forEach(
              (name, content) -> assertThat(again.inputs().get(name).sameBits(content)).isTrue());
    }
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void casesReachEmptyOneOddAndManyDifferentSizes(KernelDeclaration kernel) {
    Set<Long> work = new HashSet<>();
    cases(kernel, firstDtype(kernel), SEEDS_LOOKED_AT)
        .forEach(input -> work.add(ReferenceRun.evaluate(kernel.work(), input.constants())));

    assertThat(work).contains(0L, 1L).hasSizeGreaterThan(30);
    assertThat(work).anyMatch(size -> size > 1000).anyMatch(size -> size > 1 && size % 2 == 1);
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void referenceAgreesWithAnIndependentComputation(KernelDeclaration kernel) {
    cases(kernel).forEach(input -> ReferenceRun.run(kernel, input, 0x5A)
        .forEach((output, found) -> NaiveKernels.check(kernel, input, output, found)));
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void referenceWritesEveryElementOfItsOutputAndNoneOfItsInputs(KernelDeclaration kernel) {
    cases(kernel).forEach(input -> {
      Map<String, Elements> before = new LinkedHashMap<>();
      input.inputs().forEach((name, content) -> before.put(name, ReferenceRun.copy(content)));

      Map<String, Elements> first = ReferenceRun.run(kernel, input, 0x5A);
      Map<String, Elements> second = ReferenceRun.run(kernel, input, 0xC3);

      first.forEach((output, found) -> assertThat(second.get(output).sameBits(found))
          .as("%s of %s", output, input.label())
          .isTrue());
      before.forEach((name,
          content) -> assertThat(input.inputs().get(name).sameBits(content)).as(name).isTrue());
    });
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void referenceIsRightInPlaceWhereTheDeclarationAllowsIt(KernelDeclaration kernel) {
    for (InPlace pair : kernel.inPlace()) {
      long tried = cases(kernel, firstDtype(kernel), SEEDS_RUN)
          .filter(input -> ReferenceRun.evaluate(pair.condition(), input.constants()) != 0)
          .filter(input -> ReferenceRun.isPresent(kernel, pair.input(), input)
              && ReferenceRun.isPresent(kernel, pair.output(), input))
          .peek(input -> {
            Elements expected = ReferenceRun.run(kernel, input, 0x5A).get(pair.output());
            Elements shared =
                ReferenceRun.copy(input.inputs().get(pair.input())).slice(0, expected.length());
            Map<String, Elements> buffers = new LinkedHashMap<>(input.inputs());
            buffers.put(pair.input(), shared);
            buffers.put(pair.output(), shared);

            ReferenceRun.run(kernel, input, buffers);

            assertThat(shared.sameBits(expected)).as("%s in place: %s", pair, input.label())
                .isTrue();
          })
          .count();
      assertThat(tried).as("cases of %s", pair).isPositive();
    }
  }
}
