package dev.assay.spi.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.assay.spi.GoldenFile;
import dev.assay.spi.error.Codes;
import dev.assay.spi.error.InvalidCallException;
import dev.assay.spi.error.Problem;
import java.lang.foreign.ValueLayout;
import java.util.HexFormat;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class StructValueTest {
  private static final StructLayout PARAMS = StructLayout.struct("Params")
      .field("rows", DType.U32)
      .field("eps", DType.F32)
      .array("shape", DType.U16, 3)
      .field("causal", DType.BOOL)
      .field("stride", DType.U64)
      .build();

  private static StructValue.Builder params() {
    return PARAMS.value()
        .set("rows", 2)
        .set("eps", 0.5)
        .setAll("shape", new long[] {3, 4, 5})
        .set("causal", 1)
        .set("stride", 6);
  }

  @Test
  void fieldsLieAtTheirOffsetsAndPaddingIsZero() {
    assertThat(hex(params().build()))
        .isEqualTo("02000000" + "0000003f" + "030004000500" + "01" + "00" + "0600000000000000");
  }

  @Test
  void lanesOfAPaddedVectorAreDense() {
    StructValue value = StructLayout.struct("S")
        .vector("v", DType.I16, 3, false)
        .field("b", DType.I8)
        .build()
        .value()
        .setAll("v", new long[] {1, -2, 3})
        .set("b", -1)
        .build();

    assertThat(hex(value)).isEqualTo("0100" + "feff" + "0300" + "0000" + "ff" + "00000000000000");
    assertThat(value.getLongs("v")).containsExactly(1, -2, 3);
  }

  @Test
  void floatingPointVectorsAreRoundedToTheirType() {
    StructValue value = StructLayout.struct("S")
        .vector("v", DType.F16, 2, false)
        .build()
        .value()
        .setAll("v", new double[] {1 + 0x1p-11 + 0x1p-40, -2})
        .build();

    assertThat(hex(value)).isEqualTo("013c" + "00c0");
    assertThat(value.getDouble("v", 1)).isEqualTo(-2);
  }

  @Test
  void valuesComeBackByName() {
    StructValue value = params().build();

    assertThat(value.layout()).isSameAs(PARAMS);
    assertThat(value.getLong("rows")).isEqualTo(2);
    assertThat(value.getDouble("eps")).isEqualTo(0.5);
    assertThat(value.getLong("shape", 2)).isEqualTo(5);
    assertThat(value.getLongs("shape")).containsExactly(3, 4, 5);
    assertThat(value.getLongs("rows")).containsExactly(2);
    assertThat(value).hasToString("{rows=2, eps=0.5, shape=[3, 4, 5], causal=1, stride=6}");
    assertThatThrownBy(() -> value.getLong("shape", 3))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> value.getLong("shape", -1))
        .isInstanceOf(IndexOutOfBoundsException.class);
  }

  @Test
  void everythingThatIsWrongComesInOneMessage() {
    StructValue.Builder builder = PARAMS.value()
        .set("row", 2) // unknown
        .set("eps", 1) // an integer for a float
        .set("eps", 2.0) // doubled
        .setAll("shape", new long[] {1, 65_536, -1}) // two out of range
        .set("causal", 2); // out of range; rows and stride are missing

    InvalidCallException error = catchThrowableOfType(InvalidCallException.class, builder::build);

    assertThat(error.problems()).hasSize(8);
    GoldenFile.assertMessage("struct-value-everything-wrong", error);
  }

  @ParameterizedTest
  @EnumSource(names = {"F32", "F16", "BF16"})
  void anIntegerForAFloatIsRefused(DType type) {
    assertThat(problem(() -> StructValue.ofLong(type, 1)).code()).isEqualTo(Codes.CONSTANT_FIELD);
    assertThat(problem(() -> StructValue.ofLong(type, 1)).actual()).isEqualTo("the integer 1");
    assertThat(problem(() -> StructValue.ofLong(type, 1)).expected()).isEqualTo(type.mslName());
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = {"F32", "F16", "BF16"})
  void aFloatForAnIntegerIsRefusedEvenWhenItIsWhole(DType type) {
    assertThat(problem(() -> StructValue.ofDouble(type, 1.0)).code())
        .isEqualTo(Codes.CONSTANT_FIELD);
    assertThat(problem(() -> StructValue.ofDouble(type, 1.0)).actual())
        .isEqualTo("the floating-point number 1.0");
    assertThat(problem(() -> StructValue.ofDouble(type, 1.0)).expected()).isEqualTo(type.mslName());
  }

  @ParameterizedTest
  @CsvSource({
    "U32, 4294967296, index.overflow", "I32, 2147483648, index.overflow", "U8, 256, index.overflow",
    "U32, -1, constant.field", "I32, -2147483649, constant.field", "U64, -1, constant.field",
    "BOOL, 2, constant.field",
    "BOOL, -1, constant.field"})
  void anIntegerOutsideItsFieldIsRefused(DType type, long value, String code) {
    Problem problem = problem(() -> StructValue.ofLong(type, value));

    assertThat(problem.code().id()).isEqualTo(code);
    assertThat(problem.actual()).isEqualTo(Long.toString(value));
    assertThat(problem.remedy() != null).as("only what is too large can be split")
        .isEqualTo(code.startsWith("index"));
  }

  @ParameterizedTest
  @CsvSource({"U32, 4294967295", "I32, -2147483648", "U64, 9223372036854775807",
    "I64, -9223372036854775808", "BOOL, 1"})
  void theEndsOfTheRangeAreHeld(DType type, long value) {
    assertThat(StructValue.ofLong(type, value).getLong("")).isEqualTo(value);
    assertThat(StructValue.ofLong(type, value)).hasToString("{" + value + "}");
  }

  @Test
  void arraysTakeExactlyTheirLength() {
    for (long[] values : new long[][] {{}, {1, 2}, {1, 2, 3, 4}}) {
      Problem problem = problem(() -> StructLayout.struct("S")
          .array("a", DType.I32, 3)
          .build()
          .value()
          .setAll("a", values)
          .build());
      assertThat(problem.expected()).isEqualTo("3 values");
      assertThat(problem.actual()).isEqualTo(values.length + " values");
    }
  }

  @Test
  void anUnknownFieldOffersTheNearest() {
    StructValue value = params().build();

    assertThat(problem(() -> value.getLong("strides")).remedy()).isEqualTo("did you mean stride?");
    assertThat(problem(() -> value.getDouble("eps2")).code()).isEqualTo(Codes.CONSTANT_FIELD);
  }

  @Test
  void aFloatsBitsAreNeverReadAsAnInteger() {
    assertThatThrownBy(() -> params().build().getLong("eps"))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void aFinishedValueNeverChanges() {
    StructLayout layout = StructLayout.struct("S").field("a", DType.I32).build();
    StructValue.Builder builder = layout.value().set("a", 1);
    StructValue value = builder.build();

    builder.set("a", 2);

    assertThat(value.getLong("a")).isEqualTo(1);
    assertThat(value.bytes().isReadOnly()).isTrue();
    assertThatThrownBy(builder::build).hasMessageContaining("set twice");
  }

  @Test
  void valuesAreEqualByLayoutAndContent() {
    assertThat(params().build()).isEqualTo(params().build()).hasSameHashCodeAs(params().build());
    assertThat(StructValue.ofLong(DType.I32, 1)).isNotEqualTo(StructValue.ofLong(DType.I32, 2));
    assertThat(StructValue.ofLong(DType.I32, 1)).isNotEqualTo(StructValue.ofLong(DType.U32, 1));
  }

  private static Problem problem(ThrowingCallable call) {
    InvalidCallException error = catchThrowableOfType(InvalidCallException.class, call);
    return error.problems().getFirst();
  }

  private static String hex(StructValue value) {
    return HexFormat.of().formatHex(value.bytes().toArray(ValueLayout.JAVA_BYTE));
  }
}
