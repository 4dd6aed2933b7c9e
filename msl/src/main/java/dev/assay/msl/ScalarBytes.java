package dev.assay.msl;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Optional;

/** The bytes of a scalar in the type that a parameter declares. */
final class ScalarBytes {
  private ScalarBytes() {}

  /** The bytes, or nothing where the value is not exactly of the type. */
  static Optional<byte[]> of(String declared, Object value) {
    String type = declared.replaceAll("_t$", "");
    return switch (type) {
      case "float" -> value instanceof Float f ? bytes(4, Float.floatToRawIntBits(f)) : none();
      case "half" ->
          value instanceof Float f ? bytes(2, Float.floatToFloat16(f)) : none();
      case "bool" -> value instanceof Boolean b ? bytes(1, b ? 1 : 0) : none();
      case "int", "uint", "int32", "uint32" -> value instanceof Integer i ? bytes(4, i) : none();
      case "long", "ulong", "int64", "uint64", "size" ->
          value instanceof Long l
              ? bytes(8, l)
              : value instanceof Integer i ? bytes(8, i)
              : none();
      case "short", "ushort", "int16", "uint16" ->
          value instanceof Short s ? bytes(2, s) : none();
      case "char", "uchar", "int8", "uint8" -> value instanceof Byte b ? bytes(1, b) : none();
      default -> none();
    };
  }

  private static Optional<byte[]> bytes(int count, long value) {
    byte[] bytes = new byte[count];
    byte[] all = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putLong(value).array();
    System.arraycopy(all, 0, bytes, 0, count);
    return Optional.of(bytes);
  }

  private static Optional<byte[]> none() {
    return Optional.empty();
  }
}
