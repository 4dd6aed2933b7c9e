package dev.assay.models.onnx;

import dev.assay.spi.data.DType;
import java.util.List;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/** ONNX's numbers for element types. */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class ElementTypes {
  /** Names by number; those that Assay does not hold appear in messages only. */
  private static final List<String> NAMES =
      List.of(
          "undefined", "float", "uint8", "int8", "uint16", "int16", "int32", "int64", "string",
          "bool", "float16",
          "double", "uint32", "uint64", "complex64", "complex128", "bfloat16", "float8e4m3fn",
          "float8e4m3fnuz",
          "float8e5m2", "float8e5m2fnuz", "uint4", "int4", "float4e2m1");

  private ElementTypes() {}

  /** The type that Assay holds for this number, or null. */
  public static @Nullable DType dtype(int number) {
    return switch (number) {
      case 1 -> DType.F32;
      case 2 -> DType.U8;
      case 3 -> DType.I8;
      case 4 -> DType.U16;
      case 5 -> DType.I16;
      case 6 -> DType.I32;
      case 7 -> DType.I64;
      case 9 -> DType.BOOL;
      case 10 -> DType.F16;
      case 12 -> DType.U32;
      case 13 -> DType.U64;
      case 16 -> DType.BF16;
      default -> null;
    };
  }

  /** ONNX's name with the number, such as {@code double (11)}. */
  public static String describe(int number) {
    return (number >= 0 && number < NAMES.size() ? NAMES.get(number) : "unknown") + " (" + number
        + ")";
  }
}
