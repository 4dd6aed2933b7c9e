package dev.assay.parity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import dev.assay.backend.referencecpu.ReferenceCpuProvider;
import dev.assay.parity.Spoiled.Spoiler;
import dev.assay.spi.backend.BufferView;
import dev.assay.spi.backend.Submission;
import dev.assay.spi.data.DType;
import dev.assay.spi.data.Elements;
import dev.assay.spi.kernel.KernelDeclaration;
import java.lang.foreign.MemorySegment;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Each check alone finds what it is for, and without it the very same passes. */
class ChecksTest {
  private static final ParityOptions OPTIONS = ParityOptions.ALL.withModes(Set.of(Mode.DIRECT));

  private static final Spoiler NOTHING = (views, before) -> {};

  /** The failures that this one check finds. */
  private static List<ParityReport.Failure> found(String check, KernelDeclaration kernel,
      Spoiler spoiler, Consumer<Spoiled> setting) {
    Set<String> others = new HashSet<>(ParityRun.checks());
    assertThat(others.remove(check)).as(check).isTrue();
    try (Spoiled backend = new Spoiled(
        new ReferenceCpuProvider().open(TestKernels.catalog(kernel)), spoiler)) {
      setting.accept(backend);
      ParityReport report = new ParityRun(backend).run(OPTIONS.withoutChecks(others));
      assertThat(report.executed()).isPositive();
      assertThat(report.failures()).extracting(ParityReport.Failure::kind)
          .containsOnly(check);
      return report.failures();
    }
  }

  private static List<ParityReport.Failure> found(String check, Spoiler spoiler) {
    return found(check, TestKernels.triple(), spoiler, backend -> {});
  }

  private static void change(BufferView view, long element, double value) {
    Elements content = view.read();
    content.setDouble(element, value);
    view.write(content);
  }

  private static void poke(BufferView view, long offsetBytes) {
    view.buffer().write(offsetBytes, MemorySegment.ofArray(new byte[] {7}));
  }

  private static boolean isLong(Map<String, BufferView> views) {
    return views.get("out").count() > 20;
  }

  @Test
  void nothingIsFoundWhereNothingIsWrong() {
    try (Spoiled backend = new Spoiled(
        new ReferenceCpuProvider().open(TestKernels.catalog(TestKernels.triple())), NOTHING)) {
      ParityReport report = new ParityRun(backend).run(ParityOptions.ALL);

      assertThat(report.failures()).isEmpty();
      assertThat(report.isPassed()).isTrue();
      assertThat(report.passed()).isEqualTo(report.executed());
    }
  }

  @Test
  void guardsFindAByteWrittenRightBeforeOrBehindAView() {
    found("guards", (views, before) -> poke(views.get("out"), views.get("out").offsetBytes() - 1));
    found("guards", (views, before) -> poke(views.get("x"),
        views.get("x").offsetBytes() + views.get("x").lengthBytes()));
  }

  @Test
  void inputsFindsAnInputThatWasWrittenTo() {
    assertThat(found("inputs", (views, before) -> {
      if (isLong(views)) {
        change(views.get("x"), 17, 0.25);
      }
    })).allMatch(failure -> failure.detail().contains("element 17"));
  }

  @Test
  void writtenFindsASingleElementThatNobodyWrote() {
    assertThat(found("written", (views, before) -> {
      if (isLong(views)) {
        change(views.get("out"), 19, before.get("out").getDouble(19));
      }
    })).allMatch(failure -> failure.detail().startsWith("round 0: 1 of "));
  }

  @Test
  void suspiciousFindsZerosOneValueAndACopyOfTheInput() {
    found("suspicious", (views, before) -> views.get("out")
        .write(Elements.zeros(DType.F32, views.get("out").count())));
    found("suspicious", (views, before) -> {
      for (long i = 0; i < views.get("out").count(); i++) {
        change(views.get("out"), i, 4);
      }
    });
    found("suspicious", (views, before) -> views.get("out").write(before.get("x")));
  }

