package dev.assay.suite.parity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.backend.referencecpu.ReferenceCpuProvider;
import dev.assay.parity.Mode;
import dev.assay.parity.ParityOptions;
import dev.assay.parity.ParityRun;
import dev.assay.spi.backend.Backend;
import dev.assay.spi.data.DType;
import dev.assay.spi.kernel.GoldenCase;
import dev.assay.spi.kernel.KernelCatalog;
import dev.assay.spi.kernel.KernelDeclaration;
import dev.assay.spi.kernel.Parameter;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Kernels that are wrong on purpose: the kit must find each. */
class MutantsTest {
  private static final ParityOptions GOLDEN =
      ParityOptions.ALL.withModes(Set.of(Mode.DIRECT)).withGenerated(0);

  /** On generated cases nothing is allowed for rounding, so these find what golden cases are too near to see. */
  private static final ParityOptions EXACT = GOLDEN.withGenerated(3);

  static List<KernelDeclaration> kernels() {
    return ModeMatrixTest.kernels();
  }

  /** The kernel as it is declared, with another meaning. */
  private static KernelCatalog mutated(KernelDeclaration kernel, MutationOperator operator) {
    KernelDeclaration.Builder wrong = KernelDeclaration.named(kernel.name().toString())
        .work(kernel.work().toString())
        .reducedLength(kernel.reducedLength().toString())
        .cases(kernel.cases())
        .reference(dispatch -> operator.run(kernel, dispatch));
    for (Parameter parameter : kernel.parameters()) {
      switch (parameter) {
        case Parameter.Constant constant -> wrong.constant(constant.name(), constant.layout());
        case Parameter.FunctionConstant constant ->
            wrong.functionConstant(constant.name(), constant.type());
        case Parameter.Buffer buffer -> {
          String elements = buffer.elements().toString();
          if (buffer.fixedType() == null) {
            wrong.buffer(buffer.name(), buffer.access(), elements);
          } else {
            wrong.buffer(buffer.name(), buffer.fixedType(), buffer.access(), elements);
          }
          if (buffer.gate() != null) {
            wrong.gatedBy(buffer.gate());
          }
        }
      }
    }
    kernel.inPlace()
        .forEach(pair -> wrong.inPlace(pair.output(), pair.input(), pair.condition().toString()));
    for (DType dtype : kernel.dtypes()) {
      wrong.dtype(dtype, kernel.tolerance(dtype));
    }
    for (GoldenCase golden : kernel.goldenCases()) {
      wrong.golden(golden);
    }
    return KernelCatalog.builder().kernel(wrong.build(), operator.name()).build();
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void everyWrongKernelIsFoundByTheRightOnesResults(KernelDeclaration kernel) {
    DType dtype = kernel.goldenCases().getFirst().input().dtype();
    assertThat(operators(kernel)).hasSizeGreaterThanOrEqualTo(5).allSatisfy(operator -> {
      try (Backend backend = new ReferenceCpuProvider().open(mutated(kernel, operator))) {
        ParityRun run = new ParityRun(backend).expecting(Catalogue.installed());
        assertThat(passes(run, GOLDEN, kernel)
            && passes(run, EXACT.withDtype(dtype), kernel))
            .as("%s passes with %s", kernel, operator)
            .isFalse();
      }
    });
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void everyWrongOracleIsFoundByItsGoldenCases(KernelDeclaration kernel) {
    assertThat(operators(kernel)).filteredOn(MutationOperator::isCoarse)
        .hasSizeGreaterThanOrEqualTo(5)
        .allSatisfy(operator -> {
          try (
              Backend backend = new ReferenceCpuProvider().open(mutated(kernel, operator))) {
            assertThat(passes(new ParityRun(backend), GOLDEN, kernel))
                .as("%s passes with %s", kernel, operator)
                .isFalse();
          }
        });
  }

  private static boolean passes(ParityRun run, ParityOptions options, KernelDeclaration kernel) {
    return run.run(options.withKernel(kernel.name().toString())).isPassed();
  }

  private static Stream<MutationOperator> operators(KernelDeclaration kernel) {
    return Stream.of(MutationOperator.values()).filter(each -> each.appliesTo(kernel));
  }
}
