// out[i] = x[i] in another type. Numbers that a type cannot hold saturate; NaN gives 0 in an integer.

// Truncates a float towards zero into the range of an integer. −low is the first float above high.
inline int saturated(float x, int low, int high) {
  if (is_nan(x)) return 0;
  if (x >= -float(low)) return high;
  return x <= float(low) ? low : int(x);
}

template <typename To>
struct FromFloat {
  static To of(float x) { return To(x); }
};
template <>
struct FromFloat<int> {
  static int of(float x) { return saturated(x, -2147483647 - 1, 2147483647); }
};
template <>
struct FromFloat<char> {
  static char of(float x) { return char(saturated(x, -128, 127)); }
};
template <>
struct FromFloat<uchar> {
  static uchar of(float x) { return x > 0.0f ? uchar(saturated(x, -256, 255)) : uchar(0); }
};

template <>
struct FromFloat<short> {
  static short of(float x) { return short(saturated(x, -32768, 32767)); }
};
template <>
struct FromFloat<ushort> {
  static ushort of(float x) { return x > 0.0f ? ushort(saturated(x, -65536, 65535)) : ushort(0); }
};
template <>
struct FromFloat<uint> {
  static uint of(float x) {
    if (x >= 4294967296.0f) return 0xFFFFFFFFu;
    return x > 0.0f ? uint(x) : 0u;
  }
};
template <>
struct FromFloat<long> {
  static long of(float x) {
    if (is_nan(x)) return 0;
    if (x >= 9223372036854775808.0f) return numeric_limits<long>::max();
    return x <= -9223372036854775808.0f ? numeric_limits<long>::min() : long(x);
  }
};
template <>
struct FromFloat<ulong> {
  static ulong of(float x) {
    if (x >= 18446744073709551616.0f) return numeric_limits<ulong>::max();
    return x > 0.0f ? ulong(x) : ulong(0);
  }
};

// By way of f32, which holds every f16, bf16, bool and integer of 8 and 16 bits.
template <typename To, typename From>
struct Converted {
  static To of(From x) { return FromFloat<To>::of(float(x)); }
};

// 64 bits with 24 significant ones at most, which f32 holds; the last of them tells whether others were cut off, far below
// the last of bf16, so that the second rounding is the only one.
inline float sticky(ulong x) {
  uint cut = 0;
  while ((x >> cut) >= (ulong(1) << 24)) cut += 8;
  const ulong below = (ulong(1) << cut) - 1;
  return float((x & ~below) | ((x & below) != 0 ? ulong(1) << cut : ulong(0)));
}

// From integers that f32 does not hold, by magnitude and sign.
template <typename To>
struct FromWide {
  static To of(ulong magnitude, bool negative) {
    const ulong high = ulong(numeric_limits<To>::max());
    const ulong low = ulong(0) - ulong(long(numeric_limits<To>::min()));
    return negative ? To(long(ulong(0) - min(magnitude, low))) : To(min(magnitude, high));
  }
};
template <>
struct FromWide<float> {
  static float of(ulong magnitude, bool negative) {
    const float x = float(magnitude);
    return negative ? -x : x;
  }
};
template <>
struct FromWide<half> {
  static half of(ulong magnitude, bool negative) {
    // What f32 would round is beyond f16.
    return half(FromWide<float>::of(magnitude, negative));
  }
};
template <>
struct FromWide<bfloat> {
  static bfloat of(ulong magnitude, bool negative) {
    const float x = sticky(magnitude);
    return bfloat(negative ? -x : x);
  }
};
template <>
struct FromWide<bool> {
  static bool of(ulong magnitude, bool) { return magnitude != 0; }
};

template <typename To>
struct Converted<To, int> {
  static To of(int x) { return FromWide<To>::of(x < 0 ? ulong(0) - ulong(long(x)) : ulong(x), x < 0); }
};
template <typename To>
struct Converted<To, long> {
  static To of(long x) { return FromWide<To>::of(x < 0 ? ulong(0) - ulong(x) : ulong(x), x < 0); }
};
template <typename To>
struct Converted<To, uint> {
  static To of(uint x) { return FromWide<To>::of(ulong(x), false); }
};
template <typename To>
struct Converted<To, ulong> {
  static To of(ulong x) { return FromWide<To>::of(x, false); }
};

