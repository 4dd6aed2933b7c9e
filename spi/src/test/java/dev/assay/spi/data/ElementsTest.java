package dev.assay.spi.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ElementsTest {
  @ParameterizedTest
  @CsvSource({
    "F32, 1.5, 0000c03f", "F16, 1.5, 003e", "BF16, 1.5, c03f", "I8, -2, fe", "I16, -2, feff",
    "I32, -2, feffffff",
    "I64, -2, feffffffffffffff", "U8, 254, fe", "U16, 258, 0201", "U32, 16909060, 04030201",
    "U64, 258, 0201000000000000", "BOOL, 1, 01"})
  void bytesAreLittleEndian(DType type, double value, String hex) {
    Elements elements = Elements.of(type, value);

    assertThat(elements.memory().toArray(ValueLayout.JAVA_BYTE))
        .isEqualTo(HexFormat.of().parseHex(hex));
    assertThat(elements.getDouble(0)).isEqualTo(value);
  }

  @ParameterizedTest
  @EnumSource
  void anIndexOutsideIsRefusedEvenWhereItsByteOffsetWraps(DType type) {
    Elements elements = Elements.zeros(type, 3);

    // 2⁶⁴ / size elements on, the byte offset is that of element 0 again.
    long wrapping = type.sizeBytes() == 1
        ? Long.MIN_VALUE
        : 1L << (64 - Integer.numberOfTrailingZeros(type.sizeBytes()));
    for (long index : new long[] {-1, 3, wrapping, wrapping + 1, Long.MAX_VALUE, Long.MIN_VALUE}) {
      for (ThrowingCallable access : accesses(elements, index)) {
        assertThatThrownBy(access).as("index %d", index)
            .isInstanceOf(IndexOutOfBoundsException.class);
      }
    }
  }

  private static List<ThrowingCallable> accesses(Elements elements, long index) {
    List<ThrowingCallable> accesses = new ArrayList<>();
    accesses.add(() -> elements.getDouble(index));
    accesses.add(() -> elements.setDouble(index, 1));
    accesses.add(() -> elements.read(index, new double[1], 0, 1));
    accesses.add(() -> elements.write(index, new double[1], 0, 1));
    accesses.add(() -> elements.slice(index, 1));
    if (!elements.dtype().isFloat()) {
      accesses.add(() -> elements.getLong(index));
      accesses.add(() -> elements.setLong(index, 1));
      accesses.add(() -> elements.setLongBits(index, 1));
    }
    return accesses;
  }

  @Test
  void bulkRangesOutsideEitherSideAreRefused() {
    Elements elements = Elements.zeros(DType.F16, 4);

    assertThatThrownBy(() -> elements.read(2, new double[8], 0, 3))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> elements.read(0, new double[2], 0, 3))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> elements.read(0, new double[4], 2, 3))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> elements.write(2, new double[8], 0, 3))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> elements.write(0, new double[4], 2, 3))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> elements.write(0, new double[4], 0, -1))
        .isInstanceOf(IndexOutOfBoundsException.class);
  }

  @Test
  void aSliceSharesTheMemoryAndHasItsOwnLength() {
    Elements whole = Elements.of(DType.I16, 10, 11, 12, 13, 14);

    Elements slice = whole.slice(1, 3);
    slice.setLong(2, -7);

    assertThat(slice.length()).isEqualTo(3);
    assertThat(slice.toDoubles()).containsExactly(11, 12, -7);
    assertThat(whole.toDoubles()).containsExactly(10, 11, 12, -7, 14);
    assertThatThrownBy(() -> slice.getLong(3)).isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> slice.slice(2, 2)).isInstanceOf(IndexOutOfBoundsException.class);
    assertThat(whole.slice(5, 0).length()).isZero();
  }

  @ParameterizedTest
  @EnumSource
  void elementsMayStartAtAnyAddress(DType type) {
    MemorySegment memory = MemorySegment.ofArray(new byte[1 + 3 * type.sizeBytes()]);
    Elements elements = Elements.over(type, memory.asSlice(1));

    elements.write(0, new double[] {1, 0, 1}, 0, 3);
    elements.setDouble(1, 1);

    assertThat(elements.toDoubles()).containsExactly(1, 1, 1);
    assertThat(memory.get(ValueLayout.JAVA_BYTE, 0)).as("the byte in front")
        .isZero();
  }

  @Test
  void memoryThatIsNoWholeNumberOfElementsIsRefused() {
    assertThatThrownBy(() -> Elements.over(DType.F32, MemorySegment.ofArray(new byte[7])))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("7 bytes are no whole number of f32 elements");
  }

  @Test
  void lengthsBeyondAnArrayAreRefusedBeforeTheyAreAllocated() {
    assertThatThrownBy(() -> Elements.zeros(DType.F32, 1L << 29))
        .isInstanceOf(ArithmeticException.class);
    assertThatThrownBy(() -> Elements.zeros(DType.I64, 1L << 61))
        .isInstanceOf(ArithmeticException.class);
    assertThatThrownBy(() -> Elements.zeros(DType.U8, -1))
        .isInstanceOf(NegativeArraySizeException.class);
  }

  @Test
  void noElementsAtAllAreFine() {
    Elements none = Elements.of(DType.BF16);

    assertThat(none.length()).isZero();
    assertThat(none.toDoubles()).isEmpty();
    none.write(0, new double[0], 0, 0);
  }

  @ParameterizedTest
  @EnumSource(names = {"F32", "F16", "BF16"})
  void floatsAreNoIntegersAndTheirBitsAreNotRead(DType type) {
    Elements elements = Elements.of(type, 1);

    assertThatThrownBy(() -> elements.getLong(0)).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> elements.setLongBits(0, 1)).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> elements.setLong(0, 1)).isInstanceOf(IllegalStateException.class);
    assertThat(elements.toDoubles()).containsExactly(1);
  }

  @Test
  void theBoundSegmentIsNotCopied() {
    float[] host = {1, 2};
    Elements elements = Elements.over(DType.F32, MemorySegment.ofArray(host));

    host[1] = 5;
    elements.setDouble(0, 7);

    assertThat(elements.getDouble(1)).isEqualTo(5);
    assertThat(host[0]).isEqualTo(7);
  }

  @Test
  void equalBitsNeedTypeLengthAndContent() {
    Elements one = Elements.of(DType.F32, 1, Double.NaN);

    assertThat(one.sameBits(Elements.of(DType.F32, 1, Double.NaN))).isTrue();
    assertThat(one.sameBits(Elements.of(DType.F32, 1, 2))).isFalse();
    assertThat(one.sameBits(Elements.of(DType.F32, 1))).isFalse();
    assertThat(Elements.of(DType.F16, 0).sameBits(Elements.of(DType.BF16, 0))).isFalse();
    assertThat(Elements.of(DType.F32, 0.0).sameBits(Elements.of(DType.F32, -0.0))).isFalse();
    assertThat(one).hasToString("f32[2]");
  }
}
