// numeric_limits of every scalar type.
#pragma once
#include "scalar.h"

namespace metal {
// The class that number types of a source's own specialize, as they do with Apple's headers.
template <typename T>
struct _numeric_limits_impl {
  static constexpr bool is_specialized = false;
};
template <typename T>
struct numeric_limits : _numeric_limits_impl<T> {};
template <typename T>
struct numeric_limits<const T> : numeric_limits<T> {};
template <typename T>
struct numeric_limits<volatile T> : numeric_limits<T> {};
struct _fp_numeric_limits_impl_base {
  static constexpr bool is_specialized = true;
  static constexpr bool is_integer = false;
  static constexpr bool is_signed = true;
  static constexpr bool is_exact = false;
  static constexpr bool has_infinity = true;
  static constexpr bool has_quiet_NaN = true;
  static constexpr bool is_iec559 = true;
};
} // namespace metal
namespace msl {
template <typename T>
struct integer_limits {
  static constexpr bool is_specialized = true;
  static constexpr bool is_integer = true;
  static constexpr bool is_signed = __is_signed(T);
  static constexpr bool is_exact = true;
  static constexpr bool has_infinity = false;
  static constexpr bool has_quiet_NaN = false;
  static constexpr int radix = 2;
  static constexpr int digits = __is_same(T, bool) ? 1 : int(sizeof(T)) * 8 - is_signed;
  static constexpr int digits10 = digits * 3 / 10;
  static constexpr T max() {
    return __is_same(T, bool) ? T(1) : T(~0ul >> (64 - digits));
  }
  static constexpr T min() { return is_signed ? T(~max()) : T(0); }
  static constexpr T lowest() { return min(); }
  static constexpr T epsilon() { return T(0); }
  static constexpr T infinity() { return T(0); }
  static constexpr T quiet_NaN() { return T(0); }
};
template <typename T, typename Bits, int Mantissa, int Exponent>
struct float_limits : metal::_fp_numeric_limits_impl_base {
  static constexpr int radix = 2;
  static constexpr int digits = Mantissa + 1;
  static constexpr int digits10 = Mantissa * 3 / 10;
  static constexpr int max_exponent = 1 << (Exponent - 1);
  static constexpr int min_exponent = 3 - max_exponent;
  static constexpr T from(ulong bits) { return __builtin_bit_cast(T, Bits(bits)); }
  static constexpr ulong top = ((1ul << Exponent) - 1) << Mantissa;
  static constexpr T max() { return from(top - 1); }
  static constexpr T min() { return from(1ul << Mantissa); }
  static constexpr T lowest() { return from((top - 1) | 1ul << (Mantissa + Exponent)); }
  static constexpr T epsilon() {
    return from(ulong(max_exponent - 1 - Mantissa) << Mantissa);
  }
  static constexpr T round_error() { return from(ulong(max_exponent - 2) << Mantissa); }
  static constexpr T infinity() { return from(top); }
  static constexpr T quiet_NaN() { return from(top | 1ul << (Mantissa - 1)); }
  static constexpr T signaling_NaN() { return from(top | 1ul << (Mantissa - 2)); }
  static constexpr T denorm_min() { return from(1); }
};
} // namespace msl
namespace metal {
#define MSL_LIMITS(T) \
  template <>         \
  struct _numeric_limits_impl<T> : msl::integer_limits<T> {};
MSL_LIMITS(bool)
MSL_LIMITS(char)
MSL_LIMITS(signed char)
MSL_LIMITS(uchar)
MSL_LIMITS(short)
MSL_LIMITS(ushort)
MSL_LIMITS(int)
MSL_LIMITS(uint)
MSL_LIMITS(long)
MSL_LIMITS(ulong)
MSL_LIMITS(long long)
MSL_LIMITS(unsigned long long)
#undef MSL_LIMITS
template <>
struct _numeric_limits_impl<half> : msl::float_limits<half, ushort, 10, 5> {};
template <>
struct _numeric_limits_impl<bfloat> : msl::float_limits<bfloat, ushort, 7, 8> {};
template <>
struct _numeric_limits_impl<float> : msl::float_limits<float, uint, 23, 8> {};

// The layout of a float's bits under the name that Apple's own headers and bfloat shims use.
template <typename T>
struct _fp_encoding_traits;
#define MSL_ENCODING(T, U, S, M, E)                                          \
  template <>                                                                \
  struct _fp_encoding_traits<T> {                                            \
    typedef U encoding_type;                                                 \
    static constexpr int mantissa_bits = M;                                  \
    static constexpr int exponent_bits = E;                                  \
    static constexpr U sign_mask = U(1) << (M + E);                          \
    static constexpr U exp_mask = ((U(1) << E) - 1) << M;                    \
    static constexpr U mantissa_mask = (U(1) << M) - 1;                      \
    static constexpr U inf_mask = exp_mask;                                  \
    static constexpr U nan_mask = exp_mask | U(1) << (M - 1);                \
  };
MSL_ENCODING(float, uint, int, 23, 8)
MSL_ENCODING(half, ushort, short, 10, 5)
MSL_ENCODING(bfloat, ushort, short, 7, 8)
#undef MSL_ENCODING
} // namespace metal
