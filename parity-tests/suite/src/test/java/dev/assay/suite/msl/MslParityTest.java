package dev.assay.suite.msl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.parity.trial.Content;
import dev.assay.spi.data.DType;
import dev.assay.spi.data.Elements;
import dev.assay.spi.kernel.CaseRandom;
import dev.assay.spi.kernel.GoldenCase;
import dev.assay.spi.kernel.Implementation;
import dev.assay.spi.kernel.KernelCase;
import dev.assay.spi.kernel.KernelDeclaration;
import dev.assay.spi.kernel.KernelDeclaration.InPlace;
import dev.assay.spi.kernel.Tolerance;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The implementations of the catalogue in MSL, compiled for this CPU with all their checks, on the golden cases and on
 * generated ones, out of place and in place. Each runs for its kernel's first dtype and for one other, in turn; for all
 * with {@code -Dtest.jvm.args=-Dassay.msl.dtypes=all}, which compiles for minutes.
 */
class MslParityTest {
  private static final int CASES = 10;

  /** Every dtype compiles anew, and differs from the first in rounding, not in indexing. */
  private static final int CASES_AGAIN = 4;

  /** An implementation with narrow limits meets its cases late. */
  private static final int MOST_SEEDS = 400;

  static Stream<Named<Implementation>> implementations() {
    return (System.getProperty("assay.msl.dtypes", "").equals("all")
        ? CatalogueMsl.IMPLEMENTATIONS
        : CatalogueMsl.twoOfEachKind())
        .stream()
        .map(each -> Named.of(
            each.kernel() + " " + each.name() + " " + each.dtype(), each));
  }

  @ParameterizedTest
  @MethodSource("implementations")
  void agreesWithExpectedValuesAndTheReference(Implementation implementation) {
    KernelDeclaration kernel = CatalogueMsl.declaration(implementation);
    for (GoldenCase golden : kernel.goldenCases()) {
      if (golden.input().dtype() == implementation.dtype()) {
        run(implementation, golden.input(), golden.expected(), 0);
      }
    }
    int wanted = kernel.dtypes().iterator().next() == implementation.dtype()
        ? CASES
        : CASES_AGAIN;
    int generated = 0;
    for (int seed = 0; seed < MOST_SEEDS && generated < wanted; seed++) {
      KernelCase input =
          kernel.cases().generate(new CaseRandom(seed), implementation.dtype());
      generated += run(implementation, input, null, seed);
    }
    assertThat(generated).as("cases within the limits of " + implementation.name())
        .isEqualTo(wanted);
  }

  /** Runs the case in every allowed way; 1 when there was something to run, else 0. */
  private static int run(
      Implementation implementation, KernelCase input, Map<String, Elements> golden, int order) {
    KernelDeclaration kernel = CatalogueMsl.declaration(implementation);
    MslRun run = new MslRun(implementation, input);
    if (!run.hasWork() || !run.isWithinLimits()) {
      return 0;
    }
    Map<String, Elements> expected =
        golden == null ? Content.of(kernel, input).expected() : golden;
    long reduced = run.evaluate(kernel.reducedLength());
    Tolerance tolerance = implementation.ownTolerance() == null
        ? kernel.tolerance(implementation.dtype())
        : implementation.ownTolerance();
    check(run, "", run.outputs(order, null), expected, tolerance, reduced);
    for (InPlace pair : kernel.inPlace()) {
      if (run.evaluate(pair.condition()) != 0 && run.isPresent(pair.input())
          && run.isPresent(pair.output())) {
        check(run, " in place of " + pair.input(), run.outputs(order, pair), expected, tolerance,
            reduced);
      }
    }
    return 1;
  }

  private static void check(
      MslRun run, String how, Map<String, Elements> found, Map<String, Elements> expected,
      Tolerance tolerance, long reduced) {
    expected.forEach((output, values) -> assertClose(run + how + ", " + output, found.get(output),
        values, tolerance, reduced));
  }

  private static void assertClose(
      String what, Elements found, Elements expected, Tolerance tolerance, long reduced) {
    assertThat(found.length()).as("length of %s", what).isEqualTo(expected.length());
    boolean exact = tolerance.equals(Tolerance.exact()) || !expected.dtype().isFloat();
    for (long i = 0; i < expected.length(); i++) {
      if (!isClose(found.slice(i, 1), expected.slice(i, 1), exact ? null : tolerance, reduced)) {
        throw new AssertionError(what + ", element " + i + " of " + expected.length()
            + ": expected " + text(expected, i) + ", was " + text(found, i));
      }
    }
  }

  private static boolean isClose(
      Elements found, Elements expected, Tolerance tolerance, long reduced) {
    if (found.sameBits(expected)) {
      return true;
    }
    if (!expected.dtype().isFloat()) {
      return false;
    }
    double wanted = expected.getDouble(0);
    double value = found.getDouble(0);
    return Double.isNaN(wanted)
        ? Double.isNaN(value)
        : tolerance != null
            && (value == wanted || Math.abs(value - wanted) <= tolerance.bound(wanted, reduced));
  }

  private static String text(Elements elements, long index) {
    return elements.dtype() == DType.U64
        ? Long.toUnsignedString(elements.getLong(index))
        : elements.dtype().isFloat()
            ? Double.toString(elements.getDouble(index))
        : Long.toString(elements.getLong(index));
  }
}
