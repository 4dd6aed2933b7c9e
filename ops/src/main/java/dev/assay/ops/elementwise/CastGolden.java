package dev.assay.ops.elementwise;

import dev.assay.spi.data.DType;
import dev.assay.spi.data.Elements;
import dev.assay.spi.kernel.GoldenCase;
import java.util.List;

/** Golden cases of {@link Cast}. */
final class CastGolden {
  private CastGolden() {}

  /** The cases of the kernel that casts from this type. */
  static List<GoldenCase> from(DType source) {
    return switch (source) {
      case F32 -> fromFloat();
      case F16 -> fromHalf();
      case BF16 -> fromBfloat();
      case I32 -> fromInt();
      case U8 -> fromUchar();
      case I8 -> fromChar();
      case BOOL -> fromBool();
      case I16, I64, U16, U32, U64 -> CastWideGolden.from(source);
    };
  }

  private static List<GoldenCase> fromFloat() {
    return List.of(
        golden("f32 to f16",
            Elements.of(DType.F32,
                1.00048828125, 1.000489235, 1.00146484375, 65519, 65520, -1000000000,
                5.999999786E-08, 1.999999988E-08, -0.0, Double.NaN, Double.POSITIVE_INFINITY),
            Elements.of(DType.F16,
                1, 1.0009765625, 1.001953125, 65504, Double.POSITIVE_INFINITY,
                Double.NEGATIVE_INFINITY, 5.960464478E-08, 0, -0.0, Double.NaN,
                Double.POSITIVE_INFINITY),
            "Python 3 fractions, rounded to nearest even"),
        golden("f32 to bf16",
            Elements.of(DType.F32,
                1.00390625, 1.003907204, 1.01171875, 3.39989996E+38, -3.299999965E+38, 0.1000000015,
                -0.0, Double.NaN, Double.NEGATIVE_INFINITY),
            Elements.of(DType.BF16,
                1, 1.0078125, 1.015625, Double.POSITIVE_INFINITY, -3.29648543E+38, 0.10009765625,
                -0.0, Double.NaN, Double.NEGATIVE_INFINITY),
            "Python 3 fractions, rounded to nearest even"),
        golden("f32 to i32",
            Elements.of(DType.F32,
                0.9900000095, -0.9900000095, 1.5, 2.5, -2.5, 2147483520, 2147483648.0,
                -2147483648.0,
                -3000000000.0, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY),
            Elements.ofLongs(DType.I32,
                0, 0, 1, 2, -2, 2147483520, 2147483647, -2147483648L, -2147483648L, 0, 2147483647,
                -2147483648L),
            "Python 3 integers: truncated, then saturated"),
        golden("f32 to u8",
            Elements.of(DType.F32,
                255.8999939, 256, -0.5, -1, 127.5, Double.NaN, Double.POSITIVE_INFINITY,
                3.700000048),
            Elements.ofLongs(DType.U8, 255, 255, 0, 0, 127, 0, 255, 3),
            "Python 3 integers: truncated, then saturated"),
        golden("f32 to i8",
            Elements.of(DType.F32,
                127.9000015, 128, -128.8999939, -129, -0.8999999762, Double.NaN,
                Double.NEGATIVE_INFINITY),
            Elements.ofLongs(DType.I8, 127, 127, -128, -128, 0, 0, -128),
            "Python 3 integers: truncated, then saturated"),
        golden("f32 to bool",
            Elements.of(DType.F32,
                0, -0.0, 0.5, -1, Double.NaN, Double.POSITIVE_INFINITY, 1.000000003E-30),
            Elements.ofLongs(DType.BOOL, 0, 0, 1, 1, 1, 1, 1),
            "by hand: zero or not"));
  }

  private static List<GoldenCase> fromHalf() {
    return List.of(
        golden("f16 to f32",
            Elements.of(DType.F16,
                0.09997558594, -65504, 5.960464478E-08, Double.POSITIVE_INFINITY, Double.NaN, -0.0),
            Elements.of(DType.F32,
                0.09997558594, -65504, 5.960464478E-08, Double.POSITIVE_INFINITY, Double.NaN, -0.0),
            "Python 3 fractions, rounded to nearest even"),
        golden("f16 to bf16",
            Elements.of(DType.F16,
                0.09997558594, 1.00390625, 1.01171875, 1.0048828125, -65504, 5.960464478E-08,
                Double.NaN, Double.POSITIVE_INFINITY),
            Elements.of(DType.BF16,
                0.10009765625, 1, 1.015625, 1.0078125, -65536, 5.960464478E-08, Double.NaN,
                Double.POSITIVE_INFINITY),
            "Python 3 fractions, rounded to nearest even"),
        golden("f16 to u8",
            Elements.of(DType.F16, 255, 300, -1, 0.75, Double.NaN),
            Elements.ofLongs(DType.U8, 255, 255, 0, 0, 0),
            "Python 3 integers: truncated, then saturated"),
        golden("f16 to i8",
            Elements.of(DType.F16, -130, 127.5, -0.5),
            Elements.ofLongs(DType.I8, -128, 127, 0),
            "Python 3 integers: truncated, then saturated"),
        golden("f16 to bool",
            Elements.of(DType.F16, 0, 5.960464478E-08, Double.NaN, -2),
            Elements.ofLongs(DType.BOOL, 0, 1, 1, 1),
            "by hand: zero or not"));
  }

