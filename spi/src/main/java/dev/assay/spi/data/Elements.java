package dev.assay.spi.data;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.Objects;
import org.apiguardian.api.API;

/**
 * A typed, little-endian run of elements over memory: what reference functions read and write, and what cases and
 * golden values are made of. Values travel as double or long; a double is rounded to nearest even into floating-point
 * types and, for integers, truncated towards zero and saturated (NaN gives 0); a boolean is 1 for everything but zero,
 * NaN included, as in C. Indices are checked as elements, so that one whose byte offset would wrap is refused too. The
 * memory is not copied; thread safety is that of plain memory.
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class Elements {
  private static final ValueLayout.OfShort SHORT =
      ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfFloat FLOAT =
      ValueLayout.JAVA_FLOAT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private final DType dtype;
  private final MemorySegment memory;
  private final long length;

  private Elements(DType dtype, MemorySegment memory) {
    this.dtype = dtype;
    this.memory = memory;
    this.length = memory.byteSize() / dtype.sizeBytes();
    if (length * dtype.sizeBytes() != memory.byteSize()) {
      throw new IllegalArgumentException(
          memory.byteSize() + " bytes are no whole number of " + dtype + " elements");
    }
  }

  /** Elements over this memory, whose size must be a multiple of the type's. */
  public static Elements over(DType dtype, MemorySegment memory) {
    return new Elements(dtype, memory);
  }

  /** New zeroed elements on the Java heap; at most 2³¹−1 bytes. */
  public static Elements zeros(DType dtype, long length) {
    return new Elements(dtype, MemorySegment
        .ofArray(new byte[Math.toIntExact(Math.multiplyExact(length, dtype.sizeBytes()))]));
  }

  /** New elements on the heap holding these values, rounded to the type. */
  public static Elements of(DType dtype, double... values) {
    Elements elements = zeros(dtype, values.length);
    elements.write(0, values, 0, values.length);
    return elements;
  }

  /** New elements on the heap holding these integers, of which each must be in the type's range. */
  public static Elements ofLongs(DType dtype, long... values) {
    Elements elements = zeros(dtype, values.length);
    for (int i = 0; i < values.length; i++) {
      elements.setLong(i, values[i]);
    }
    return elements;
  }

  /** The element type. */
  public DType dtype() {
    return dtype;
  }

  /** The number of elements. */
  public long length() {
    return length;
  }

  /** The memory itself, for bulk copies. */
  public MemorySegment memory() {
    return memory;
  }

  /** The elements from {@code start}, {@code count} of them, over the same memory. */
  public Elements slice(long start, long count) {
    Objects.checkFromIndexSize(start, count, length);
    return new Elements(dtype,
        memory.asSlice(start * dtype.sizeBytes(), count * dtype.sizeBytes()));
  }

  /** The same elements over the same memory, through which nothing can be written. */
  public Elements asReadOnly() {
    return memory.isReadOnly() ? this : new Elements(dtype, memory.asReadOnly());
  }

  /** Element {@code index} as a double; U64 and I64 values beyond 2⁵³ are rounded. */
  public double getDouble(long index) {
    Objects.checkIndex(index, length);
    return switch (dtype) {
      case F32 -> memory.get(FLOAT, index * 4);
      case F16 -> FloatBits.fromHalf(memory.get(SHORT, index * 2));
      case BF16 -> FloatBits.fromBfloat(memory.get(SHORT, index * 2));
      case U64 -> unsignedToDouble(getLong(index));
      case I8, I16, I32, I64, U8, U16, U32, BOOL -> (double) getLong(index);
    };
  }

  /** Sets element {@code index}, rounded or saturated to the type as the class comment says. */
  public void setDouble(long index, double value) {
    Objects.checkIndex(index, length);
    switch (dtype) {
      case F32 -> memory.set(FLOAT, index * 4, (float) value);
      case F16 -> memory.set(SHORT, index * 2, FloatBits.toHalf(value));
      case BF16 -> memory.set(SHORT, index * 2, FloatBits.toBfloat(value));
      case BOOL -> memory.set(ValueLayout.JAVA_BYTE, index, (byte) (value != 0 ? 1 : 0));
      case U64 -> memory.set(LONG, index * 8, doubleToUnsigned(value));
      case I8, I16, I32, I64, U8, U16, U32 ->
          setLong(index, Math.clamp((long) value, dtype.minLong(), dtype.maxLong()));
    }
  }

  /** Element {@code index} of an integer type; U64 as its bits. */
  public long getLong(long index) {
    return getLong(dtype, memory, Objects.checkIndex(index, length) * dtype.sizeBytes());
  }

  /** The integer of this type at a place in memory. */
  static long getLong(DType dtype, MemorySegment memory, long offsetBytes) {
    return switch (dtype) {
      case I8 -> memory.get(ValueLayout.JAVA_BYTE, offsetBytes);
      case U8, BOOL -> memory.get(ValueLayout.JAVA_BYTE, offsetBytes) & 0xFFL;
      case I16 -> memory.get(SHORT, offsetBytes);
      case U16 -> memory.get(SHORT, offsetBytes) & 0xFFFFL;
      case I32 -> memory.get(INT, offsetBytes);
      case U32 -> memory.get(INT, offsetBytes) & 0xFFFF_FFFFL;
      case I64, U64 -> memory.get(LONG, offsetBytes);
      case F32, F16, BF16 -> throw new IllegalStateException(dtype + " elements are not integers");
    };
  }

  /** Sets element {@code index} of an integer type; a value outside the type's range is an error, U64 takes its bits. */
  public void setLong(long index, long value) {
    if (dtype != DType.U64 && (value < dtype.minLong() || value > dtype.maxLong())) {
      throw new IllegalArgumentException(value + " is no " + dtype);
    }
    setLongBits(index, value);
  }

  /** Sets element {@code index} of an integer type to the low bits of {@code value}: arithmetic that wraps. */
  public void setLongBits(long index, long value) {
    Objects.checkIndex(index, length);
    switch (dtype) {
      case I8, U8, BOOL -> memory.set(ValueLayout.JAVA_BYTE, index, (byte) value);
      case I16, U16 -> memory.set(SHORT, index * 2, (short) value);
      case I32, U32 -> memory.set(INT, index * 4, (int) value);
      case I64, U64 -> memory.set(LONG, index * 8, value);
      case F32, F16, BF16 -> throw new IllegalStateException(dtype + " elements are not integers");
    }
  }

  /** Reads {@code count} elements from {@code start} into {@code target} at {@code offset}. */
  public void read(long start, double[] target, int offset, int count) {
    Objects.checkFromIndexSize(start, count, length);
    Objects.checkFromIndexSize(offset, count, target.length);
    if (dtype == DType.F32) {
      // The one bulk loop worth its own line: weights of every matmul pass through it.
      for (int i = 0; i < count; i++) {
        target[offset + i] = memory.get(FLOAT, (start + i) * 4);
      }
      return;
    }
    for (int i = 0; i < count; i++) {
      target[offset + i] = getDouble(start + i);
    }
  }

  /** Writes {@code count} elements from {@code source} at {@code offset} to {@code start}, rounded to the type. */
  public void write(long start, double[] source, int offset, int count) {
    Objects.checkFromIndexSize(start, count, length);
    Objects.checkFromIndexSize(offset, count, source.length);
    if (dtype == DType.F32) {
      for (int i = 0; i < count; i++) {
        memory.set(FLOAT, (start + i) * 4, (float) source[offset + i]);
      }
      return;
    }
    for (int i = 0; i < count; i++) {
      setDouble(start + i, source[offset + i]);
    }
  }

  /** All elements as doubles; for arrays that fit one. */
  public double[] toDoubles() {
    double[] values = new double[Math.toIntExact(length)];
    read(0, values, 0, values.length);
    return values;
  }

  /** Whether both have the same type, length and bits. */
  public boolean sameBits(Elements other) {
    return dtype == other.dtype && length == other.length && memory.mismatch(other.memory) == -1;
  }

  @Override
  public String toString() {
    return dtype + "[" + length + "]";
  }

  private static double unsignedToDouble(long bits) {
    // Halving with the lost bit kept sticky rounds once, as a direct conversion would.
    return bits >= 0 ? (double) bits : (double) ((bits >>> 1) | (bits & 1)) * 2.0;
  }

  private static long doubleToUnsigned(double value) {
    if (!(value > 0)) {
      return 0;
    }
    if (value >= 0x1p64) {
      return -1L;
    }
    return value < 0x1p63 ? (long) value : (long) (value - 0x1p63) + Long.MIN_VALUE;
  }
}
