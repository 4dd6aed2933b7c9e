// out[i] = x[i] in another type. What a type cannot hold saturates; a floating-point number loses its fraction, and NaN
// gives 0.

// An integer of any type.
template <typename To>
struct Target {
  template <typename From>
  static To from_float(From x) {
    const float number = float(x);
    // The smallest integer is a float itself; of the largest, which need not be one, the next above is.
    const float lowest = float(numeric_limits<To>::min());
    const float beyond = float(numeric_limits<To>::max() / 2 + 1) * 2.0f;
    if (is_nan(number)) return To(0);
    if (number >= beyond) return numeric_limits<To>::max();
    return number <= lowest ? numeric_limits<To>::min() : To(number);
  }
  template <typename From>
  static To from_integer(From x) {
    if (x < From(0)) return long(x) < long(numeric_limits<To>::min()) ? numeric_limits<To>::min() : To(x);
    return ulong(x) > ulong(numeric_limits<To>::max()) ? numeric_limits<To>::max() : To(x);
  }
};

// By way of f32: it holds every f16, bf16 and small integer, and what it rounds f16 has no number for.
template <typename To>
struct Rounded {
  template <typename From>
  static To from_float(From x) {
    return To(float(x));
  }
  template <typename From>
  static To from_integer(From x) {
    return To(float(x));
  }
};
template <>
struct Target<float> : Rounded<float> {};
template <>
struct Target<half> : Rounded<half> {};

template <>
struct Target<bfloat> : Rounded<bfloat> {
  // Two roundings would err. So what f32 has no room for leaves a bit in its last place, far below the last of bf16.
  template <typename From>
  static bfloat from_integer(From x) {
    const bool negative = x < From(0);
    const ulong magnitude = negative ? 0ul - ulong(long(x)) : ulong(x);
    const ulong width = 64 - clz(magnitude);
    const ulong lost = width > 24 ? width - 24 : 0;
    ulong kept = magnitude >> lost;
    if (kept << lost != magnitude) kept |= 1;
    const float number = float(kept) * float(1ul << lost);
    return bfloat(negative ? -number : number);
  }
};

template <>
struct Target<bool> {
  // By the bits, as arithmetic may take a subnormal number for 0.
  template <typename From>
  static bool from_float(From x) {
    typedef typename FloatBits<From>::type bits;
    return bits(as_type<bits>(x) & FloatBits<From>::magnitude) != 0;
  }
  template <typename From>
  static bool from_integer(From x) {
    return x != From(0);
  }
};

template <typename From>
struct Source {
  template <typename To>
  static To to(From x) {
    return Target<To>::from_integer(x);
  }
};
template <typename From>
struct FloatSource {
  template <typename To>
  static To to(From x) {
    return Target<To>::from_float(x);
  }
};
template <>
struct Source<float> : FloatSource<float> {};
template <>
struct Source<half> : FloatSource<half> {};
template <>
struct Source<bfloat> : FloatSource<bfloat> {};

template <typename To, typename From>
[[kernel]] void cast(device const From* x [[buffer(0)]], device To* out [[buffer(1)]],
                     constant uint& length [[buffer(2)]], uint quad [[thread_position_in_grid]]) {
  if (quad * 4 >= length) return;
  const uint end = min(length - quad * 4, 4u) + quad * 4;
  for (uint i = quad * 4; i < end; i++) out[i] = Source<From>::template to<To>(x[i]);
}

INSTANTIATE("cast_from_f32_f16", cast<half, float>)
INSTANTIATE("cast_from_f32_bf16", cast<bfloat, float>)
INSTANTIATE("cast_from_f32_i8", cast<char, float>)
INSTANTIATE("cast_from_f32_i16", cast<short, float>)
INSTANTIATE("cast_from_f32_i32", cast<int, float>)
INSTANTIATE("cast_from_f32_i64", cast<long, float>)
INSTANTIATE("cast_from_f32_u8", cast<uchar, float>)
INSTANTIATE("cast_from_f32_u16", cast<ushort, float>)
INSTANTIATE("cast_from_f32_u32", cast<uint, float>)
INSTANTIATE("cast_from_f32_u64", cast<ulong, float>)
INSTANTIATE("cast_from_f32_bool", cast<bool, float>)