// By the bits, as arithmetic may take a subnormal number for 0.
template <typename From>
struct BoolFromFloat {
  static bool of(From x) {
    typedef typename FloatBits<From>::type bits;
    return bits(as_type<bits>(x) & FloatBits<From>::magnitude) != 0;
  }
};
template <>
struct Converted<bool, float> : BoolFromFloat<float> {};
template <>
struct Converted<bool, half> : BoolFromFloat<half> {};
template <>
struct Converted<bool, bfloat> : BoolFromFloat<bfloat> {};
template <>
struct Converted<bool, char> {
  static bool of(char x) { return x != 0; }
};
template <>
struct Converted<bool, uchar> {
  static bool of(uchar x) { return x != 0; }
};
template <>
struct Converted<bool, short> {
  static bool of(short x) { return x != 0; }
};
template <>
struct Converted<bool, ushort> {
  static bool of(ushort x) { return x != 0; }
};

template <typename To, typename From>
[[kernel]] void cast(device const From* x [[buffer(0)]], device To* out [[buffer(1)]],
                     constant uint& length [[buffer(2)]], uint quad [[thread_position_in_grid]]) {
  const uint end = min(length - quad * 4, 4u) + quad * 4;
  for (uint i = quad * 4; i < end; i++) out[i] = Converted<To, From>::of(x[i]);
}

INSTANTIATE("cast_from_f32_f16", cast<half, float>)
INSTANTIATE("cast_from_f32_bf16", cast<bfloat, float>)
INSTANTIATE("cast_from_f32_i32", cast<int, float>)
INSTANTIATE("cast_from_f32_u8", cast<uchar, float>)
INSTANTIATE("cast_from_f32_i8", cast<char, float>)
INSTANTIATE("cast_from_f32_bool", cast<bool, float>)
INSTANTIATE("cast_from_f32_i16", cast<short, float>)
INSTANTIATE("cast_from_f32_i64", cast<long, float>)
INSTANTIATE("cast_from_f32_u16", cast<ushort, float>)
INSTANTIATE("cast_from_f32_u32", cast<uint, float>)
INSTANTIATE("cast_from_f32_u64", cast<ulong, float>)

INSTANTIATE("cast_from_f16_f32", cast<float, half>)
INSTANTIATE("cast_from_f16_bf16", cast<bfloat, half>)
INSTANTIATE("cast_from_f16_i32", cast<int, half>)
INSTANTIATE("cast_from_f16_u8", cast<uchar, half>)
INSTANTIATE("cast_from_f16_i8", cast<char, half>)
INSTANTIATE("cast_from_f16_bool", cast<bool, half>)
INSTANTIATE("cast_from_f16_i16", cast<short, half>)
INSTANTIATE("cast_from_f16_i64", cast<long, half>)
INSTANTIATE("cast_from_f16_u16", cast<ushort, half>)
INSTANTIATE("cast_from_f16_u32", cast<uint, half>)
INSTANTIATE("cast_from_f16_u64", cast<ulong, half>)

INSTANTIATE("cast_from_bf16_f32", cast<float, bfloat>)
INSTANTIATE("cast_from_bf16_f16", cast<half, bfloat>)
INSTANTIATE("cast_from_bf16_i32", cast<int, bfloat>)
INSTANTIATE("cast_from_bf16_u8", cast<uchar, bfloat>)
INSTANTIATE("cast_from_bf16_i8", cast<char, bfloat>)
INSTANTIATE("cast_from_bf16_bool", cast<bool, bfloat>)
INSTANTIATE("cast_from_bf16_i16", cast<short, bfloat>)
INSTANTIATE("cast_from_bf16_i64", cast<long, bfloat>)
INSTANTIATE("cast_from_bf16_u16", cast<ushort, bfloat>)
INSTANTIATE("cast_from_bf16_u32", cast<uint, bfloat>)
INSTANTIATE("cast_from_bf16_u64", cast<ulong, bfloat>)