  @Test
  void elementsFindsOneWrongElementAndNanAmongMany() {
    found("elements", (views, before) -> {
      if (isLong(views)) {
        BufferView out = views.get("out");
        change(out, 20, Math.nextUp((float) out.read().getDouble(20)));
      }
    });
    found("elements", (views, before) -> {
      if (isLong(views)) {
        change(views.get("out"), 20, Double.NaN);
      }
    });
  }

  @Test
  void tensorFindsAnErrorOfEveryElementThatIsWithinTheBoundOfEach() {
    Spoiler biased = (views, before) -> {
      for (long i = 0; i < views.get("out").count(); i++) {
        double right = 3 * before.get("x").getDouble(i);
        change(views.get("out"), i, right + 0.9 * TestKernels.BOUND * (1 + Math.abs(right)));
      }
    };
    found("tensor", TestKernels.triple(), biased, backend -> backend.named("near"));

    try (Spoiled backend = new Spoiled(
        new ReferenceCpuProvider().open(TestKernels.catalog(TestKernels.triple())), biased)
        .named("near")) {
      assertThat(new ParityRun(backend).run(OPTIONS.withoutChecks(Set.of("tensor", "device")))
          .failures()).isEmpty();
    }
  }

  @Test
  void theWorstElementIsToldWithItsPartOfTheBound() {
    Spoiler wrongOnce = (views, before) -> {
      if (isLong(views)) {
        double right = 3 * before.get("x").getDouble(7);
        change(views.get("out"), 3, 3 * before.get("x").getDouble(3) * (1 + 1e-6));
        change(views.get("out"), 7, right + 2 * TestKernels.BOUND * (1 + Math.abs(right)));
      }
    };
    try (Spoiled backend = new Spoiled(
        new ReferenceCpuProvider().open(TestKernels.catalog(TestKernels.triple())), wrongOnce)
        .named("near")) {
      ParityReport report = new ParityRun(backend).run(OPTIONS.withModes(Set.of(Mode.DIRECT)));

      ParityReport.Cell cell = report.cells().getFirst();
      ParityReport.Deviation worst = Objects.requireNonNull(cell.worst());
      assertThat(cell.failed()).isPositive();
      assertThat(cell.failures()).extracting(ParityReport.Failure::trial).contains(worst.trial());
      assertThat(worst.output()).isEqualTo("out");
      assertThat(worst.element()).isEqualTo(7);
      assertThat(worst.share()).isCloseTo(2, offset(0.1));
      assertThat(Math.abs(worst.found() - worst.expected()))
          .isCloseTo(2 * worst.bound(), offset(0.2 * worst.bound()));
    }
  }

  @Test
  void whatNoBoundAllowsIsInfinitelyFar() {
    Spoiler notANumber = (views, before) -> {
      if (isLong(views)) {
        change(views.get("out"), 5, Double.NaN);
      }
    };
    try (Spoiled backend = new Spoiled(
        new ReferenceCpuProvider().open(TestKernels.catalog(TestKernels.triple())), notANumber)
        .named("near")) {
      ParityReport report = new ParityRun(backend).run(OPTIONS.withModes(Set.of(Mode.DIRECT)));

      ParityReport.Deviation worst =
          Objects.requireNonNull(report.cells().getFirst().worst());
      assertThat(worst.share()).isInfinite();
      assertThat(worst.found()).isNaN();
      assertThat(worst.element()).isEqualTo(5);
    }
  }

  @Test
  void completedFindsWorkThatDidNotEnd() {
    found("completed", TestKernels.triple(), NOTHING,
        backend -> backend.seem(Submission.Status.PENDING));
  }

  @Test
  void deviceFindsMemoryOfAnotherBackendThanTheOneAskedFor() {
    found("device", TestKernels.triple(), NOTHING, backend -> backend.named("gpu"));
  }

  @Test
  void lengthsFindsAStatedResultThatIsShorterThanWhatIsWritten() {
    assertThat(found("lengths", TestKernels.elementwise("test:short", x -> 3 * x, 2), NOTHING,
        backend -> {})).hasSize(3);
  }

  @Test
  void finiteFindsAnExpectedNanThatNobodyMeant() {
    found("finite", TestKernels.elementwise("test:root", Math::sqrt, 3), NOTHING, backend -> {});
  }
}
