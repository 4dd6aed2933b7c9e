package dev.assay.spi.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.LongFunction;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class FloatBitsTest {
  /** A narrow format: its conversions, the bits of infinity and of the smallest number. */
  enum Format {
    HALF(0x7C00) {
      @Override
      int narrow(double value) {
        return Short.toUnsignedInt(FloatBits.toHalf(value));
      }

      @Override
      double widen(int bits) {
        return FloatBits.fromHalf((short) bits);
      }
    },
    BFLOAT(0x7F80) {
      @Override
      int narrow(double value) {
        return Short.toUnsignedInt(FloatBits.toBfloat(value));
      }

      @Override
      double widen(int bits) {
        return FloatBits.fromBfloat((short) bits);
      }
    };

    final int infinity;

    Format(int infinity) {
      this.infinity = infinity;
    }

    abstract int narrow(double value);

    abstract double widen(int bits);
  }

  @ParameterizedTest
  @EnumSource
  void everyBitPatternComesBackAndEveryNanStaysNanOfItsSign(Format format) {
    for (int bits = 0; bits <= 0xFFFF; bits++) {
      double value = format.widen(bits);
      int back = format.narrow(value);
      if ((bits & 0x7FFF) > format.infinity) {
        assertThat(value).as("widened %04x", bits).isNaN();
        assertThat(back & 0x7FFF).as("NaN %04x", bits).isGreaterThan(format.infinity);
        assertThat(back & 0x8000).as("sign of NaN %04x", bits).isEqualTo(bits & 0x8000);
      } else {
        assertThat(back).as("%04x", bits).isEqualTo(bits);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void betweenEveryTwoNeighboursTheMidpointGoesToTheEvenOneAndItsNeighboursToTheirSide(
      Format format) {
    for (int low = 0; low < format.infinity - 1; low++) {
      int high = low + 1;
      // Exact: a double has more than twice the fraction bits.
      double midpoint = (format.widen(low) + format.widen(high)) / 2;
      assertRounds(format, midpoint, (low & 1) == 0 ? low : high);
      assertRounds(format, Math.nextUp(midpoint), high);
      assertRounds(format, Math.nextDown(midpoint), low);
    }
  }

  @ParameterizedTest
  @EnumSource
  void halfAStepAboveTheLargestNumberBeginsInfinity(Format format) {
    int largest = format.infinity - 1;
    double step = format.widen(largest) - format.widen(largest - 1);
    double midpoint = format.widen(largest) + step / 2;

    assertRounds(format, midpoint, format.infinity);
    assertRounds(format, Math.nextDown(midpoint), largest);
    assertRounds(format, Double.MAX_VALUE, format.infinity);
    assertRounds(format, Double.POSITIVE_INFINITY, format.infinity);
  }

  @ParameterizedTest
  @EnumSource
  void whatIsTooSmallIsAZeroOfItsSign(Format format) {
    assertRounds(format, 0.0, 0);
    assertRounds(format, Double.MIN_VALUE, 0);
    assertRounds(format, Double.MIN_NORMAL, 0);
    assertRounds(format, format.widen(1) / 2, 0);
  }

  @Test
  void aDoubleIsRoundedOnceNotThroughFloat() {
    double aboveTheMidpoint = 1 + 0x1p-11 + 0x1p-40;

    assertThat(Float.floatToFloat16((float) aboveTheMidpoint)).as("what rounding twice gives")
        .isEqualTo((short) 0x3C00);
    assertThat(FloatBits.toHalf(aboveTheMidpoint)).isEqualTo((short) 0x3C01);
    assertThat(FloatBits.toBfloat(1 + 0x1p-8 + 0x1p-40)).isEqualTo((short) 0x3F81);
  }

  @ParameterizedTest
  @CsvSource({
    "1.0, 3C00, 3F80", "-2.0, C000, C000", "65504, 7BFF, 4780", "0.333333333333, 3555, 3EAB",
    "6.103515625E-5, 0400, 3880", "5.9604644775390625E-8, 0001, 3380",
    "3.3895313892515355E38, 7C00, 7F7F"})
  void knownNumbersHaveTheirBits(double value, String half, String bfloat) {
    assertThat(Format.HALF.narrow(value)).isEqualTo(Integer.parseInt(half, 16));
    assertThat(Format.BFLOAT.narrow(value)).isEqualTo(Integer.parseInt(bfloat, 16));
  }

  @Property
  void halvesOfFloatsAreTheJdks(@ForAll float value) {
    short expected = Float.floatToFloat16(value);

    if (Float.isNaN(value)) {
      assertThat(FloatBits.fromHalf(FloatBits.toHalf(value))).isNaN();
    } else {
      assertThat(FloatBits.toHalf(value)).isEqualTo(expected);
    }
  }

  @Property
  void noNeighbourIsNearerThanTheResult(@ForAll double value, @ForAll Format format) {
    int bits = format.narrow(value);
    if (Double.isNaN(value) || (bits & 0x7FFF) >= format.infinity) {
      return;
    }
    LongFunction<Double> distance = other -> Math.abs(format.widen((int) other) - value);

    int sign = bits & 0x8000;
    int magnitude = bits & 0x7FFF;
    assertThat(distance.apply(bits)).isLessThanOrEqualTo(distance.apply(sign | magnitude + 1));
    if (magnitude > 0) {
      assertThat(distance.apply(bits)).isLessThanOrEqualTo(distance.apply(sign | magnitude - 1));
    }
  }

  private static void assertRounds(Format format, double value, int expected) {
    // Compared first: a description for each of some 400,000 checks would take most of the time.
    if (format.narrow(value) != expected || format.narrow(-value) != (expected | 0x8000)) {
      assertThat(format.narrow(value)).as("%s %s", format, value).isEqualTo(expected);
      assertThat(format.narrow(-value)).as("%s %s", format, -value).isEqualTo(expected | 0x8000);
    }
  }
}
