package dev.assay.backend.metal.apple.doubled;

import dev.assay.spi.data.DType;
import dev.assay.spi.data.StructLayout;
import dev.assay.spi.data.StructValue;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;

/**
 * A function constant as Metal was given it.
 *
 * @param index of {@code [[function_constant(index)]]}
 * @param type its {@code MTLDataType}
 * @param bits its bytes, the first in the lowest
 */
record ConstantBits(int index, int type, long bits) {
  private static final int WORDS = 3;

  @SuppressWarnings("restricted")
  static List<ConstantBits> at(MemorySegment constants, long count) {
    MemorySegment words = constants.reinterpret(count * WORDS * Long.BYTES);
    List<ConstantBits> read = new ArrayList<>();
    for (long i = 0; i < count; i++) {
      read.add(new ConstantBits(
          Math.toIntExact(words.getAtIndex(ValueLayout.JAVA_LONG, i * WORDS)),
          Math.toIntExact(words.getAtIndex(ValueLayout.JAVA_LONG, i * WORDS + 1)),
          words.getAtIndex(ValueLayout.JAVA_LONG, i * WORDS + 2)));
    }
    return read;
  }

  StructValue value() {
    DType dtype = dtype();
    MemorySegment word = MemorySegment.ofArray(new long[] {bits});
    return StructValue.over(StructLayout.scalar(dtype), word.asSlice(0, dtype.sizeBytes()));
  }

  /** By the numbers of Apple's header MTLArgument.h. */
  private DType dtype() {
    return switch (type) {
      case 3 -> DType.F32;
      case 16 -> DType.F16;
      case 121 -> DType.BF16;
      case 45 -> DType.I8;
      case 37 -> DType.I16;
      case 29 -> DType.I32;
      case 81 -> DType.I64;
      case 49 -> DType.U8;
      case 41 -> DType.U16;
      case 33 -> DType.U32;
      case 85 -> DType.U64;
      case 53 -> DType.BOOL;
      default -> throw new IllegalArgumentException(type + " is no MTLDataType of a scalar");
    };
  }
}
