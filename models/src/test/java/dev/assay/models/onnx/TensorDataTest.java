package dev.assay.models.onnx;

import static dev.assay.models.onnx.OnnxFiles.codes;
import static dev.assay.models.onnx.OnnxFiles.floats;
import static dev.assay.models.onnx.OnnxFiles.model;
import static dev.assay.models.onnx.OnnxFiles.problems;
import static dev.assay.models.onnx.OnnxFiles.read;
import static dev.assay.models.onnx.OnnxFiles.tensor;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import dev.assay.models.ModelCodes;
import dev.assay.models.onnx.proto.OnnxProto;
import dev.assay.spi.data.DType;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TensorDataTest {
  @ParameterizedTest
  @CsvSource({
    "1, F32, 0000803f000080bf, '1.0 -1.0'",
    "2, U8, 01ff, '1 255'",
    "3, I8, 01ff, '1 -1'",
    "4, U16, 0100ffff, '1 65535'",
    "5, I16, 0100ffff, '1 -1'",
    "6, I32, 01000000ffffffff, '1 -1'",
    "7, I64, 0100000000000000ffffffffffffffff, '1 -1'",
    "9, BOOL, 0100, '1 0'",
    "10, F16, 003c00bc, '1.0 -1.0'",
    "12, U32, 01000000ffffffff, '1 4294967295'",
    "13, U64, 0100000000000000ffffffffffffffff, '1 -1'",
    "16, BF16, 803f80bf, '1.0 -1.0'",
  })
  void bytesAreReadInEveryElementType(int type, DType dtype, String hex, String values) {
    ByteString raw = ByteString.copyFrom(HexFormat.of().parseHex(hex));
    OnnxTensor tensor = read(model(tensor("t", type, 2).setRawData(raw))).initializer("t");

    assertThat(tensor.dtype()).isEqualTo(dtype);
    assertThat(tensor.shape()).containsExactly(2L);
    assertThat(tensor.elementCount()).isEqualTo(2);
    assertThat(text(tensor)).isEqualTo(values);
  }

  @ParameterizedTest
  @CsvSource({
    "2, U8, '0 255'", "3, I8, '-128 127'", "4, U16, '0 65535'", "5, I16, '-32768 32767'",
    "6, I32, '-2147483648 2147483647'", "7, I64, '-9223372036854775808 9223372036854775807'",
    "9, BOOL, '0 1'",
    "12, U32, '0 4294967295'", "13, U64, '-1 1'",
  })
  void integersAreReadFromTheListForTheirType(int type, DType dtype, String values) {
    OnnxProto.Tensor.Builder builder = tensor("t", type, 2);
    for (String value : values.split(" ", -1)) {
      add(builder, type, Long.parseLong(value));
    }
    OnnxTensor tensor = read(model(builder)).initializer("t");

    assertThat(tensor.dtype()).isEqualTo(dtype);
    assertThat(tensor.data().byteSize()).isEqualTo(2L * dtype.sizeBytes());
    assertThat(text(tensor)).isEqualTo(values);
  }

  @Test
  void floatsAreReadFromTheListForTheirType() {
    assertThat(
        read(model(tensor("t", 1, 3).addFloatData(1.5f).addFloatData(-0f).addFloatData(Float.NaN)))
            .initializer("t")
            .toFloats())
        .containsExactly(1.5f, -0f, Float.NaN);
    assertThat(
        read(model(tensor("t", 10, 2).addInt32Data(0x3c00).addInt32Data(0xfc00))).initializer("t")
            .toFloats())
        .containsExactly(1, Float.NEGATIVE_INFINITY);
    assertThat(read(model(tensor("t", 16, 1).addInt32Data(0xc040))).initializer("t").toFloats())
        .containsExactly(-3);
  }

  @ParameterizedTest
  @CsvSource({"2, 256", "2, -1", "3, 128", "3, -129", "4, 65536", "5, 32768", "9, 2", "10, 65536",
    "16, -1", "12, -1",
    "12, 4294967296"})
  void aValueOutsideItsElementTypeIsRefused(int type, long value) {
    assertThat(codes(model(add(tensor("t", type, 1), type, value))))
        .containsExactly(ModelCodes.ONNX_MALFORMED);
  }

  @Test
  void aListForAnotherElementTypeIsRefused() {
    assertThat(codes(model(tensor("t", 1, 1).addInt32Data(1))))
        .containsExactly(ModelCodes.ONNX_MALFORMED);
    assertThat(codes(model(tensor("t", 7, 1).addInt32Data(1))))
        .containsExactly(ModelCodes.ONNX_MALFORMED);
    assertThat(codes(model(tensor("t", 6, 1).addInt64Data(1))))
        .containsExactly(ModelCodes.ONNX_MALFORMED);
    assertThat(codes(model(tensor("t", 1, 1).addDoubleData(1))))
        .containsExactly(ModelCodes.ONNX_MALFORMED);
  }

  @Test
  void dataInTwoPlacesIsRefused() {
    assertThat(codes(model(floats("t", 1).addFloatData(1))))
        .containsExactly(ModelCodes.ONNX_MALFORMED);
    assertThat(codes(model(tensor("t", 6, 2).addInt32Data(1).addInt64Data(1))))
        .containsExactly(ModelCodes.ONNX_MALFORMED);
    assertThat(codes(model(floats("t", 1).setDataLocation(1))))
        .containsExactly(ModelCodes.ONNX_MALFORMED);
    assertThat(codes(model(floats("t", 1).setDataLocation(2))))
        .containsExactly(ModelCodes.ONNX_MALFORMED);
  }

  @Test
  void bytesOtherThanZeroAndOneAreNoBooleans() {
    assertThat(codes(
        model(tensor("t", OnnxFiles.BOOL, 2).setRawData(ByteString.copyFrom(new byte[] {1, 2})))))
        .containsExactly(ModelCodes.ONNX_MALFORMED);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 8, 11, 14, 15, 17, 23, 24, -1, Integer.MAX_VALUE, Integer.MIN_VALUE})
  void elementTypesThatAssayDoesNotHoldAreNamed(int type) {
    assertThat(problems(model(tensor("t", type, 1))))
        .singleElement()
        .satisfies(
            problem -> {
              assertThat(problem.code()).isEqualTo(ModelCodes.ONNX_DTYPE);
              assertThat(problem.actual()).contains("(" + type + ")");
            });
  }

  @Test
  void dimensionsAreCheckedBeforeTheDataIs() {
    assertThat(codes(model(tensor("t", 1, -1)))).containsExactly(ModelCodes.ONNX_DIMS);
    assertThat(codes(model(tensor("t", 1, Long.MIN_VALUE, 0))))
        .containsExactly(ModelCodes.ONNX_DIMS);
    assertThat(codes(model(tensor("t", 1, 1L << 31, 1L << 31))))
        .containsExactly(ModelCodes.ONNX_DIMS);
    assertThat(codes(model(tensor("t", 7, 1L << 60)))).containsExactly(ModelCodes.ONNX_DIMS);
    assertThat(codes(model(tensor("t", 3, Long.MAX_VALUE))))
        .containsExactly(ModelCodes.ONNX_LENGTH);
    assertThat(codes(model(tensor("t", 3, 3037000500L, 3037000500L))))
        .containsExactly(ModelCodes.ONNX_DIMS);
  }

  @Test
  void theDataIsAsLongAsTheDimensionsSay() {
    assertThat(codes(model(floats("t", 1, 2).clearDims()))).containsExactly(ModelCodes.ONNX_LENGTH);
    assertThat(codes(model(floats("t", 1, 2).addDims(2)))).containsExactly(ModelCodes.ONNX_LENGTH);
    assertThat(codes(model(tensor("t", 1, 1).setRawData(ByteString.copyFrom(new byte[3])))))
        .containsExactly(ModelCodes.ONNX_LENGTH);
    assertThat(codes(model(tensor("t", 1, 3).addFloatData(1))))
        .containsExactly(ModelCodes.ONNX_LENGTH);
    assertThat(codes(model(tensor("t", 1, 1)))).containsExactly(ModelCodes.ONNX_LENGTH);
  }

  @Test
  void aScalarHasOneElementAndAnEmptyTensorNone() {
    OnnxTensor scalar = read(model(floats("t", 7).clearDims())).initializer("t");
    OnnxTensor empty = read(model(tensor("t", 1, 3, 0, 5))).initializer("t");

    assertThat(scalar.shape()).isEmpty();
    assertThat(scalar.toFloats()).containsExactly(7);
    assertThat(empty.shape()).containsExactly(3L, 0L, 5L);
    assertThat(empty.elementCount()).isZero();
    assertThat(empty.toFloats()).isEmpty();
  }

  @Test
  void floatsAreNoIntegersAndIntegersNoFloats() {
    OnnxTensor number = read(model(floats("t", 7))).initializer("t");
    OnnxTensor integer = read(model(tensor("t", 6, 1).addInt32Data(7))).initializer("t");

    assertThatThrownBy(number::toLongs).isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("t f32[1]");
    assertThatThrownBy(integer::toFloats).isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("t i32[1]");
  }

  private static OnnxProto.Tensor.Builder add(OnnxProto.Tensor.Builder tensor, int type,
      long value) {
    return switch (type) {
      case 7 -> tensor.addInt64Data(value);
      case 12, 13 -> tensor.addUint64Data(value);
      default -> tensor.addInt32Data(Math.toIntExact(value));
    };
  }

  private static String text(OnnxTensor tensor) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < tensor.elementCount(); i++) {
      text.append(i == 0 ? "" : " ");
      if (tensor.dtype().isFloat()) {
        text.append(tensor.toFloats()[i]);
      } else {
        text.append(tensor.toLongs()[i]);
      }
    }
    return text.toString();
  }
}
