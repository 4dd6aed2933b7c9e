package dev.assay.parity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.backend.referencecpu.ReferenceCpuProvider;
import dev.assay.spi.backend.Backend;
import dev.assay.spi.data.DType;
import dev.assay.spi.error.Codes;
import dev.assay.spi.error.InvalidCallException;
import dev.assay.spi.kernel.Geometry;
import dev.assay.spi.kernel.Implementation;
import dev.assay.spi.kernel.KernelCatalog;
import dev.assay.spi.kernel.KernelDeclaration;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ParityRunTest {
  private static final ParityOptions DIRECT = ParityOptions.ALL.withModes(Set.of(Mode.DIRECT));

  private static ParityReport run(ParityOptions options, KernelDeclaration... kernels) {
    return run(options, TestKernels.catalog(kernels));
  }

  private static ParityReport run(ParityOptions options, KernelCatalog catalog) {
    try (Backend backend = new ReferenceCpuProvider().open(catalog)) {
      return new ParityRun(backend).run(options);
    }
  }

  private static Implementation implementation(String name) {
    return Implementation.msl("test:triple", name, DType.F32, "kernel void triple() {}", "triple",
        Geometry.threads("length", "32"));
  }

  @Test
  void aRunThatExecutesNothingHasFailed() {
    ParityReport report = run(DIRECT.withDtype(DType.F16), TestKernels.triple());

    assertThat(report.executed()).isZero();
    assertThat(report.isPassed()).isFalse();
    assertThat(report.failures()).extracting(ParityReport.Failure::kind)
        .containsExactly("nothing-executed");
  }

  @Test
  void aKernelWhoseResultsCouldAllComeFromNoWorkProvesNothing() {
    ParityReport report =
        run(DIRECT, TestKernels.elementwise("test:zero", x -> 0, 3));

    assertThat(report.isPassed()).isFalse();
    assertThat(report.failures()).extracting(ParityReport.Failure::kind)
        .containsExactly("suspicious");
  }

  @Test
  void aSampleRunsOneCaseOfEachKernelThatProvesSomething() {
    ParityReport report = sample(TestKernels.triple(), TestKernels.coarse());

    assertThat(report.executed()).isEqualTo(2);
    assertThat(report.passed()).isEqualTo(2);
    assertThat(report.modes()).containsExactly(Mode.DIRECT);
    assertThat(report.casesByKernel().values()).containsOnly(1);
  }

  @Test
  void aSampleFindsAKernelThatIsWrongAndOneThatProvesNothing() {
    ParityReport wrong =
        sample(TestKernels.triple(), TestKernels.elementwise("test:short", x -> 3 * x, 2));
    assertThat(wrong.executed()).isEqualTo(2);
    assertThat(wrong.failed()).isEqualTo(1);
    assertThat(wrong.failures()).allSatisfy(
        failure -> assertThat(failure.trial()).startsWith("test:short (f32), golden"));

    ParityReport idle = sample(TestKernels.elementwise("test:zero", x -> 0, 3));
    assertThat(idle.isPassed()).isFalse();
    assertThat(idle.failures()).extracting(ParityReport.Failure::kind).contains("suspicious");
  }

  private static ParityReport sample(KernelDeclaration... kernels) {
    try (Backend backend = new ReferenceCpuProvider().open(TestKernels.catalog(kernels))) {
      return new ParityRun(backend).sample();
    }
  }

  @Test
  void anExpectedFailureThatPassesIsAFailure() {
    ParityReport report =
        run(DIRECT.withExpectedFailures(Set.of("test:triple*")), TestKernels.triple());

    assertThat(report.failures()).extracting(ParityReport.Failure::kind)
        .containsExactly("expected-failure");
    assertThat(report.isPassed()).isFalse();
  }

  @Test
  void anExpectedFailureThatFailsIsNone() {
    KernelDeclaration wrong = TestKernels.elementwise("test:short", x -> 3 * x, 2);

    assertThat(run(DIRECT, wrong).isPassed()).isFalse();
    assertThat(run(DIRECT.withExpectedFailures(Set.of("test:short*golden*")), wrong).isPassed())
        .isTrue();
  }

  @Test
  void casesOutsideAnImplementationsLimitsMustBeRefusedAndCount() {
    KernelCatalog catalog = KernelCatalog.builder()
        .kernel(TestKernels.triple(), "test")
        .implementation(implementation("narrow").withLimit("length <= 16", "at most 16"), "test")
        .build();

    ParityReport limited = run(ParityOptions.ALL, catalog);

    assertThat(limited.failures()).isEmpty();
    assertThat(limited.executed())
        .isEqualTo(run(ParityOptions.ALL, TestKernels.triple()).executed());
  }

  @Test
  void everyImplementationIsTriedWhereItsConditionHolds() {
    KernelCatalog catalog = KernelCatalog.builder()
        .kernel(TestKernels.triple(), "test")
        .implementation(implementation("small").when("length < 64"), "test")
        .implementation(implementation("any"), "test")
        .build();

    ParityReport both = run(DIRECT, catalog);
    ParityReport small = run(DIRECT.withImplementation("small"), catalog);

    assertThat(both.failures()).isEmpty();
    assertThat(small.failures()).isEmpty();
    assertThat(both.executed())
        .isEqualTo(run(DIRECT, TestKernels.triple()).executed() + small.executed());
  }

  @Test
  void anImplementationThatNoCaseReachesFails() {
    KernelCatalog catalog = KernelCatalog.builder()
        .kernel(TestKernels.triple(), "test")
        .implementation(implementation("huge").when("length > 1000000"), "test")
        .build();

    assertThat(run(DIRECT, catalog).failures())
        .extracting(ParityReport.Failure::kind)
        .containsExactly("untried");
  }

  @Test
  void whatTheReferenceFunctionStoodInForIsUntried() {
    KernelCatalog catalog = KernelCatalog.builder()
        .kernel(TestKernels.triple(), "test")
        .kernel(TestKernels.coarse(), "test")
        .implementation(implementation("small").when("length < 64"), "test")
        .implementation(implementation("any"), "test")
        .build();

    assertThat(run(DIRECT, catalog).untried()).containsExactly(untried("small", false),
        untried("any", false));
    assertThat(run(DIRECT.withImplementation("any"), catalog).untried())
        .containsExactly(untried("any", false));
    assertThat(run(DIRECT.withKernel("test:coarse"), catalog).untried()).isEmpty();
  }

  @Test
  void onADeviceThatRunsTextsTheOnesThatNoProvingCaseCameToAreUntried() {
    KernelCatalog catalog = KernelCatalog.builder()
        .kernel(TestKernels.triple(), "test")
        .implementation(implementation("huge").when("length > 1000000"), "test")
        .implementation(implementation("empty").when("length == 0"), "test")
        .implementation(implementation("refused").withLimit("length > 1000000", "more"), "test")
        .implementation(implementation("any"), "test")
        .build();

    try (Backend backend = TestKernels.running(catalog)) {
      assertThat(new ParityRun(backend).run(DIRECT).untried()).containsExactly(
          untried("huge", true), untried("empty", true), untried("refused", true));
      assertThat(new ParityRun(backend).sample().untried()).contains(untried("any", true));
    }
  }

  @Test
  void aCaseThatProvesSomethingIsLookedForBehindThoseThatMeetTheCondition() {
    KernelCatalog catalog = KernelCatalog.builder()
        .kernel(TestKernels.elementwise("test:triple", x -> Math.max(0, x - 2), 3), "test")
        .implementation(implementation("pair").when("length == 2"), "test")
        .implementation(implementation("any"), "test")
        .build();

    try (Backend backend = TestKernels.running(catalog)) {
      assertThat(new ParityRun(backend).run(DIRECT.withGenerated(1)).untried()).isEmpty();
    }
  }

  @Test
  void aReferenceFunctionThatRefusesACaseOfTheSearchIsAFailureAndEndsNothing() {
    KernelCatalog catalog = KernelCatalog.builder()
        .kernel(TestKernels.elementwise("test:triple", x -> {
          // Only golden cases hold nothing but multiples of a half.
          if (2 * x != Math.rint(2 * x)) {
            throw new IllegalStateException("between");
          }
          return 3 * x;
        }, 3), "test")
        .implementation(implementation("pair").when("length == 2"), "test")
        .implementation(implementation("any"), "test")
        .build();

    try (Backend backend = TestKernels.running(catalog)) {
      ParityReport report = new ParityRun(backend).run(DIRECT.withGenerated(1));
      assertThat(report.failures()).extracting(ParityReport.Failure::kind)
          .isNotEmpty()
          .containsOnly("reference");
      assertThat(report.failures()).hasSizeLessThan(20);
    }
  }

  @Test
  void aCaseOfTheSearchThatNoImplementationTakesIsPassedOver() {
    KernelCatalog catalog = KernelCatalog.builder()
        .kernel(TestKernels.triple(), "test")
        .implementation(implementation("golden").when("length == 3"), "test")
        .build();

    try (Backend backend = TestKernels.needing(catalog)) {
      assertThat(new ParityRun(backend).run(DIRECT).untried()).isEmpty();
    }
  }

  @Test
  void theSearchEndsWhereNoCaseOfThisRunCanProveAnything() {
    KernelCatalog limited = KernelCatalog.builder()
        .kernel(TestKernels.triple(), "test")
        .implementation(implementation("refused").withLimit("length > 1000000", "more"), "test")
        .build();
    try (Backend backend = TestKernels.running(limited)) {
      ParityReport report = new ParityRun(backend).run(DIRECT);
      assertThat(report.untried()).containsExactly(untried("refused", true));
      assertThat(report.executed()).isLessThan(100);
    }

    KernelCatalog direct = KernelCatalog.builder()
        .kernel(TestKernels.triple(), "test")
        .implementation(implementation("any"), "test")
        .build();
    try (Backend backend = TestKernels.neverIndirect(direct)) {
      ParityReport report =
          new ParityRun(backend).run(ParityOptions.ALL.withModes(Set.of(Mode.INDIRECT)));
      assertThat(report.untried()).containsExactly(untried("any", true));
      assertThat(report.skipped()).isNotEmpty().hasSizeLessThan(100);
    }
  }

  private static ParityReport.Untried untried(String implementation, boolean isRunHere) {
    return new ParityReport.Untried("test:triple", DType.F32, implementation, "msl", isRunHere);
  }

  @Test
  void oneSeedGivesOneRunAndAnotherSeedOtherCases() {
    KernelDeclaration wrong = TestKernels.elementwise("test:root", Math::sqrt, 3);

    ParityReport once = run(DIRECT.withSeed(5), wrong);

    assertThat(run(DIRECT.withSeed(5), wrong)).isEqualTo(once);
    assertThat(once.seed()).isEqualTo(5);
    assertThat(once.failures()).allMatch(failure -> failure.trial().contains("seed "));
    assertThat(run(DIRECT.withSeed(6), wrong).failures()).isNotEqualTo(once.failures());
  }

  @Test
  void unknownKernelsAndChecksAreRefusedTogetherWithTheNearestNames() {
    assertThatThrownBy(() -> run(
        DIRECT.withKernel("test:tripel").withoutChecks(Set.of("guard")), TestKernels.triple()))
        .isInstanceOfSatisfying(InvalidCallException.class,
            refused -> assertThat(refused.problems())
                .extracting(problem -> problem.code())
                .isEqualTo(List.of(Codes.KERNEL_UNKNOWN, ParityCodes.CHECK_UNKNOWN)))
        .hasMessageContaining("test:triple")
        .hasMessageContaining("guards");
  }

  @Test
  void everyTrialIsInTheCellOfItsKernelDtypeImplementationAndMode() {
    KernelCatalog catalog = KernelCatalog.builder()
        .kernel(TestKernels.triple(), "test")
        .implementation(implementation("small").when("length <= 16"), "test")
        .implementation(implementation("any"), "test")
        .build();

    ParityReport report = run(ParityOptions.ALL, catalog);

    assertThat(report.cells())
        .extracting(cell -> cell.kernel() + " " + cell.implementation() + " " + cell.mode().id())
        .containsExactly(Stream.of("any", "small")
            .flatMap(name -> Stream.of(Mode.values())
                .map(mode -> "test:triple " + name + " " + mode.id()))
            .toArray(String[]::new));
    assertThat(report.cells()).allSatisfy(cell -> {
      assertThat(cell.passed()).isPositive();
      assertThat(cell.failed()).isZero();
      assertThat(cell.failures()).isEmpty();
      assertThat(cell.worst()).isNotNull();
    });
    assertThat(report.cells().stream().mapToLong(ParityReport.Cell::passed).sum())
        .isEqualTo(report.executed());
  }

  @Test
  void whatIsWrongWithAllOfAKernelIsInTheCellsOfAllModes() {
    ParityReport report =
        run(ParityOptions.ALL, TestKernels.elementwise("test:zero", x -> 0, 3));

    assertThat(report.failures()).hasSize(1);
    assertThat(report.cells()).hasSize(Mode.values().length)
        .allSatisfy(cell -> assertThat(cell.failures()).isEqualTo(report.failures()));
  }
}
