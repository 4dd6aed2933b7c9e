package dev.assay.models.onnx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedOutputStream;
import dev.assay.models.onnx.proto.OnnxProto;
import dev.assay.spi.error.ErrorCode;
import dev.assay.spi.error.InvalidInputException;
import dev.assay.spi.error.Problem;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;

/** Makes ONNX files for tests, right and wrong ones, and reads them. */
final class OnnxFiles {
  static final int FLOAT = 1;
  static final int INT32 = 6;
  static final int BOOL = 9;

  private OnnxFiles() {}

  /** A model file around a graph. */
  static byte[] model(OnnxProto.Graph graph) {
    return model(List.of(graph.toByteArray()));
  }

  /** A model file with each of these as its graph. */
  static byte[] model(List<byte[]> graphs) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      CodedOutputStream output = CodedOutputStream.newInstance(bytes);
      output.writeInt64(1, 8);
      output.writeString(2, "a test");
      for (byte[] graph : graphs) {
        output.writeByteArray(7, graph);
      }
      output.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  /** A model file with initialisers and nothing else. */
  static byte[] model(OnnxProto.Tensor.Builder... initializers) {
    OnnxProto.Graph.Builder graph = OnnxProto.Graph.newBuilder();
    for (OnnxProto.Tensor.Builder initializer : initializers) {
      graph.addInitializer(initializer);
    }
    return model(graph.build());
  }

  /** An initialiser without data. */
  static OnnxProto.Tensor.Builder tensor(String name, int type, long... dims) {
    OnnxProto.Tensor.Builder tensor = OnnxProto.Tensor.newBuilder().setName(name).setDataType(type);
    for (long dim : dims) {
      tensor.addDims(dim);
    }
    return tensor;
  }

  /** A vector of floats. */
  static OnnxProto.Tensor.Builder floats(String name, float... values) {
    return tensor(name, FLOAT, values.length).setRawData(bytes(values));
  }

  /** Little-endian floats. */
  static ByteString bytes(float... values) {
    ByteBuffer buffer = ByteBuffer.allocate(4 * values.length).order(ByteOrder.LITTLE_ENDIAN);
    for (float value : values) {
      buffer.putFloat(value);
    }
    return ByteString.copyFrom(buffer.array());
  }

  /** An initialiser whose data lies elsewhere; keys and values of the reference in turn. */
  static OnnxProto.Tensor.Builder external(OnnxProto.Tensor.Builder tensor, String... entries) {
    tensor.setDataLocation(1);
    for (int i = 0; i < entries.length; i += 2) {
      tensor.addExternalData(
          OnnxProto.Entry.newBuilder().setKey(entries[i]).setValue(entries[i + 1]));
    }
    return tensor;
  }

  static OnnxModel read(byte[] file) {
    try {
      return new OnnxReader().read(new ByteArrayInputStream(file), "test.onnx");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The problems for which a file is refused. */
  static List<Problem> problems(byte[] file) {
    return problems(() -> read(file));
  }

  static List<Problem> problems(Runnable read) {
    Throwable thrown = catchThrowable(read::run);
    assertThat(thrown).isInstanceOf(InvalidInputException.class);
    return ((InvalidInputException) thrown).problems();
  }

  static List<ErrorCode> codes(byte[] file) {
    return problems(file).stream().map(Problem::code).toList();
  }
}
