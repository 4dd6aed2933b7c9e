package dev.assay.parity.onnx;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.spi.data.DType;
import dev.assay.spi.data.Elements;
import dev.assay.spi.op.Shape;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

class OnnxComparisonPropertiesTest {
  @Property(tries = 300)
  void oneValueOutsideTheBoundIsFoundWhereverItIs(
      @ForAll @Size(min = 1, max = 40) float[] values, @ForAll @IntRange(max = 39) int at,
      @ForAll @DoubleRange(min = 1.01, max = 1e3) double excess) {
    double[] expected = finite(values);
    double[] found = expected.clone();
    int index = at % found.length;
    double bound = 1e-7 + 1e-3 * Math.abs(expected[index]);
    found[index] += excess * bound;

    assertThat(compare(expected, expected)).isTrue();
    assertThat(compare(expected, found)).isFalse();
  }

  @Property(tries = 100)
  void nanAndInfinitiesAreLikeNothingElse(
      @ForAll @DoubleRange(min = -1e30, max = 1e30) double other) {
    double[] special = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY};
    for (double left : special) {
      for (double right : special) {
        assertThat(compare(new double[] {left}, new double[] {right}))
            .isEqualTo(Double.compare(left, right) == 0);
      }
      assertThat(compare(new double[] {left}, new double[] {other})).isFalse();
      assertThat(compare(new double[] {other}, new double[] {left})).isFalse();
    }
  }

  @Property(tries = 200)
  void integersAreComparedToTheLastBit(@ForAll long value, @ForAll @IntRange(max = 63) int bit) {
    for (DType dtype : new DType[] {DType.I64, DType.U64}) {
      CaseTensor expected =
          new CaseTensor("y", Shape.of(1), Elements.ofLongs(dtype, value));
      assertThat(OnnxComparison.compare(expected, Elements.ofLongs(dtype, value))).isEmpty();
      assertThat(OnnxComparison.compare(expected, Elements.ofLongs(dtype, value ^ (1L << bit))))
          .isPresent();
    }
  }

  private static boolean compare(double[] expected, double[] found) {
    CaseTensor tensor = new CaseTensor("y", Shape.of(expected.length),
        Elements.of(DType.F32, expected));
    return OnnxComparison.compare(tensor, Elements.of(DType.F32, found)).isEmpty();
  }

  /** Values of which neither they nor what lies beyond their bound leaves f32. */
  private static double[] finite(float[] values) {
    double[] finite = new double[values.length];
    for (int i = 0; i < finite.length; i++) {
      finite[i] = Float.isFinite(values[i]) ? Math.clamp(values[i], -1e30f, 1e30f) : i;
    }
    return finite;
  }
}