INSTANTIATE("cast_from_f16_f32", cast<float, half>)
INSTANTIATE("cast_from_f16_bf16", cast<bfloat, half>)
INSTANTIATE("cast_from_f16_i8", cast<char, half>)
INSTANTIATE("cast_from_f16_i16", cast<short, half>)
INSTANTIATE("cast_from_f16_i32", cast<int, half>)
INSTANTIATE("cast_from_f16_i64", cast<long, half>)
INSTANTIATE("cast_from_f16_u8", cast<uchar, half>)
INSTANTIATE("cast_from_f16_u16", cast<ushort, half>)
INSTANTIATE("cast_from_f16_u32", cast<uint, half>)
INSTANTIATE("cast_from_f16_u64", cast<ulong, half>)
INSTANTIATE("cast_from_f16_bool", cast<bool, half>)

INSTANTIATE("cast_from_bf16_f32", cast<float, bfloat>)
INSTANTIATE("cast_from_bf16_f16", cast<half, bfloat>)
INSTANTIATE("cast_from_bf16_i8", cast<char, bfloat>)
INSTANTIATE("cast_from_bf16_i16", cast<short, bfloat>)
INSTANTIATE("cast_from_bf16_i32", cast<int, bfloat>)
INSTANTIATE("cast_from_bf16_i64", cast<long, bfloat>)
INSTANTIATE("cast_from_bf16_u8", cast<uchar, bfloat>)
INSTANTIATE("cast_from_bf16_u16", cast<ushort, bfloat>)
INSTANTIATE("cast_from_bf16_u32", cast<uint, bfloat>)
INSTANTIATE("cast_from_bf16_u64", cast<ulong, bfloat>)
INSTANTIATE("cast_from_bf16_bool", cast<bool, bfloat>)

INSTANTIATE("cast_from_i8_f32", cast<float, char>)
INSTANTIATE("cast_from_i8_f16", cast<half, char>)
INSTANTIATE("cast_from_i8_bf16", cast<bfloat, char>)
INSTANTIATE("cast_from_i8_i16", cast<short, char>)
INSTANTIATE("cast_from_i8_i32", cast<int, char>)
INSTANTIATE("cast_from_i8_i64", cast<long, char>)
INSTANTIATE("cast_from_i8_u8", cast<uchar, char>)
INSTANTIATE("cast_from_i8_u16", cast<ushort, char>)
INSTANTIATE("cast_from_i8_u32", cast<uint, char>)
INSTANTIATE("cast_from_i8_u64", cast<ulong, char>)
INSTANTIATE("cast_from_i8_bool", cast<bool, char>)

INSTANTIATE("cast_from_i16_f32", cast<float, short>)
INSTANTIATE("cast_from_i16_f16", cast<half, short>)
INSTANTIATE("cast_from_i16_bf16", cast<bfloat, short>)
INSTANTIATE("cast_from_i16_i8", cast<char, short>)
INSTANTIATE("cast_from_i16_i32", cast<int, short>)
INSTANTIATE("cast_from_i16_i64", cast<long, short>)
INSTANTIATE("cast_from_i16_u8", cast<uchar, short>)
INSTANTIATE("cast_from_i16_u16", cast<ushort, short>)
INSTANTIATE("cast_from_i16_u32", cast<uint, short>)
INSTANTIATE("cast_from_i16_u64", cast<ulong, short>)
INSTANTIATE("cast_from_i16_bool", cast<bool, short>)

INSTANTIATE("cast_from_i32_f32", cast<float, int>)
INSTANTIATE("cast_from_i32_f16", cast<half, int>)
INSTANTIATE("cast_from_i32_bf16", cast<bfloat, int>)
INSTANTIATE("cast_from_i32_i8", cast<char, int>)
INSTANTIATE("cast_from_i32_i16", cast<short, int>)
INSTANTIATE("cast_from_i32_i64", cast<long, int>)
INSTANTIATE("cast_from_i32_u8", cast<uchar, int>)
INSTANTIATE("cast_from_i32_u16", cast<ushort, int>)
INSTANTIATE("cast_from_i32_u32", cast<uint, int>)
INSTANTIATE("cast_from_i32_u64", cast<ulong, int>)
INSTANTIATE("cast_from_i32_bool", cast<bool, int>)

INSTANTIATE("cast_from_i64_f32", cast<float, long>)
INSTANTIATE("cast_from_i64_f16", cast<half, long>)
INSTANTIATE("cast_from_i64_bf16", cast<bfloat, long>)
INSTANTIATE("cast_from_i64_i8", cast<char, long>)
INSTANTIATE("cast_from_i64_i16", cast<short, long>)
INSTANTIATE("cast_from_i64_i32", cast<int, long>)
INSTANTIATE("cast_from_i64_u8", cast<uchar, long>)
INSTANTIATE("cast_from_i64_u16", cast<ushort, long>)
INSTANTIATE("cast_from_i64_u32", cast<uint, long>)
INSTANTIATE("cast_from_i64_u64", cast<ulong, long>)
INSTANTIATE("cast_from_i64_bool", cast<bool, long>)

