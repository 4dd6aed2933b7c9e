package dev.assay.ops.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import org.junit.jupiter.api.Test;

class ErfTest {
  /** x, erf(x), erfc(x), erfc(−x): Python mpmath 1.3.0 with 40 digits, rounded to the nearest double. */
  private static final double[][] VALUES = {
    {1E-300, 1.1283791670955126E-300, 1.0, 1.0},
    {1E-10, 1.1283791670955126E-10, 0.999999999887162, 1.000000000112838},
    {0.001, 0.0011283787909692365, 0.9988716212090307, 1.0011283787909693},
    {0.1, 0.1124629160182849, 0.887537083981715, 1.1124629160182848},
    {0.25, 0.27632639016823696, 0.7236736098317631, 1.276326390168237},
    {0.5, 0.5204998778130465, 0.4795001221869535, 1.5204998778130465},
    {0.75, 0.7111556336535151, 0.28884436634648486, 1.7111556336535152},
    {0.9375, 0.8151024010343998, 0.1848975989656002, 1.8151024010344},
    {0.999, 0.8422852702064969, 0.15771472979350307, 1.842285270206497},
    {1.0, 0.8427007929497149, 0.15729920705028513, 1.8427007929497148},
    {1.001, 0.8431154854780762, 0.15688451452192373, 1.8431154854780762},
    {1.25, 0.9229001282564583, 0.07709987174354177, 1.9229001282564582},
    {1.5, 0.9661051464753108, 0.033894853524689274, 1.9661051464753108},
    {1.75, 0.9866716712191824, 0.013328328780817557, 1.9866716712191825},
    {1.96875, 0.9946345516338942, 0.0053654483661057135, 1.9946345516338944},
    {2.0, 0.9953222650189527, 0.004677734981047266, 1.9953222650189528},
    {2.125, 0.9973459706405177, 0.0026540293594823415, 1.9973459706405177},
    {2.5, 0.999593047982555, 0.0004069520174449589, 1.999593047982555},
    {3.0, 0.9999779095030014, 2.209049699858544E-05, 1.9999779095030015},
    {3.3125, 0.9999971946873958, 2.8053126041729303E-06, 1.9999971946873958},
    {4.0, 0.9999999845827421, 1.541725790028002E-08, 1.999999984582742},
    {4.75, 0.9999999999815149, 1.8485047721485312E-11, 1.999999999981515},
    {5.5, 0.9999999999999927, 7.357847917974398E-15, 1.9999999999999927},
    {6.0, 1.0, 2.1519736712498913E-17, 2.0},
    {7.875, 1.0, 8.292723782930443E-29, 2.0},
    {10.0, 1.0, 2.088487583762545E-45, 2.0},
    {15.0, 1.0, 7.212994172451207E-100, 2.0},
    {20.0, 1.0, 5.395865611607901E-176, 2.0},
    {26.0, 1.0, 5.663192408856143E-296, 2.0},
  };

  @Test
  void erfIsWithinOnePartInTenToTheFifteenth() {
    for (double[] value : VALUES) {
      assertThat(Erf.erf(value[0])).as("erf(%s)", value[0])
          .isCloseTo(value[1], within(1e-15 * value[1]));
      assertThat(Erf.erf(-value[0])).isEqualTo(-Erf.erf(value[0]));
    }
  }

  @Test
  void erfcIsWithinTwoPartsInTenToTheFifteenth() {
    for (double[] value : VALUES) {
      double bound = value[0] >= 0.75 ? 1e-15 : 2e-15;
      assertThat(Erf.erfc(value[0])).as("erfc(%s)", value[0])
          .isCloseTo(value[2], within(bound * value[2]));
      assertThat(Erf.erfc(-value[0])).as("erfc(−%s)", value[0])
          .isCloseTo(value[3], within(1e-15 * value[3]));
    }
  }

  @Test
  void limitsAreExact() {
    assertThat(Erf.erf(0)).isZero();
    assertThat(Erf.erfc(0)).isEqualTo(1);
    assertThat(Erf.erf(Double.POSITIVE_INFINITY)).isEqualTo(1);
    assertThat(Erf.erfc(Double.POSITIVE_INFINITY)).isZero();
    assertThat(Erf.erfc(Double.NEGATIVE_INFINITY)).isEqualTo(2);
    assertThat(Erf.erfc(1e300)).isZero();
    assertThat(Erf.erf(Double.NaN)).isNaN();
    assertThat(Erf.erfc(Double.NaN)).isNaN();
  }

  @Property
  void bothAddUpToOne(@ForAll @DoubleRange(min = -30, max = 30) double x) {
    assertThat(Erf.erf(x) + Erf.erfc(x)).isCloseTo(1, within(1e-15));
  }

  /** The derivative is 2/√π · e^(−x²): the difference over a short step follows it, across all changes of formula. */
  @Property
  void slopeIsTheGaussian(@ForAll @DoubleRange(min = -5, max = 5) double x) {
    double step = 1e-4;
    double slope = (Erf.erfc(x - step) - Erf.erfc(x + step)) / (2 * step);
    assertThat(slope).isCloseTo(2 / Math.sqrt(Math.PI) * Math.exp(-x * x), within(1e-7));
  }
}
