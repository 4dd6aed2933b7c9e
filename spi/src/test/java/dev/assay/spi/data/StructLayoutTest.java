package dev.assay.spi.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.spi.data.StructLayout.Field;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Offsets by hand from the tables "Alignment and Size" of the Metal Shading Language Specification. */
class StructLayoutTest {
  @ParameterizedTest
  @CsvSource({
    "BOOL, 1", "I8, 1", "U8, 1", "I16, 2", "U16, 2", "F16, 2", "BF16, 2", "I32, 4", "U32, 4",
    "F32, 4", "I64, 8",
    "U64, 8"})
  void aScalarIsAlignedToItsSize(DType type, int bytes) {
    StructLayout layout =
        StructLayout.struct("S").field("first", DType.U8).field("scalar", type).build();

    assertThat(offsets(layout)).containsExactly(0, bytes);
    assertThat(layout.sizeBytes()).isEqualTo(2 * bytes);
    assertThat(layout.alignBytes()).isEqualTo(bytes);
  }

  @ParameterizedTest
  @CsvSource({
    "U8, 2, 2, 2", "U8, 3, 4, 4", "U8, 4, 4, 4",
    "F16, 2, 4, 4", "F16, 3, 8, 8", "F16, 4, 8, 8",
    "BF16, 2, 4, 4", "BF16, 3, 8, 8", "BF16, 4, 8, 8",
    "I32, 2, 8, 8", "I32, 3, 16, 16", "I32, 4, 16, 16",
    "F32, 2, 8, 8", "F32, 3, 16, 16", "F32, 4, 16, 16",
    "U64, 2, 16, 16", "U64, 3, 32, 32", "U64, 4, 32, 32"})
  void aVectorOfThreeTakesTheRoomOfFour(DType type, int lanes, int sizeBytes, int alignBytes) {
    StructLayout layout =
        StructLayout.struct("S")
            .field("first", DType.U8)
            .vector("v", type, lanes, false)
            .field("last", DType.U8)
            .build();

    assertThat(offsets(layout)).containsExactly(0, alignBytes, alignBytes + sizeBytes);
    assertThat(layout.alignBytes()).isEqualTo(alignBytes);
    assertThat(layout.sizeBytes()).as("padded at the end").isEqualTo(2 * alignBytes + sizeBytes);
  }

  @ParameterizedTest
  @CsvSource({
    "U8, 2, 2, 1", "U8, 3, 3, 1", "U8, 4, 4, 1", "F16, 2, 4, 2", "F16, 3, 6, 2", "F16, 4, 8, 2",
    "F32, 2, 8, 4", "F32, 3, 12, 4", "F32, 4, 16, 4", "I64, 3, 24, 8"})
  void aPackedVectorIsAlignedToItsScalar(DType type, int lanes, int sizeBytes, int alignBytes) {
    StructLayout layout =
        StructLayout.struct("S")
            .field("first", DType.U8)
            .vector("v", type, lanes, true)
            .field("last", DType.U8)
            .build();

    assertThat(offsets(layout)).containsExactly(0, alignBytes, alignBytes + sizeBytes);
    assertThat(layout.alignBytes()).isEqualTo(alignBytes);
  }

  @Test
  void paddingLiesBetweenFieldsAndAtTheEnd() {
    StructLayout layout = StructLayout.struct("Params")
        .field("rows", DType.U32)
        .field("scale", DType.F16)
        .field("stride", DType.U64)
        .field("eps", DType.F32)
        .field("causal", DType.BOOL)
        .build();

    assertThat(offsets(layout)).containsExactly(0, 4, 8, 16, 20);
    assertThat(layout.sizeBytes()).isEqualTo(24);
    assertThat(layout.alignBytes()).isEqualTo(8);
  }

  @Test
  void theUsualTrapOfAFloat3BeforeAFloat() {
    StructLayout plain =
        StructLayout.struct("S").vector("v", DType.F32, 3, false).field("f", DType.F32).build();
    StructLayout packed =
        StructLayout.struct("S").vector("v", DType.F32, 3, true).field("f", DType.F32).build();

    assertThat(offsets(plain)).containsExactly(0, 16);
    assertThat(plain.sizeBytes()).isEqualTo(32);
    assertThat(offsets(packed)).containsExactly(0, 12);
    assertThat(packed.sizeBytes()).isEqualTo(16);
  }

  @Test
  void anArrayIsAlignedToItsElement() {
    StructLayout layout = StructLayout.struct("S")
        .field("a", DType.U8)
        .array("b", DType.U16, 3)
        .field("c", DType.U32)
        .array("d", DType.U8, 1)
        .array("e", DType.I64, 2)
        .field("f", DType.U8)
        .build();

    assertThat(offsets(layout)).containsExactly(0, 2, 8, 12, 16, 32);
    assertThat(layout.sizeBytes()).isEqualTo(40);
    assertThat(layout.field("b").orElseThrow().scalars()).isEqualTo(3);
    assertThat(layout.field("b").orElseThrow().strideBytes()).isEqualTo(2);
    assertThat(layout.field("missing")).isEmpty();
  }

