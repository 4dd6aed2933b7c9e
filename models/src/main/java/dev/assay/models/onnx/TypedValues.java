package dev.assay.models.onnx;

import dev.assay.models.ModelCodes;
import dev.assay.models.onnx.proto.OnnxProto;
import dev.assay.spi.data.DType;
import dev.assay.spi.error.Problem;
import dev.assay.spi.error.Problems;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/**
 * The lists of typed values in which a tensor may hold its data instead of bytes. Which list belongs to which element
 * type follows ONNX's schema: 32-bit integers also carry the narrower integers, booleans and the bits of the 16-bit
 * floating-point types; unsigned 64-bit integers also carry the unsigned 32-bit ones.
 */
final class TypedValues {
  private final OnnxProto.Tensor tensor;

  private TypedValues(OnnxProto.Tensor tensor) {
    this.tensor = tensor;
  }

  static TypedValues of(OnnxProto.Tensor tensor) {
    return new TypedValues(tensor);
  }

  /** How many of the lists hold something; more than one contradict each other. */
  int filledLists() {
    return Math.min(1, tensor.getFloatDataCount())
        + Math.min(1, tensor.getInt32DataCount())
        + Math.min(1, tensor.getInt64DataCount())
        + Math.min(1, tensor.getUint64DataCount())
        + Math.min(1, tensor.getDoubleDataCount());
  }

  /** How many values the lists hold together. */
  long count() {
    return (long) tensor.getFloatDataCount()
        + tensor.getInt32DataCount()
        + tensor.getInt64DataCount()
        + tensor.getUint64DataCount()
        + tensor.getDoubleDataCount();
  }

  /** The values as little-endian elements, or null after the problem was added. */
  @Nullable
  MemorySegment pack(DType dtype, String place, Problems problems) {
    int here = listFor(dtype);
    if (here != count()) {
      problems.add(
          Problem
              .of(ModelCodes.ONNX_MALFORMED,
                  place + " holds its values in a list for another element type")
              .expected("the list of ONNX's schema for " + dtype, "another one"));
      return null;
    }
    ByteBuffer bytes =
        ByteBuffer.allocate(Math.toIntExact((long) here * dtype.sizeBytes()))
            .order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < here; i++) {
      if (!put(bytes, dtype, i)) {
        problems.add(
            Problem.of(ModelCodes.ONNX_MALFORMED, place + " holds a value outside its element type")
                .expected("values of " + dtype, integer(dtype, i) + " at " + i));
        return null;
      }
    }
    return MemorySegment.ofArray(bytes.array());
  }

  private int listFor(DType dtype) {
    return switch (dtype) {
      case F32 -> tensor.getFloatDataCount();
      case F16, BF16, I8, I16, I32, U8, U16, BOOL -> tensor.getInt32DataCount();
      case I64 -> tensor.getInt64DataCount();
      case U32, U64 -> tensor.getUint64DataCount();
    };
  }

  private long integer(DType dtype, int i) {
    return switch (dtype) {
      case F16, BF16, I8, I16, I32, U8, U16, BOOL -> tensor.getInt32Data(i);
      case I64 -> tensor.getInt64Data(i);
      case U32, U64 -> tensor.getUint64Data(i);
      case F32 -> throw new IllegalStateException("a float is no integer");
    };
  }

  private boolean put(ByteBuffer bytes, DType dtype, int i) {
    if (dtype == DType.F32) {
      bytes.putFloat(tensor.getFloatData(i));
      return true;
    }
    long value = integer(dtype, i);
    // The bits of a 16-bit float travel as an unsigned number; 64 bits hold everything.
    boolean bitsOfFloat = dtype.isFloat();
    long least = bitsOfFloat ? 0 : dtype.minLong();
    long most = bitsOfFloat ? 0xffff : dtype.maxLong();
    if (dtype.sizeBytes() < Long.BYTES && (value < least || value > most)) {
      return false;
    }
    switch (dtype.sizeBytes()) {
      case Byte.BYTES -> bytes.put((byte) value);
      case Short.BYTES -> bytes.putShort((short) value);
      case Integer.BYTES -> bytes.putInt((int) value);
      default -> bytes.putLong(value);
    }
    return true;
  }
}
