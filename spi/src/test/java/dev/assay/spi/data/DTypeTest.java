package dev.assay.spi.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class DTypeTest {
  @ParameterizedTest
  @CsvSource({
    "F32, 4, float, f32", "F16, 2, half, f16", "BF16, 2, bfloat, bf16",
    "I8, 1, char, i8", "I16, 2, short, i16", "I32, 4, int, i32", "I64, 8, long, i64",
    "U8, 1, uchar, u8", "U16, 2, ushort, u16", "U32, 4, uint, u32", "U64, 8, ulong, u64",
    "BOOL, 1, bool, bool"})
  void sizesAndNamesAreMsls(DType type, int sizeBytes, String mslName, String name) {
    assertThat(type.sizeBytes()).isEqualTo(sizeBytes);
    assertThat(type.mslName()).isEqualTo(mslName);
    assertThat(type).hasToString(name);
  }

  @Test
  void namesTellTypesApart() {
    assertThat(Arrays.stream(DType.values()).map(DType::mslName)).doesNotHaveDuplicates();
    assertThat(Arrays.stream(DType.values()).map(DType::toString)).doesNotHaveDuplicates();
  }

  @ParameterizedTest
  @EnumSource(names = {"I8", "I16", "I32", "I64", "U8", "U16", "U32"})
  void integerRangesFollowFromTheSize(DType type) {
    int bits = 8 * type.sizeBytes();
    boolean signed = type.kind() == DType.Kind.SIGNED;
    BigInteger top = BigInteger.ONE.shiftLeft(signed ? bits - 1 : bits);

    assertThat(type.maxLong()).isEqualTo(top.subtract(BigInteger.ONE).longValueExact());
    assertThat(type.minLong()).isEqualTo(signed ? top.negate().longValueExact() : 0);
  }

  @Test
  void theRangeOfUlongIsCutToWhatALongHolds() {
    assertThat(DType.U64.minLong()).isZero();
    assertThat(DType.U64.maxLong()).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void aBooleanIsZeroOrOne() {
    assertThat(DType.BOOL.minLong()).isZero();
    assertThat(DType.BOOL.maxLong()).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource(names = {"F32", "F16", "BF16"})
  void floatsHaveNoIntegerRange(DType type) {
    assertThat(type.isFloat()).isTrue();
    assertThatThrownBy(type::minLong).isInstanceOf(IllegalStateException.class)
        .hasMessageContaining(type.toString());
    assertThatThrownBy(type::maxLong).isInstanceOf(IllegalStateException.class)
        .hasMessageContaining(type.toString());
  }
}
