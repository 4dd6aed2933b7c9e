package dev.assay.spi.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.BigInteger;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ElementsConversionTest {
  private static final BigInteger TWO_64 = BigInteger.ONE.shiftLeft(64);

  @Provide
  Arbitrary<DType> integers() {
    return Arbitraries.of(DType.class).filter(type -> !type.isFloat() && type != DType.BOOL);
  }

  /** Doubles around the ends of the integer ranges, and anywhere. */
  @Provide
  Arbitrary<Double> numbers() {
    Arbitrary<Double> nearPowers = Arbitraries.integers()
        .between(0, 66)
        .flatMap(
            power -> Arbitraries.doubles()
                .between(-3, 3)
                .map(offset -> Math.scalb(1.0, power) + offset));
    return Arbitraries.oneOf(nearPowers, nearPowers.map(value -> -value), Arbitraries.doubles(),
        Arbitraries.of(Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, -0.0, 0x1p63,
            0x1p64,
            Math.nextDown(0x1p64), Math.nextDown(0x1p63), -0x1p63, Math.nextDown(-0x1p63)));
  }

  @Property
  void doublesAreTruncatedAndSaturated(@ForAll("integers") DType type,
      @ForAll("numbers") double value) {
    Elements elements = Elements.zeros(type, 1);

    elements.setDouble(0, value);

    assertThat(exact(elements)).isEqualTo(saturated(type, value));
  }

  private static BigInteger saturated(DType type, double value) {
    BigInteger low = BigInteger.valueOf(type.minLong());
    BigInteger high =
        type == DType.U64 ? TWO_64.subtract(BigInteger.ONE) : BigInteger.valueOf(type.maxLong());
    if (Double.isNaN(value)) {
      return BigInteger.ZERO;
    }
    if (Double.isInfinite(value)) {
      return value > 0 ? high : low;
    }
    return new BigDecimal(value).toBigInteger().max(low).min(high);
  }

  private static BigInteger exact(Elements elements) {
    BigInteger value = BigInteger.valueOf(elements.getLong(0));
    return elements.dtype() == DType.U64 && value.signum() < 0 ? value.add(TWO_64) : value;
  }

  @Property
  void wideIntegersBecomeTheNearestDouble(@ForAll long bits) {
    for (DType type : new DType[] {DType.I64, DType.U64}) {
      Elements elements = Elements.ofLongs(type, bits);

      assertThat(elements.getDouble(0)).as(type.toString())
          .isEqualTo(exact(elements).doubleValue());
    }
  }

  @Test
  void theBitLostByHalvingAnUlongStillRounds() {
    // One above the midpoint of two doubles: dropping the last bit first would make it a tie.
    Elements elements = Elements.ofLongs(DType.U64, (1L << 63) + 1024 + 1);

    assertThat(elements.getDouble(0)).isEqualTo(0x1p63 + 2048);
  }

  @ParameterizedTest
  @CsvSource({"0, 0", "-0.0, 0", "1, 1", "0.25, 1", "-3, 1", "NaN, 1", "Infinity, 1"})
  void aBooleanIsOneForEverythingButZero(double value, long expected) {
    Elements elements = Elements.ofLongs(DType.BOOL, 1 - expected);

    elements.setDouble(0, value);

    assertThat(elements.getLong(0)).isEqualTo(expected);
  }

  @ParameterizedTest
  @EnumSource(names = {"I8", "I16", "I32", "U8", "U16", "U32", "BOOL"})
  void longsOutsideTheRangeAreRefusedAndLeaveTheElement(DType type) {
    Elements elements = Elements.ofLongs(type, 1);

    for (long outside : new long[] {type.minLong() - 1, type.maxLong() + 1, Long.MIN_VALUE,
      Long.MAX_VALUE}) {
      assertThatThrownBy(() -> elements.setLong(0, outside))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage(outside + " is no " + type);
      assertThatThrownBy(() -> Elements.ofLongs(type, 0, outside))
          .isInstanceOf(IllegalArgumentException.class);
    }
    assertThat(elements.getLong(0)).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource(names = {"I8", "I16", "I32", "I64", "U8", "U16", "U32"})
  void longsAtTheEndsOfTheRangeComeBack(DType type) {
    Elements elements = Elements.ofLongs(type, type.minLong(), type.maxLong());

    assertThat(elements.getLong(0)).isEqualTo(type.minLong());
    assertThat(elements.getLong(1)).isEqualTo(type.maxLong());
    assertThat(elements.getDouble(0)).isEqualTo((double) type.minLong());
    assertThat(elements.getDouble(1)).isEqualTo((double) type.maxLong());
  }

  @Property
  void bitsWrapAroundTheRange(@ForAll("integers") DType type, @ForAll long value) {
    Elements elements = Elements.zeros(type, 1);

    elements.setLongBits(0, value);

    BigInteger modulus = BigInteger.ONE.shiftLeft(8 * type.sizeBytes());
    BigInteger difference = exact(elements).subtract(BigInteger.valueOf(value));
    assertThat(difference.mod(modulus)).isEqualTo(BigInteger.ZERO);
  }

  @Property
  void bulkAccessIsElementByElementAccess(
      @ForAll DType type, @ForAll("numbers") double a, @ForAll("numbers") double b,
      @ForAll("numbers") double c) {
    double[] values = {99, a, b, c, 99};
    Elements bulk = Elements.ofLongs(DType.U8, new long[5 * type.sizeBytes()]);
    Elements written = Elements.over(type, bulk.memory());
    Elements single = Elements.zeros(type, 5);

    written.write(1, values, 1, 3);
    for (int i = 1; i <= 3; i++) {
      single.setDouble(i, values[i]);
    }
    double[] read = {-1, -1, -1, -1, -1};
    written.read(1, read, 1, 3);

    assertThat(written.sameBits(single)).isTrue();
    assertThat(read)
        .containsExactly(-1, single.getDouble(1), single.getDouble(2), single.getDouble(3), -1);
    assertThat(Elements.of(type, a, b, c).sameBits(single.slice(1, 3))).isTrue();
  }
}
