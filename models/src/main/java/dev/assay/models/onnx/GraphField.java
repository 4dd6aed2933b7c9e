package dev.assay.models.onnx;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedInputStream;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.UnsafeByteOperations;
import com.google.protobuf.WireFormat;
import dev.assay.models.ModelCodes;
import dev.assay.spi.error.InvalidInputException;
import dev.assay.spi.error.Problem;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Finds the graph among the outermost fields of a model. Walking these few by hand tells a file that was cut short,
 * and by how much, from one that is damaged, which the protobuf runtime does not.
 */
final class GraphField {
  /** The number of the model's field {@code graph} in ONNX's schema. */
  private static final int GRAPH = 7;

  private GraphField() {}

  /** The bytes of the graph, shared with {@code file}. */
  static ByteString find(byte[] file, String source) {
    if (file.length == 0) {
      throw new InvalidInputException(
          Problem.of(ModelCodes.ONNX_EMPTY, "the model file is empty")
              .at(source)
              .expected("an ONNX model", "0 bytes"));
    }
    try {
      ByteString graph = scan(UnsafeByteOperations.unsafeWrap(file), source);
      if (graph == null) {
        throw new InvalidInputException(
            Problem.of(ModelCodes.ONNX_EMPTY, "the file holds no graph")
                .at(source)
                .expected("an ONNX model with a graph", file.length + " bytes without one"));
      }
      return graph;
    } catch (InvalidProtocolBufferException e) {
      throw malformed(source, e);
    } catch (IOException e) {
      throw new AssertionError("reading an array raised an I/O error", e);
    }
  }

  /** The error for bytes that are not in the format. */
  static InvalidInputException malformed(String source, InvalidProtocolBufferException cause) {
    return new InvalidInputException(
        Problem.of(ModelCodes.ONNX_MALFORMED, "the file is not an ONNX model or is damaged")
            .at(source)
            .expected("fields in the format of protocol buffers",
                String.valueOf(cause.getMessage())),
        cause);
  }

  private static @Nullable ByteString scan(ByteString file, String source) throws IOException {
    CodedInputStream input = file.newCodedInput();
    ByteString graph = null;
    while (!input.isAtEnd()) {
      int tag = input.readTag();
      if (WireFormat.getTagWireType(tag) != WireFormat.WIRETYPE_LENGTH_DELIMITED) {
        input.skipField(tag);
        continue;
      }
      int field = WireFormat.getTagFieldNumber(tag);
      long length = Integer.toUnsignedLong(input.readRawVarint32());
      int start = input.getTotalBytesRead();
      if (length > file.size() - start) {
        throw new InvalidInputException(
            Problem.of(ModelCodes.ONNX_TRUNCATED, "the model file is cut short")
                .at(source)
                .expected("field " + field + " of " + length + " bytes",
                    (file.size() - start) + " bytes follow")
                .remedy("copy or download the file again"));
      }
      input.skipRawBytes((int) length);
      if (field == GRAPH) {
        if (graph != null) {
          throw new InvalidInputException(
              Problem.of(ModelCodes.ONNX_MALFORMED, "the model has two graphs")
                  .at(source)
                  .expected("one", "two"));
        }
        graph = file.substring(start, start + (int) length);
      }
    }
    return graph;
  }
}