INSTANTIATE("cast_from_u8_f32", cast<float, uchar>)
INSTANTIATE("cast_from_u8_f16", cast<half, uchar>)
INSTANTIATE("cast_from_u8_bf16", cast<bfloat, uchar>)
INSTANTIATE("cast_from_u8_i8", cast<char, uchar>)
INSTANTIATE("cast_from_u8_i16", cast<short, uchar>)
INSTANTIATE("cast_from_u8_i32", cast<int, uchar>)
INSTANTIATE("cast_from_u8_i64", cast<long, uchar>)
INSTANTIATE("cast_from_u8_u16", cast<ushort, uchar>)
INSTANTIATE("cast_from_u8_u32", cast<uint, uchar>)
INSTANTIATE("cast_from_u8_u64", cast<ulong, uchar>)
INSTANTIATE("cast_from_u8_bool", cast<bool, uchar>)

INSTANTIATE("cast_from_u16_f32", cast<float, ushort>)
INSTANTIATE("cast_from_u16_f16", cast<half, ushort>)
INSTANTIATE("cast_from_u16_bf16", cast<bfloat, ushort>)
INSTANTIATE("cast_from_u16_i8", cast<char, ushort>)
INSTANTIATE("cast_from_u16_i16", cast<short, ushort>)
INSTANTIATE("cast_from_u16_i32", cast<int, ushort>)
INSTANTIATE("cast_from_u16_i64", cast<long, ushort>)
INSTANTIATE("cast_from_u16_u8", cast<uchar, ushort>)
INSTANTIATE("cast_from_u16_u32", cast<uint, ushort>)
INSTANTIATE("cast_from_u16_u64", cast<ulong, ushort>)
INSTANTIATE("cast_from_u16_bool", cast<bool, ushort>)

INSTANTIATE("cast_from_u32_f32", cast<float, uint>)
INSTANTIATE("cast_from_u32_f16", cast<half, uint>)
INSTANTIATE("cast_from_u32_bf16", cast<bfloat, uint>)
INSTANTIATE("cast_from_u32_i8", cast<char, uint>)
INSTANTIATE("cast_from_u32_i16", cast<short, uint>)
INSTANTIATE("cast_from_u32_i32", cast<int, uint>)
INSTANTIATE("cast_from_u32_i64", cast<long, uint>)
INSTANTIATE("cast_from_u32_u8", cast<uchar, uint>)
INSTANTIATE("cast_from_u32_u16", cast<ushort, uint>)
INSTANTIATE("cast_from_u32_u64", cast<ulong, uint>)
INSTANTIATE("cast_from_u32_bool", cast<bool, uint>)

INSTANTIATE("cast_from_u64_f32", cast<float, ulong>)
INSTANTIATE("cast_from_u64_f16", cast<half, ulong>)
INSTANTIATE("cast_from_u64_bf16", cast<bfloat, ulong>)
INSTANTIATE("cast_from_u64_i8", cast<char, ulong>)
INSTANTIATE("cast_from_u64_i16", cast<short, ulong>)
INSTANTIATE("cast_from_u64_i32", cast<int, ulong>)
INSTANTIATE("cast_from_u64_i64", cast<long, ulong>)
INSTANTIATE("cast_from_u64_u8", cast<uchar, ulong>)
INSTANTIATE("cast_from_u64_u16", cast<ushort, ulong>)
INSTANTIATE("cast_from_u64_u32", cast<uint, ulong>)
INSTANTIATE("cast_from_u64_bool", cast<bool, ulong>)

INSTANTIATE("cast_from_bool_f32", cast<float, bool>)
INSTANTIATE("cast_from_bool_f16", cast<half, bool>)
INSTANTIATE("cast_from_bool_bf16", cast<bfloat, bool>)
INSTANTIATE("cast_from_bool_i8", cast<char, bool>)
INSTANTIATE("cast_from_bool_i16", cast<short, bool>)
INSTANTIATE("cast_from_bool_i32", cast<int, bool>)
INSTANTIATE("cast_from_bool_i64", cast<long, bool>)
INSTANTIATE("cast_from_bool_u8", cast<uchar, bool>)
INSTANTIATE("cast_from_bool_u16", cast<ushort, bool>)
INSTANTIATE("cast_from_bool_u32", cast<uint, bool>)
INSTANTIATE("cast_from_bool_u64", cast<ulong, bool>)
