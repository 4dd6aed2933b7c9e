package dev.assay.suite.msl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.ops.OpsPlugin;
import dev.assay.parity.trial.CaseScope;
import dev.assay.spi.backend.DeviceProfile;
import dev.assay.spi.data.DType;
import dev.assay.spi.kernel.CaseRandom;
import dev.assay.spi.kernel.Expr;
import dev.assay.spi.kernel.Implementation;
import dev.assay.spi.kernel.KernelCase;
import dev.assay.spi.kernel.KernelDeclaration;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Which implementation is taken for which sizes: the first whose condition holds, as a registry chooses. */
class MslSelectionTest {
  private static final int SEEDS = 400;

  static List<KernelDeclaration> kernels() {
    return new OpsPlugin().kernels();
  }

  private static List<Implementation> implementations(KernelDeclaration kernel) {
    DType first = kernel.dtypes().iterator().next();
    return CatalogueMsl.IMPLEMENTATIONS.stream()
        .filter(each -> each.kernel().equals(kernel.name()) && each.dtype() == first)
        .toList();
  }

  private static Stream<KernelCase> cases(KernelDeclaration kernel) {
    DType first = kernel.dtypes().iterator().next();
    return LongStream.range(0, SEEDS)
        .mapToObj(seed -> kernel.cases().generate(new CaseRandom(seed), first));
  }

  private static Implementation chosen(KernelDeclaration kernel, KernelCase input) {
    return first(implementations(kernel).stream(), input);
  }

  /** What a device takes that runs the text on a CPU. */
  private static Implementation chosenOnCpu(KernelDeclaration kernel, KernelCase input) {
    return first(implementations(kernel).stream()
        .sorted(Comparator.comparing(Implementation::suitsCpu).reversed()), input);
  }

  private static boolean holds(Expr condition, KernelCase input) {
    return condition.evaluate(
        new CaseScope(input.constants(), DeviceProfile.APPLE7::fact)) != 0;
  }

  private static Implementation first(Stream<Implementation> candidates, KernelCase input) {
    return candidates.filter(each -> holds(each.condition(), input))
        .findFirst()
        .orElseThrow();
  }

  /** Nothing that threads do together is waited for where one core runs them one after the other. */
  @ParameterizedTest
  @MethodSource("kernels")
  void aCpuTakesWhatSuitsItForEveryCase(KernelDeclaration kernel) {
    if (implementations(kernel).size() > 1
        && implementations(kernel).stream().anyMatch(Implementation::suitsCpu)) {
      assertThat(cases(kernel).map(input -> chosenOnCpu(kernel, input)))
          .allMatch(Implementation::suitsCpu);
    }
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void everyCaseHasAnImplementationThatTakesIt(KernelDeclaration kernel) {
    cases(kernel).filter(input -> holds(kernel.work(), input)).forEach(input -> {
      for (Implementation each : List.of(chosen(kernel, input), chosenOnCpu(kernel, input))) {
        assertThat(each.limits()).as("%s for %s", each.name(), input.label())
            .allMatch(limit -> holds(limit.holds(), input));
      }
    });
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void everyImplementationIsChosenForSomeCase(KernelDeclaration kernel) {
    Set<String> chosen = new HashSet<>();
    cases(kernel).forEach(input -> {
      chosen.add(chosen(kernel, input).name());
      chosen.add(chosenOnCpu(kernel, input).name());
    });
    assertThat(chosen).containsExactlyInAnyOrderElementsOf(
        implementations(kernel).stream().map(Implementation::name).toList());
  }

  @ParameterizedTest
  @CsvSource({"1, 256, query", "1, 257, plain", "3, 64, query", "4, 192, tiled", "4, 193, plain",
    "4096, 128, tiled"})
  void attentionGoesByTheNumberOfQueriesAndTheWidthOfHeads(
      long queries, long headDim, String expected) {
    KernelDeclaration attention = kernels().stream()
        .filter(kernel -> kernel.name().name().equals("attention"))
        .findFirst()
        .orElseThrow();
    KernelCase some = cases(attention).findFirst().orElseThrow();
    KernelCase input = some.constant("params", some.constants()
        .get("params")
        .with("q_length", queries)
        .with("head_dim", headDim)
        .with("v_dim", 64));

    assertThat(chosen(attention, input).name()).isEqualTo(expected);
  }
}
