package dev.assay.models.onnx;

import dev.assay.spi.data.DType;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.List;
import java.util.stream.Collectors;
import org.apiguardian.api.API;

/**
 * A tensor of an ONNX file, row-major.
 *
 * @param name the initialiser's name; empty for a tensor inside a node
 * @param dtype the element type
 * @param shape the dimensions, outermost first; empty for a scalar
 * @param data the elements, little-endian and aligned to bytes only, exactly as many as the shape says; read-only
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public record OnnxTensor(String name, DType dtype, List<Long> shape, MemorySegment data) {
  private static final ValueLayout.OfShort SHORT =
      ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfFloat FLOAT =
      ValueLayout.JAVA_FLOAT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  /** Copies the shape and makes the data read-only. */
  public OnnxTensor {
    shape = List.copyOf(shape);
    data = data.asReadOnly();
  }

  /** How many elements there are; 1 for a scalar. */
  public long elementCount() {
    return data.byteSize() / dtype.sizeBytes();
  }

  /** A copy of all elements of a floating-point tensor, widened to float where narrower. */
  public float[] toFloats() {
    float[] values = new float[Math.toIntExact(elementCount())];
    switch (dtype) {
      case F32 -> MemorySegment.copy(data, FLOAT, 0, values, 0, values.length);
      case F16 -> {
        for (int i = 0; i < values.length; i++) {
          values[i] = Float.float16ToFloat(data.get(SHORT, 2L * i));
        }
      }
      case BF16 -> {
        for (int i = 0; i < values.length; i++) {
          values[i] = Float.intBitsToFloat(data.get(SHORT, 2L * i) << 16);
        }
      }
      case I8, I16, I32, I64, U8, U16, U32, U64, BOOL ->
          throw new IllegalStateException(describe() + " does not hold floating-point numbers");
    }
    return values;
  }

  /** A copy of all elements of an integer or boolean tensor; u64 keeps its bits. */
  public long[] toLongs() {
    long[] values = new long[Math.toIntExact(elementCount())];
    for (int i = 0; i < values.length; i++) {
      values[i] =
          switch (dtype) {
            case I8 -> data.get(ValueLayout.JAVA_BYTE, i);
            case U8, BOOL -> Byte.toUnsignedLong(data.get(ValueLayout.JAVA_BYTE, i));
            case I16 -> data.get(SHORT, 2L * i);
            case U16 -> Short.toUnsignedLong(data.get(SHORT, 2L * i));
            case I32 -> data.get(INT, 4L * i);
            case U32 -> Integer.toUnsignedLong(data.get(INT, 4L * i));
            case I64, U64 -> data.get(LONG, 8L * i);
            case F32, F16, BF16 ->
                throw new IllegalStateException(describe() + " does not hold integers");
          };
    }
    return values;
  }

  /** Name, element type and shape for messages, such as {@code encoder.bias f32[384]}. */
  public String describe() {
    String dims = shape.stream().map(String::valueOf).collect(Collectors.joining(", ", "[", "]"));
    return (name.isEmpty() ? "tensor" : name) + " " + dtype + dims;
  }
}