  @Test
  void aLoneScalarIsAnUnnamedField() {
    StructLayout layout = StructLayout.scalar(DType.U16);

    assertThat(layout.isScalar()).isTrue();
    assertThat(layout.sizeBytes()).isEqualTo(2);
    assertThat(layout.alignBytes()).isEqualTo(2);
    assertThat(layout.fields()).containsExactly(new Field("", DType.U16, 1, false, 0, 0));
    assertThat(layout).hasToString("ushort").isEqualTo(StructLayout.scalar(DType.U16));
    assertThat(layout).isNotEqualTo(StructLayout.scalar(DType.I16));
    assertThat(StructLayout.struct("S").field("x", DType.U8).build().isScalar()).isFalse();
  }

  @Test
  void layoutsAreEqualByNameAndFields() {
    StructLayout layout = StructLayout.struct("S").field("x", DType.U8).build();

    assertThat(layout).hasToString("struct S")
        .isEqualTo(StructLayout.struct("S").field("x", DType.U8).build())
        .hasSameHashCodeAs(StructLayout.struct("S").field("x", DType.U8).build());
    assertThat(layout).isNotEqualTo(StructLayout.struct("T").field("x", DType.U8).build());
    assertThat(layout).isNotEqualTo(StructLayout.struct("S").field("y", DType.U8).build());
    assertThat(layout).isNotEqualTo(StructLayout.struct("S").array("x", DType.U8, 1).build());
  }

  @Property
  void fieldsFollowOneAnotherAlignedWithTheLeastPadding(
      @ForAll @Size(min = 1, max = 12) List<DType> types,
      @ForAll @Size(12) List<@IntRange(max = 7) Integer> kinds) {
    StructLayout.Builder builder = StructLayout.struct("S");
    for (int i = 0; i < types.size(); i++) {
      int kind = kinds.get(i);
      switch (kind) {
        case 0 -> builder.field("f" + i, types.get(i));
        case 1 -> builder.array("f" + i, types.get(i), 3);
        case 2, 3, 4 -> builder.vector("f" + i, types.get(i), kind, false);
        default -> builder.vector("f" + i, types.get(i), kind - 3, true);
      }
    }
    StructLayout layout = builder.build();

    int end = 0;
    for (Field field : layout.fields()) {
      assertThat(field.offsetBytes() % field.alignBytes()).as("alignment of %s", field).isZero();
      assertThat(field.offsetBytes() - end).as("padding before %s", field)
          .isBetween(0, field.alignBytes() - 1);
      end = field.offsetBytes() + field.strideBytes() * Math.max(1, field.count());
    }
    assertThat(layout.sizeBytes() % layout.alignBytes()).isZero();
    assertThat(layout.sizeBytes() - end).isBetween(0, layout.alignBytes() - 1);
  }

  @Test
  void malformedStructsAreRefused() {
    refused(() -> StructLayout.struct(" "), "StructLayout.scalar");
    refused(() -> StructLayout.struct("S").build(), "no field");
    refused(() -> StructLayout.struct("S").field("", DType.U8), "blank or doubled");
    refused(() -> StructLayout.struct("S").field("x", DType.U8).array("x", DType.F32, 2),
        "'x' is blank or doubled");
    refused(() -> StructLayout.struct("S").array("x", DType.U8, 0), "no element");
    refused(() -> StructLayout.struct("S").array("x", DType.U8, -1), "no element");
    refused(() -> StructLayout.struct("S").vector("x", DType.F32, 1, false), "not 1");
    refused(() -> StructLayout.struct("S").vector("x", DType.F32, 5, true), "not 5");
  }

  @ParameterizedTest
  @ValueSource(ints = {Integer.MAX_VALUE, 1 << 30, (1 << 28) + 1})
  void aSizeThatWouldWrapIsRefused(int count) {
    refused(() -> StructLayout.struct("S").array("x", DType.F32, count), "beyond 1 GiB");
  }

  @Test
  void fieldsThatWrapOnlyTogetherAreRefused() {
    StructLayout.Builder builder = StructLayout.struct("S").array("x", DType.U8, 1 << 30);

    refused(() -> builder.field("y", DType.U8), "'y' ends at byte 1073741825");
  }

  private static void refused(ThrowingCallable call,
      String message) {
    assertThatThrownBy(call).isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message);
  }

  private static List<Integer> offsets(StructLayout layout) {
    return layout.fields().stream().map(Field::offsetBytes).toList();
  }
}
