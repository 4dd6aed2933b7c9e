package dev.assay.models.onnx;

import dev.assay.models.ModelCodes;
import dev.assay.models.onnx.proto.OnnxProto;
import dev.assay.spi.data.DType;
import dev.assay.spi.error.Problem;
import dev.assay.spi.error.Problems;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Checks one tensor of a file against itself and finds its bytes, wherever the format allows them to be. */
final class TensorDecoder {
  /** Where data lies, by ONNX's numbers. */
  private static final int INSIDE = 0;

  private static final int EXTERNAL = 1;

  private final ExternalData external;
  private final Problems problems;

  TensorDecoder(ExternalData external, Problems problems) {
    this.external = external;
    this.problems = problems;
  }

  /**
   * The tensor, or null after its problem was added.
   *
   * @param place what the tensor is, for messages
   */
  @Nullable
  OnnxTensor decode(OnnxProto.Tensor tensor, String place) {
    DType dtype = ElementTypes.dtype(tensor.getDataType());
    if (dtype == null) {
      problems.add(
          Problem.of(ModelCodes.ONNX_DTYPE, place + " has an element type that Assay does not hold")
              .expected(
                  "float, float16, bfloat16, bool or an integer of 8 to 64 bits",
                  ElementTypes.describe(tensor.getDataType())));
      return null;
    }
    if (tensor.hasSegment()) {
      problems.add(Problem.of(ModelCodes.ONNX_UNSUPPORTED,
          place + " is a piece of a tensor; pieces are not read"));
      return null;
    }
    OptionalLong byteSize = byteSize(tensor.getDimsList(), dtype, place);
    if (byteSize.isEmpty()) {
      return null;
    }
    MemorySegment data = data(tensor, dtype, byteSize.getAsLong(), place);
    if (data == null || (dtype == DType.BOOL && !holdsBooleans(data, place))) {
      return null;
    }
    return new OnnxTensor(tensor.getName(), dtype, tensor.getDimsList(), data);
  }

  private OptionalLong byteSize(List<Long> dims, DType dtype, String place) {
    try {
      long bytes = dtype.sizeBytes();
      for (long dim : dims) {
        if (dim < 0) {
          problems.add(
              Problem.of(ModelCodes.ONNX_DIMS, place + " has a negative dimension")
                  .expected("dimensions of 0 or more", dims.toString()));
          return OptionalLong.empty();
        }
        bytes = Math.multiplyExact(bytes, dim);
      }
      return OptionalLong.of(bytes);
    } catch (ArithmeticException overflow) {
      problems.add(
          Problem
              .of(ModelCodes.ONNX_DIMS,
                  place + " has dimensions whose product does not fit 63 bits")
              .expected("a size in bytes below 2^63", dims + " of " + dtype));
      return OptionalLong.empty();
    }
  }

  private @Nullable MemorySegment data(OnnxProto.Tensor tensor, DType dtype, long byteSize,
      String place) {
    boolean raw = !tensor.getRawData().isEmpty();
    TypedValues typed = TypedValues.of(tensor);
    if (tensor.getDataLocation() != INSIDE) {
      if (tensor.getDataLocation() != EXTERNAL) {
        problems.add(
            Problem
                .of(ModelCodes.ONNX_MALFORMED, place + " has its data at an unknown kind of place")
                .expected("data location 0 or 1", String.valueOf(tensor.getDataLocation())));
        return null;
      }
      if (raw || typed.filledLists() > 0) {
        problems.add(Problem.of(ModelCodes.ONNX_MALFORMED,
            place + " has data both in the model file and outside"));
        return null;
      }
      return external.read(tensor.getExternalDataList(), byteSize, place, problems);
    }
    if ((raw ? 1 : 0) + typed.filledLists() > 1) {
      problems.add(Problem.of(ModelCodes.ONNX_MALFORMED, place + " has its data more than once"));
      return null;
    }
    // An empty list of values and empty raw data look the same; both hold 0 bytes.
    long found = raw || typed.filledLists() == 0
        ? tensor.getRawData().size()
        : typed.count() * dtype.sizeBytes();
    if (found != byteSize) {
      problems.add(
          Problem
              .of(ModelCodes.ONNX_LENGTH,
                  place + " has data of another length than its dimensions say")
              .expected(byteSize + " bytes for " + dtype + tensor.getDimsList(), found + " bytes"));
      return null;
    }
    return raw || typed.filledLists() == 0
        ? MemorySegment.ofBuffer(tensor.getRawData().asReadOnlyByteBuffer())
        : typed.pack(dtype, place, problems);
  }

  private boolean holdsBooleans(MemorySegment data, String place) {
    for (long i = 0; i < data.byteSize(); i++) {
      byte value = data.get(ValueLayout.JAVA_BYTE, i);
      if (value != 0 && value != 1) {
        problems.add(
            Problem.of(ModelCodes.ONNX_MALFORMED, place + " holds something else than booleans")
                .expected("bytes of 0 or 1", value + " at " + i));
        return false;
      }
    }
    return true;
  }
}
