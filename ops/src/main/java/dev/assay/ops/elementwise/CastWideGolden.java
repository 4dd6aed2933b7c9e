package dev.assay.ops.elementwise;

import dev.assay.spi.data.DType;
import dev.assay.spi.data.Elements;
import dev.assay.spi.kernel.GoldenCase;
import java.util.List;

/** Golden cases of {@link Cast} from the integer types of which networks only have indices, counts and quantised values. */
final class CastWideGolden {
  private static final String FRACTIONS = "Python 3 fractions, rounded to nearest even";
  private static final String INTEGERS = "Python 3 integers: saturated";

  private CastWideGolden() {}

  /** The cases of the kernel that casts from this type. */
  static List<GoldenCase> from(DType source) {
    return switch (source) {
      case I16 -> fromShort();
      case I64 -> fromLong();
      case U16 -> fromUshort();
      case U32 -> fromUint();
      case U64 -> fromUlong();
      case F32, F16, BF16, I8, I32, U8, BOOL -> List.of();
    };
  }

  private static List<GoldenCase> fromShort() {
    Elements x = Elements.ofLongs(DType.I16, -32768, -1, 0, 255, 32767);
    return List.of(
        CastGolden.golden("i16 to f32", x, Elements.of(DType.F32, -32768, -1, 0, 255, 32767),
            FRACTIONS),
        CastGolden.golden("i16 to bf16", x, Elements.of(DType.BF16, -32768, -1, 0, 255, 32768),
            FRACTIONS),
        CastGolden.golden("i16 to u8", x, Elements.ofLongs(DType.U8, 0, 0, 0, 255, 255), INTEGERS),
        CastGolden.golden("i16 to i64", x,
            Elements.ofLongs(DType.I64, -32768, -1, 0, 255, 32767), INTEGERS),
        CastGolden.golden("i16 to u64", x, Elements.ofLongs(DType.U64, 0, 0, 0, 255, 32767),
            INTEGERS));
  }

  private static List<GoldenCase> fromLong() {
    return List.of(
        CastGolden.golden("i64 to f32, where two roundings would end elsewhere",
            Elements.ofLongs(DType.I64,
                9007199254740993L, 4611686293305294849L, -4611686293305294849L, Long.MAX_VALUE,
                Long.MIN_VALUE, 16777217),
            Elements.of(DType.F32,
                0x1p53, 0x1.000002p62, -0x1.000002p62, 0x1p63,
                -0x1p63, 16777216),
            FRACTIONS),
        CastGolden.golden("i64 to bf16, where two roundings would end elsewhere",
            Elements.ofLongs(DType.I64,
                257, 4629700416936869889L, 4629700416936869888L, -4629700416936869889L),
            Elements.of(DType.BF16,
                256, 0x1.02p62, 0x1p62, -0x1.02p62),
            FRACTIONS),
        CastGolden.golden("i64 to i32",
            Elements.ofLongs(DType.I64,
                2147483647, 2147483648L, -2147483648L, -2147483649L, Long.MIN_VALUE, 7),
            Elements.ofLongs(DType.I32,
                2147483647, 2147483647, -2147483648L, -2147483648L, -2147483648L, 7),
            INTEGERS),
        CastGolden.golden("i64 to u64",
            Elements.ofLongs(DType.I64, -1, 0, Long.MAX_VALUE, Long.MIN_VALUE),
            Elements.ofLongs(DType.U64, 0, 0, Long.MAX_VALUE, 0), INTEGERS),
        CastGolden.golden("i64 to bool", Elements.ofLongs(DType.I64, 0, 1L << 40, -1),
            Elements.ofLongs(DType.BOOL, 0, 1, 1), "by hand: zero or not"));
  }

  private static List<GoldenCase> fromUshort() {
    Elements x = Elements.ofLongs(DType.U16, 0, 1, 32768, 65535);
    return List.of(
        CastGolden.golden("u16 to f32", x, Elements.of(DType.F32, 0, 1, 32768, 65535), FRACTIONS),
        CastGolden.golden("u16 to f16", x,
            Elements.of(DType.F16, 0, 1, 32768, Double.POSITIVE_INFINITY), FRACTIONS),
        CastGolden.golden("u16 to i16", x, Elements.ofLongs(DType.I16, 0, 1, 32767, 32767),
            INTEGERS),
        CastGolden.golden("u16 to i32", x, Elements.ofLongs(DType.I32, 0, 1, 32768, 65535),
            INTEGERS));
  }

  private static List<GoldenCase> fromUint() {
    Elements x = Elements.ofLongs(DType.U32, 0, 16777217, 2147483648L, 4294967295L);
    return List.of(
        CastGolden.golden("u32 to f32", x, Elements.of(DType.F32, 0, 16777216, 0x1p31, 0x1p32),
            FRACTIONS),
        CastGolden.golden("u32 to i32", x,
            Elements.ofLongs(DType.I32, 0, 16777217, 2147483647, 2147483647), INTEGERS),
        CastGolden.golden("u32 to i64", x,
            Elements.ofLongs(DType.I64, 0, 16777217, 2147483648L, 4294967295L), INTEGERS));
  }

  private static List<GoldenCase> fromUlong() {
    Elements x = Elements.ofLongs(DType.U64,
        -9223371487098961919L, -9223371487098961920L, -1, 255, 0);
    return List.of(
        CastGolden.golden("u64 to f32, where two roundings would end elsewhere", x,
            Elements.of(DType.F32,
                0x1.000002p63, 0x1p63, 0x1p64, 255, 0),
            FRACTIONS),
        CastGolden.golden("u64 to i64", x,
            Elements.ofLongs(DType.I64,
                Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE, 255, 0),
            INTEGERS),
        CastGolden.golden("u64 to u32", x,
            Elements.ofLongs(DType.U32, 4294967295L, 4294967295L, 4294967295L, 255, 0), INTEGERS),
        CastGolden.golden("u64 to i8", x, Elements.ofLongs(DType.I8, 127, 127, 127, 127, 0),
            INTEGERS),
        CastGolden.golden("u64 to bool", x, Elements.ofLongs(DType.BOOL, 1, 1, 1, 1, 0),
            "by hand: zero or not"));
  }
}