INSTANTIATE("cast_from_i32_f32", cast<float, int>)
INSTANTIATE("cast_from_i32_f16", cast<half, int>)
INSTANTIATE("cast_from_i32_bf16", cast<bfloat, int>)
INSTANTIATE("cast_from_i32_u8", cast<uchar, int>)
INSTANTIATE("cast_from_i32_i8", cast<char, int>)
INSTANTIATE("cast_from_i32_bool", cast<bool, int>)
INSTANTIATE("cast_from_i32_i16", cast<short, int>)
INSTANTIATE("cast_from_i32_i64", cast<long, int>)
INSTANTIATE("cast_from_i32_u16", cast<ushort, int>)
INSTANTIATE("cast_from_i32_u32", cast<uint, int>)
INSTANTIATE("cast_from_i32_u64", cast<ulong, int>)

INSTANTIATE("cast_from_u8_f32", cast<float, uchar>)
INSTANTIATE("cast_from_u8_f16", cast<half, uchar>)
INSTANTIATE("cast_from_u8_bf16", cast<bfloat, uchar>)
INSTANTIATE("cast_from_u8_i32", cast<int, uchar>)
INSTANTIATE("cast_from_u8_i8", cast<char, uchar>)
INSTANTIATE("cast_from_u8_bool", cast<bool, uchar>)
INSTANTIATE("cast_from_u8_i16", cast<short, uchar>)
INSTANTIATE("cast_from_u8_i64", cast<long, uchar>)
INSTANTIATE("cast_from_u8_u16", cast<ushort, uchar>)
INSTANTIATE("cast_from_u8_u32", cast<uint, uchar>)
INSTANTIATE("cast_from_u8_u64", cast<ulong, uchar>)

INSTANTIATE("cast_from_i8_f32", cast<float, char>)
INSTANTIATE("cast_from_i8_f16", cast<half, char>)
INSTANTIATE("cast_from_i8_bf16", cast<bfloat, char>)
INSTANTIATE("cast_from_i8_i32", cast<int, char>)
INSTANTIATE("cast_from_i8_u8", cast<uchar, char>)
INSTANTIATE("cast_from_i8_bool", cast<bool, char>)
INSTANTIATE("cast_from_i8_i16", cast<short, char>)
INSTANTIATE("cast_from_i8_i64", cast<long, char>)
INSTANTIATE("cast_from_i8_u16", cast<ushort, char>)
INSTANTIATE("cast_from_i8_u32", cast<uint, char>)
INSTANTIATE("cast_from_i8_u64", cast<ulong, char>)

INSTANTIATE("cast_from_bool_f32", cast<float, bool>)
INSTANTIATE("cast_from_bool_f16", cast<half, bool>)
INSTANTIATE("cast_from_bool_bf16", cast<bfloat, bool>)
INSTANTIATE("cast_from_bool_i32", cast<int, bool>)
INSTANTIATE("cast_from_bool_u8", cast<uchar, bool>)
INSTANTIATE("cast_from_bool_i8", cast<char, bool>)
INSTANTIATE("cast_from_bool_i16", cast<short, bool>)
INSTANTIATE("cast_from_bool_i64", cast<long, bool>)
INSTANTIATE("cast_from_bool_u16", cast<ushort, bool>)
INSTANTIATE("cast_from_bool_u32", cast<uint, bool>)
INSTANTIATE("cast_from_bool_u64", cast<ulong, bool>)

