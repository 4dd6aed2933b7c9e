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

// By way of f32, which holds every f16, bf16, bool and integer of 8 bits.
template <typename To, typename From>
struct Converted {
  static To of(From x) { return FromFloat<To>::of(float(x)); }
};

// f32 does not hold every int.
template <typename To>
struct Converted<To, int> {
  static To of(int x) { return To(x); }
};
// A second rounding would err; so the first one leaves bits in place of what it cut off, far below the last of bf16.
template <>
struct Converted<bfloat, int> {
  static bfloat of(int x) {
    const uint magnitude = x < 0 ? 0u - uint(x) : uint(x);
    const uint sticky = (magnitude & ~255u) | ((magnitude & 255u) != 0 ? 256u : 0u);
    const float rounded = float(magnitude < (1u << 24) ? magnitude : sticky);
    return bfloat(x < 0 ? -rounded : rounded);
  }
};
template <>
struct Converted<char, int> {
  static char of(int x) { return char(clamp(x, -128, 127)); }
};
template <>
struct Converted<uchar, int> {
  static uchar of(int x) { return uchar(clamp(x, 0, 255)); }
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
struct Converted<bool, int> {
  static bool of(int x) { return x != 0; }
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

INSTANTIATE("cast_from_f16_f32", cast<float, half>)
INSTANTIATE("cast_from_f16_bf16", cast<bfloat, half>)
INSTANTIATE("cast_from_f16_i32", cast<int, half>)
INSTANTIATE("cast_from_f16_u8", cast<uchar, half>)
INSTANTIATE("cast_from_f16_i8", cast<char, half>)
INSTANTIATE("cast_from_f16_bool", cast<bool, half>)

INSTANTIATE("cast_from_bf16_f32", cast<float, bfloat>)
INSTANTIATE("cast_from_bf16_f16", cast<half, bfloat>)
INSTANTIATE("cast_from_bf16_i32", cast<int, bfloat>)
INSTANTIATE("cast_from_bf16_u8", cast<uchar, bfloat>)
INSTANTIATE("cast_from_bf16_i8", cast<char, bfloat>)
INSTANTIATE("cast_from_bf16_bool", cast<bool, bfloat>)

INSTANTIATE("cast_from_i32_f32", cast<float, int>)
INSTANTIATE("cast_from_i32_f16", cast<half, int>)
INSTANTIATE("cast_from_i32_bf16", cast<bfloat, int>)
INSTANTIATE("cast_from_i32_u8", cast<uchar, int>)
INSTANTIATE("cast_from_i32_i8", cast<char, int>)
INSTANTIATE("cast_from_i32_bool", cast<bool, int>)

INSTANTIATE("cast_from_u8_f32", cast<float, uchar>)
INSTANTIATE("cast_from_u8_f16", cast<half, uchar>)
INSTANTIATE("cast_from_u8_bf16", cast<bfloat, uchar>)
INSTANTIATE("cast_from_u8_i32", cast<int, uchar>)
INSTANTIATE("cast_from_u8_i8", cast<char, uchar>)
INSTANTIATE("cast_from_u8_bool", cast<bool, uchar>)

INSTANTIATE("cast_from_i8_f32", cast<float, char>)
INSTANTIATE("cast_from_i8_f16", cast<half, char>)
INSTANTIATE("cast_from_i8_bf16", cast<bfloat, char>)
INSTANTIATE("cast_from_i8_i32", cast<int, char>)
INSTANTIATE("cast_from_i8_u8", cast<uchar, char>)
INSTANTIATE("cast_from_i8_bool", cast<bool, char>)

INSTANTIATE("cast_from_bool_f32", cast<float, bool>)
INSTANTIATE("cast_from_bool_f16", cast<half, bool>)
INSTANTIATE("cast_from_bool_bf16", cast<bfloat, bool>)
INSTANTIATE("cast_from_bool_i32", cast<int, bool>)
INSTANTIATE("cast_from_bool_u8", cast<uchar, bool>)
INSTANTIATE("cast_from_bool_i8", cast<char, bool>)
