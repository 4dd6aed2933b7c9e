package dev.assay.msl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.msl.reader.MslSource;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Our functions of one float against Java's double-precision ones, in units of the last place. */
class ElementaryFunctionTest {
  private static final int COUNT = 200_000;

  static Stream<Arguments> functions() {
    return Stream.of(
        function("exp", StrictMath::exp),
        function("exp2", x -> StrictMath.pow(2, x)),
        function("exp10", x -> StrictMath.pow(10, x)),
        function("log", StrictMath::log),
        function("log2", x -> StrictMath.log(x) / StrictMath.log(2)),
        function("log10", StrictMath::log10),
        function("sin", StrictMath::sin),
        function("cos", StrictMath::cos),
        function("tan", StrictMath::tan),
        function("asin", StrictMath::asin),
        function("acos", StrictMath::acos),
        function("atan", StrictMath::atan),
        function("sinh", StrictMath::sinh),
        function("cosh", StrictMath::cosh),
        function("tanh", StrictMath::tanh),
        function("sqrt", StrictMath::sqrt),
        function("rsqrt", x -> 1 / StrictMath.sqrt(x)),
        function("asinh", x -> Double.isInfinite(x)
            ? x
            : Math.copySign(
                StrictMath.log1p(Math.abs(x) + x * x / (1 + StrictMath.sqrt(x * x + 1))), x)),
        function("floor", StrictMath::floor),
        function("rint", StrictMath::rint),
        function("round", x -> Math.copySign(StrictMath.floor(Math.abs(x) + 0.5), x)),
        function("trunc", x -> x < 0 ? StrictMath.ceil(x) : StrictMath.floor(x)));
  }

  private static Arguments function(String name, DoubleUnaryOperator exact) {
    return Arguments.of(name, exact);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("functions")
  void errorsStayBelowOneUnitInTheLastPlace(String name, DoubleUnaryOperator exact) {
    float[] x = arguments();
    float[] y = new float[x.length];
    MslSource source = MslSource.of("function.metal",
        """
            #include <metal_stdlib>
            kernel void apply(device const float* x, device float* y, uint i [[thread_position_in_grid]]) {
              y[i] = metal::%s(x[i]);
            }
            """
            .formatted(name));
    Fixture.runtime(MslBuild.FAST)
        .kernel(source, "apply")
        .dispatch()
        .bind("x", x)
        .bind("y", y)
        .threads(x.length, 256);
    for (int i = 0; i < x.length; i++) {
      double expected = exact.applyAsDouble(x[i]);
      if (Double.isNaN(expected)) {
        assertThat(y[i]).as("%s(%s)", name, x[i]).isNaN();
        continue;
      }
      float rounded = (float) expected;
      if (Float.isInfinite(rounded)) {
        assertThat(y[i]).as("%s(%s)", name, x[i]).isEqualTo(rounded);
        continue;
      }
      double error = Math.abs(y[i] - expected) / Math.ulp(rounded);
      assertThat(error).as("%s(%s) = %s, exactly %s", name, x[i], y[i], expected).isLessThan(1.0);
    }
  }

  private static float[] arguments() {
    float[] x = new float[COUNT];
    Random random = new Random(2026);
    float[] special = {0f, -0f, 1f, -1f, Float.NaN, Float.POSITIVE_INFINITY,
      Float.NEGATIVE_INFINITY,
      Float.MIN_VALUE, Float.MAX_VALUE, -Float.MAX_VALUE, Math.nextDown(0.5f), -0.5f, 1.5f, 2.5f,
      88.75f,
      -103.5f, Float.MAX_VALUE / 3, 0x1p28f, (float) Math.PI, (float) (Math.PI / 2)};
    System.arraycopy(special, 0, x, 0, special.length);
    for (int i = special.length; i < COUNT; i++) {
      x[i] =
          i % 2 == 0
              ? Float.intBitsToFloat(random.nextInt())
              : (float) (random.nextGaussian() * Math.pow(10, random.nextInt(5) - 2));
    }
    return x;
  }
}