INSTANTIATE("cast_from_i16_f32", cast<float, short>)
INSTANTIATE("cast_from_i16_f16", cast<half, short>)
INSTANTIATE("cast_from_i16_bf16", cast<bfloat, short>)
INSTANTIATE("cast_from_i16_i32", cast<int, short>)
INSTANTIATE("cast_from_i16_u8", cast<uchar, short>)
INSTANTIATE("cast_from_i16_i8", cast<char, short>)
INSTANTIATE("cast_from_i16_bool", cast<bool, short>)
INSTANTIATE("cast_from_i16_i64", cast<long, short>)
INSTANTIATE("cast_from_i16_u16", cast<ushort, short>)
INSTANTIATE("cast_from_i16_u32", cast<uint, short>)
INSTANTIATE("cast_from_i16_u64", cast<ulong, short>)

INSTANTIATE("cast_from_i64_f32", cast<float, long>)
INSTANTIATE("cast_from_i64_f16", cast<half, long>)
INSTANTIATE("cast_from_i64_bf16", cast<bfloat, long>)
INSTANTIATE("cast_from_i64_i32", cast<int, long>)
INSTANTIATE("cast_from_i64_u8", cast<uchar, long>)
INSTANTIATE("cast_from_i64_i8", cast<char, long>)
INSTANTIATE("cast_from_i64_bool", cast<bool, long>)
INSTANTIATE("cast_from_i64_i16", cast<short, long>)
INSTANTIATE("cast_from_i64_u16", cast<ushort, long>)
INSTANTIATE("cast_from_i64_u32", cast<uint, long>)
INSTANTIATE("cast_from_i64_u64", cast<ulong, long>)

INSTANTIATE("cast_from_u16_f32", cast<float, ushort>)
INSTANTIATE("cast_from_u16_f16", cast<half, ushort>)
INSTANTIATE("cast_from_u16_bf16", cast<bfloat, ushort>)
INSTANTIATE("cast_from_u16_i32", cast<int, ushort>)
INSTANTIATE("cast_from_u16_u8", cast<uchar, ushort>)
INSTANTIATE("cast_from_u16_i8", cast<char, ushort>)
INSTANTIATE("cast_from_u16_bool", cast<bool, ushort>)
INSTANTIATE("cast_from_u16_i16", cast<short, ushort>)
INSTANTIATE("cast_from_u16_i64", cast<long, ushort>)
INSTANTIATE("cast_from_u16_u32", cast<uint, ushort>)
INSTANTIATE("cast_from_u16_u64", cast<ulong, ushort>)

INSTANTIATE("cast_from_u32_f32", cast<float, uint>)
INSTANTIATE("cast_from_u32_f16", cast<half, uint>)
INSTANTIATE("cast_from_u32_bf16", cast<bfloat, uint>)
INSTANTIATE("cast_from_u32_i32", cast<int, uint>)
INSTANTIATE("cast_from_u32_u8", cast<uchar, uint>)
INSTANTIATE("cast_from_u32_i8", cast<char, uint>)
INSTANTIATE("cast_from_u32_bool", cast<bool, uint>)
INSTANTIATE("cast_from_u32_i16", cast<short, uint>)
INSTANTIATE("cast_from_u32_i64", cast<long, uint>)
INSTANTIATE("cast_from_u32_u16", cast<ushort, uint>)
INSTANTIATE("cast_from_u32_u64", cast<ulong, uint>)

INSTANTIATE("cast_from_u64_f32", cast<float, ulong>)
INSTANTIATE("cast_from_u64_f16", cast<half, ulong>)
INSTANTIATE("cast_from_u64_bf16", cast<bfloat, ulong>)
INSTANTIATE("cast_from_u64_i32", cast<int, ulong>)
INSTANTIATE("cast_from_u64_u8", cast<uchar, ulong>)
INSTANTIATE("cast_from_u64_i8", cast<char, ulong>)
INSTANTIATE("cast_from_u64_bool", cast<bool, ulong>)
INSTANTIATE("cast_from_u64_i16", cast<short, ulong>)
INSTANTIATE("cast_from_u64_i64", cast<long, ulong>)
INSTANTIATE("cast_from_u64_u16", cast<ushort, ulong>)
INSTANTIATE("cast_from_u64_u32", cast<uint, ulong>)
