package dev.assay.spi.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.assay.spi.GoldenFile;
import dev.assay.spi.data.DType;
import dev.assay.spi.data.Elements;
import dev.assay.spi.error.AssayException;
import dev.assay.spi.error.Codes;
import dev.assay.spi.error.InvalidCallException;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BufferViewTest {
  private final HeapBuffer buffer = new HeapBuffer("weights", 64);

  @Property
  void aViewIsMadeExactlyWhereItIsAlignedAndInside(
      @ForAll DType type, @ForAll @LongRange(min = -2, max = 70) long offset,
      @ForAll @LongRange(min = -2, max = 70) long count) {
    boolean inside = offset >= 0 && count >= 0 && offset + count * type.sizeBytes() <= 64;
    boolean aligned = offset % type.sizeBytes() == 0;

    if (inside && aligned) {
      BufferView view = new HeapBuffer("b", 64).view(type, offset, count);
      assertThat(view.lengthBytes()).isEqualTo(count * type.sizeBytes());
    } else {
      assertRange(() -> new HeapBuffer("b", 64).view(type, offset, count));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "0, 9223372036854775807", "8, 2305843009213693952", "8, 4611686018427387904",
    "9223372036854775800, 1",
    "9223372036854775807, 9223372036854775807", "-9223372036854775808, 1",
    "0, -9223372036854775808",
    "16, 1152921504606846975"})
  void noOffsetOrCountWrapsAround(long offset, long count) {
    assertRange(() -> new BufferView(HeapBuffer.largest(), DType.I64, offset, count));
    assertRange(() -> new BufferView(buffer, DType.I64, offset, count));
  }

  @Test
  void offsetsBeyond4GibAreFine() {
    BufferView view = new BufferView(HeapBuffer.largest(), DType.F32, 1L << 40, 1L << 33);

    assertThat(view.lengthBytes()).isEqualTo(1L << 35);
    assertThat(view.slice(1L << 32, 5)).isEqualTo(
        new BufferView(view.buffer(), DType.F32, (1L << 40) + (1L << 34), 5));
  }

  @ParameterizedTest
  @CsvSource({
    "-1, 1", "0, -1", "5, 0", "0, 5", "4, 1", "3, 2", "9223372036854775807, 1",
    "1, 9223372036854775807",
    "4611686018427387904, 1", "-9223372036854775808, 4"})
  void aSliceStaysInsideItsView(long start, long count) {
    BufferView view = buffer.view(DType.F32, 8, 4);

    assertRange(() -> view.slice(start, count));
    assertThatThrownBy(() -> view.slice(start, count)).hasMessageContaining("the slice reaches");
  }

  @Test
  void aSliceCountsFromItsView() {
    BufferView view = buffer.view(DType.F32, 8, 4);

    assertThat(view.slice(1, 2)).isEqualTo(buffer.view(DType.F32, 12, 2));
    assertThat(view.slice(4, 0).count()).isZero();
    assertThat(view.slice(0, 4)).isEqualTo(view);
  }

  @Property
  void viewsOverlapWhereTheyShareAByte(
      @ForAll @LongRange(max = 8) long offset, @ForAll @LongRange(max = 4) long count,
      @ForAll @LongRange(max = 16) long otherOffset, @ForAll @LongRange(max = 9) long otherCount) {
    HeapBuffer shared = new HeapBuffer("b", 64);
    BufferView view = shared.view(DType.F32, 4 * offset, count);
    BufferView other = shared.view(DType.U8, otherOffset, otherCount);
    Set<Long> bytes = bytes(view);
    bytes.retainAll(bytes(other));

    assertThat(view.overlaps(other)).isEqualTo(!bytes.isEmpty()).isEqualTo(other.overlaps(view));
    assertThat(view.overlaps(new HeapBuffer("b", 64).view(DType.U8))).as("another buffer")
        .isFalse();
  }

  private static Set<Long> bytes(BufferView view) {
    return LongStream.range(view.offsetBytes(), view.offsetBytes() + view.lengthBytes())
        .boxed()
        .collect(Collectors.toSet());
  }

  @Test
  void anEmptyViewInsideAnotherOverlapsNothing() {
    BufferView whole = buffer.view(DType.F32);

    assertThat(whole.overlaps(buffer.view(DType.F32, 16, 0))).isFalse();
    assertThat(buffer.view(DType.F32, 16, 0).overlaps(whole)).isFalse();
  }

  @Test
  void viewsAtTheEndOfTheLargestBufferOverlapWithoutWrapping() {
    HeapBuffer largest = HeapBuffer.largest();
    BufferView end = new BufferView(largest, DType.U8, Long.MAX_VALUE - 8, 8);

    assertThat(end.overlaps(new BufferView(largest, DType.U8, 0, Long.MAX_VALUE))).isTrue();
    assertThat(end.overlaps(new BufferView(largest, DType.U8, 0, Long.MAX_VALUE - 8))).isFalse();
  }

  @Test
  void theWholeBufferLeavesOutARestSmallerThanAnElement() {
    HeapBuffer odd = new HeapBuffer("odd", 11);

    assertThat(odd.view(DType.F32)).isEqualTo(odd.view(DType.F32, 0, 2));
    assertThat(new HeapBuffer("none", 0).view(DType.F32).count()).isZero();
  }

  @Test
  void contentGoesWhereTheViewLies() {
    BufferView view = buffer.view(DType.I16, 6, 3);

    view.write(Elements.ofLongs(DType.I16, 1, -2, 3));

    assertThat(view.read().toDoubles()).containsExactly(1, -2, 3);
    assertThat(buffer.view(DType.I16).read().toDoubles()).startsWith(0, 0, 0, 1, -2, 3, 0);
    assertThat(view).hasToString("weights[i16 x 3 at byte 6]");
  }

  @Test
  void contentOfAnotherTypeOrLengthIsRefused() {
    BufferView view = buffer.view(DType.F16, 0, 3);

    for (Elements wrong : new Elements[] {Elements.zeros(DType.BF16, 3),
      Elements.zeros(DType.F16, 2), Elements.zeros(DType.F16, 4)}) {
      assertThatThrownBy(() -> view.write(wrong)).isInstanceOf(InvalidCallException.class)
          .extracting(error -> ((AssayException) error).code())
          .isEqualTo(Codes.BIND_TYPE);
    }
    GoldenFile.assertMessage("view-content",
        catchThrowable(() -> view.write(Elements.zeros(DType.BF16, 3))));
  }

  @Test
  void messagesNameBufferAndRange() {
    GoldenFile.assertMessage("view-outside", catchThrowable(() -> buffer.view(DType.F32, 60, 2)));
    GoldenFile.assertMessage("view-unaligned", catchThrowable(() -> buffer.view(DType.F32, 6, 2)));
    GoldenFile.assertMessage("view-slice",
        catchThrowable(() -> buffer.view(DType.F32, 0, 4).slice(3, 2)));
  }

  private static void assertRange(ThrowingCallable call) {
    assertThatThrownBy(call).isInstanceOf(InvalidCallException.class)
        .extracting(error -> ((AssayException) error).code())
        .isEqualTo(Codes.BUFFER_RANGE);
  }
}