  private static List<GoldenCase> fromBfloat() {
    return List.of(
        golden("bf16 to f32",
            Elements.of(DType.BF16,
                0.10009765625, 3.29648543E+38, 1.001006908E-38, Double.NaN,
                Double.NEGATIVE_INFINITY,
                -0.0),
            Elements.of(DType.F32,
                0.10009765625, 3.29648543E+38, 1.001006908E-38, Double.NaN,
                Double.NEGATIVE_INFINITY,
                -0.0),
            "Python 3 fractions, rounded to nearest even"),
        golden("bf16 to f16",
            Elements.of(DType.BF16,
                0.10009765625, 65024, 65536, 1.001171768E-07, 2.002343535E-08, Double.NaN,
                -3.00405527E+38),
            Elements.of(DType.F16,
                0.10009765625, 65024, Double.POSITIVE_INFINITY, 1.192092896E-07, 0, Double.NaN,
                Double.NEGATIVE_INFINITY),
            "Python 3 fractions, rounded to nearest even"),
        golden("bf16 to i32",
            Elements.of(DType.BF16,
                3003121664.0, -3003121664.0, 2.5, -2.5, 9.984020832E-31, Double.NaN),
            Elements.ofLongs(DType.I32, 2147483647, -2147483648L, 2, -2, 0, 0),
            "Python 3 integers: truncated, then saturated"),
        golden("bf16 to bool",
            Elements.of(DType.BF16, 0, 1.001006908E-38, Double.NaN),
            Elements.ofLongs(DType.BOOL, 0, 1, 1),
            "by hand: zero or not"));
  }

  private static List<GoldenCase> fromInt() {
    return List.of(
        golden("i32 to f32",
            Elements.ofLongs(DType.I32,
                16777217, 16777219, -16777217, 2147483647, -2147483648L, 0),
            Elements.of(DType.F32,
                16777216, 16777220, -16777216, 2147483648.0, -2147483648.0, 0),
            "Python 3 fractions, rounded to nearest even"),
        golden("i32 to f16",
            Elements.ofLongs(DType.I32, 2049, 2051, 65519, 65520, -70000, -1),
            Elements.of(DType.F16,
                2048, 2052, 65504, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, -1),
            "Python 3 fractions, rounded to nearest even"),
        golden("i32 to bf16",
            Elements.ofLongs(DType.I32, 257, 259, 258, -2147483648L, 3),
            Elements.of(DType.BF16, 256, 260, 258, -2147483648.0, 3),
            "Python 3 fractions, rounded to nearest even"),
        golden("i32 to u8",
            Elements.ofLongs(DType.I32, 256, 255, -1, 0, 128),
            Elements.ofLongs(DType.U8, 255, 255, 0, 0, 128),
            "Python 3 integers: truncated, then saturated"),
        golden("i32 to i8",
            Elements.ofLongs(DType.I32, 128, -129, 127, -128),
            Elements.ofLongs(DType.I8, 127, -128, 127, -128),
            "Python 3 integers: truncated, then saturated"),
        golden("i32 to bool",
            Elements.ofLongs(DType.I32, 0, 256, -1, 1),
            Elements.ofLongs(DType.BOOL, 0, 1, 1, 1),
            "by hand: zero or not"));
  }

  private static List<GoldenCase> fromUchar() {
    return List.of(
        golden("u8 to f16",
            Elements.ofLongs(DType.U8, 0, 1, 255, 128),
            Elements.of(DType.F16, 0, 1, 255, 128),
            "Python 3 fractions, rounded to nearest even"),
        golden("u8 to bf16",
            Elements.ofLongs(DType.U8, 0, 255, 129, 253),
            Elements.of(DType.BF16, 0, 255, 129, 253),
            "Python 3 fractions, rounded to nearest even"),
        golden("u8 to i8",
            Elements.ofLongs(DType.U8, 0, 127, 128, 255),
            Elements.ofLongs(DType.I8, 0, 127, 127, 127),
            "Python 3 integers: truncated, then saturated"),
        golden("u8 to bool",
            Elements.ofLongs(DType.U8, 0, 1, 2, 255),
            Elements.ofLongs(DType.BOOL, 0, 1, 1, 1),
            "by hand: zero or not"));
  }

  private static List<GoldenCase> fromChar() {
    return List.of(
        golden("i8 to f32",
            Elements.ofLongs(DType.I8, -128, 127, 0, -1),
            Elements.of(DType.F32, -128, 127, 0, -1),
            "Python 3 fractions, rounded to nearest even"),
        golden("i8 to u8",
            Elements.ofLongs(DType.I8, -128, -1, 0, 127),
            Elements.ofLongs(DType.U8, 0, 0, 0, 127),
            "Python 3 integers: truncated, then saturated"),
        golden("i8 to i32",
            Elements.ofLongs(DType.I8, -128, -1, 0, 127),
            Elements.ofLongs(DType.I32, -128, -1, 0, 127),
            "Python 3 integers: truncated, then saturated"),
        golden("i8 to bool",
            Elements.ofLongs(DType.I8, 0, -128, 1),
            Elements.ofLongs(DType.BOOL, 0, 1, 1),
            "by hand: zero or not"));
  }

  private static List<GoldenCase> fromBool() {
    return List.of(
        golden("bool to f32",
            Elements.ofLongs(DType.BOOL, 0, 1, 1),
            Elements.of(DType.F32, 0, 1, 1),
            "Python 3 fractions, rounded to nearest even"),
        golden("bool to i32",
            Elements.ofLongs(DType.BOOL, 1, 0, 1),
            Elements.ofLongs(DType.I32, 1, 0, 1),
            "Python 3 integers: truncated, then saturated"),
        golden("bool to u8",
            Elements.ofLongs(DType.BOOL, 0, 1),
            Elements.ofLongs(DType.U8, 0, 1),
            "Python 3 integers: truncated, then saturated"));
  }

  static GoldenCase golden(String label, Elements x, Elements expected, String source) {
    return GoldenCase.of(Cast.arguments(label, expected.dtype(), x), "out", expected, source);
  }
}
