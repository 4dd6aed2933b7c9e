// Integer functions of MSL, the packing functions and the half-precision conversions of bits.
#pragma once
#include "math.h"

namespace metal {
template <typename T, typename = msl::if_scalar<T>>
MSL_INLINE constexpr T popcount(T x) {
  return T(__builtin_popcountll(make_unsigned_t<T>(x)));
}
template <typename T, typename = msl::if_scalar<T>>
MSL_INLINE constexpr T clz(T x) {
  using U = make_unsigned_t<T>;
  return x == 0 ? T(sizeof(T) * 8) : T(__builtin_clzll(U(x)) - (64 - int(sizeof(T)) * 8));
}
template <typename T, typename = msl::if_scalar<T>>
MSL_INLINE constexpr T ctz(T x) {
  return x == 0 ? T(sizeof(T) * 8) : T(__builtin_ctzll(make_unsigned_t<T>(x)));
}
template <typename T, typename = msl::if_scalar<T>>
MSL_INLINE constexpr T reverse_bits(T x) {
  using U = make_unsigned_t<T>;
  return T(U(__builtin_bitreverse64(U(x)) >> (64 - sizeof(T) * 8)));
}
template <typename A, typename B, typename = msl::if_scalar<A>, typename = msl::if_scalar<B>>
MSL_INLINE constexpr A rotate(A x, B n) {
  using U = make_unsigned_t<A>;
  constexpr uint bits = sizeof(A) * 8;
  uint k = uint(n) & (bits - 1);
  return k == 0 ? x : A(U(U(x) << k) | U(U(x) >> (bits - k)));
}
template <typename A, typename B, typename = msl::if_scalar<A>, typename = msl::if_scalar<B>>
MSL_INLINE constexpr A mulhi(A a, B b) {
  if constexpr (sizeof(A) == 8) {
    using W = conditional_t<is_unsigned<A>::value, unsigned __int128, __int128>;
    return A((W(a) * W(b)) >> 64);
  } else {
    using W = conditional_t<is_unsigned<A>::value, ulong, long>;
    return A((W(a) * W(A(b))) >> (sizeof(A) * 8));
  }
}
template <typename A, typename B, typename C, typename = msl::if_scalar<A>>
MSL_INLINE constexpr A madhi(A a, B b, C c) {
  return A(make_unsigned_t<A>(mulhi(a, b)) + make_unsigned_t<A>(c));
}
template <typename A, typename B, typename = msl::if_scalar<A>, typename = msl::if_scalar<B>>
MSL_INLINE constexpr A addsat(A a, B b) {
  A r;
  if (!__builtin_add_overflow(a, A(b), &r)) return r;
  constexpr A top = A(is_unsigned<A>::value ? ~make_unsigned_t<A>(0) : ~make_unsigned_t<A>(0) >> 1);
  return is_unsigned<A>::value || b > 0 ? top : A(~top);
}
template <typename A, typename B, typename = msl::if_scalar<A>, typename = msl::if_scalar<B>>
MSL_INLINE constexpr A subsat(A a, B b) {
  A r;
  if (!__builtin_sub_overflow(a, A(b), &r)) return r;
  constexpr A top = A(~make_unsigned_t<A>(0) >> 1);
  return is_unsigned<A>::value ? A(0) : b < 0 ? top : A(~top);
}
template <typename A, typename B, typename C, typename = msl::if_scalar<A>>
MSL_INLINE constexpr A madsat(A a, B b, C c) {
  using W = conditional_t<sizeof(A) == 8, __int128, long>;
  W low = is_unsigned<A>::value ? W(0) : -(W(1) << (sizeof(A) * 8 - 1));
  W high = is_unsigned<A>::value ? (W(1) << (sizeof(A) * 8 - 1)) * 2 - 1
                                 : (W(1) << (sizeof(A) * 8 - 1)) - 1;
  W r = W(a) * W(A(b)) + W(A(c));
  return A(r < low ? low : r > high ? high : r);
}
template <typename A, typename B, typename = msl::if_scalar<A>, typename = msl::if_scalar<B>>
MSL_INLINE constexpr make_unsigned_t<A> absdiff(A a, B b) {
  using U = make_unsigned_t<A>;
  return a > A(b) ? U(U(a) - U(b)) : U(U(b) - U(a));
}
template <typename A, typename B, typename = msl::if_scalar<A>, typename = msl::if_scalar<B>>
MSL_INLINE constexpr A hadd(A a, B b) {
  return A((a & A(b)) + ((a ^ A(b)) >> 1));
}
template <typename A, typename B, typename = msl::if_scalar<A>, typename = msl::if_scalar<B>>
MSL_INLINE constexpr A rhadd(A a, B b) {
  return A((a | A(b)) - ((a ^ A(b)) >> 1));
}
template <typename A, typename B, typename = msl::if_scalar<A>, typename = msl::if_scalar<B>>
MSL_INLINE constexpr A mul24(A a, B b) {
  return A(uint(a) * uint(b));
}
template <typename A, typename B, typename C, typename = msl::if_scalar<A>>
MSL_INLINE constexpr A mad24(A a, B b, C c) {
  return A(uint(a) * uint(b) + uint(c));
}
template <typename T, typename = msl::if_scalar<T>>
MSL_INLINE constexpr T extract_bits(T x, uint offset, uint bits) {
  using U = make_unsigned_t<T>;
  if (bits == 0) return T(0);
  T up = T(U(x) << (sizeof(T) * 8 - offset - bits));
  return T(up >> (sizeof(T) * 8 - bits));
}
template <typename T, typename = msl::if_scalar<T>>
MSL_INLINE constexpr T insert_bits(T base, msl::same<T> insert, uint offset, uint bits) {
  using U = make_unsigned_t<T>;
  if (bits == 0) return base;
  U mask = U(U(~U(0)) >> (sizeof(T) * 8 - bits)) << offset;
  return T((U(base) & ~mask) | ((U(insert) << offset) & mask));
}
template <typename T, int N>
MSL_INLINE vec<T, N> insert_bits(vec<T, N> base, msl::same<vec<T, N>> insert, uint offset,
                                 uint bits) {
  vec<T, N> r;
  for (int i = 0; i < N; i++) r[i] = insert_bits(base[i], insert[i], offset, bits);
  return r;
}
MSL_LIFT1(popcount)
MSL_LIFT1(clz)
MSL_LIFT1(ctz)
MSL_LIFT1(reverse_bits)
MSL_LIFT2(rotate)
MSL_LIFT2(mulhi)
MSL_LIFT2(addsat)
MSL_LIFT2(subsat)
MSL_LIFT2(hadd)
MSL_LIFT2(rhadd)
MSL_LIFT2(mul24)
MSL_LIFT3(mad24)
MSL_LIFT3(madhi)
MSL_LIFT3(madsat)
template <typename T, int N>
MSL_INLINE vec<make_unsigned_t<T>, N> absdiff(vec<T, N> a, vec<T, N> b) {
  vec<make_unsigned_t<T>, N> r;
  for (int i = 0; i < N; i++) r[i] = absdiff(a[i], b[i]);
  return r;
}
template <typename T, int N>
MSL_INLINE vec<T, N> extract_bits(vec<T, N> v, uint offset, uint bits) {
  return msl::each(v, [=](T x) { return extract_bits(x, offset, bits); });
}
} // namespace metal

namespace msl {
template <typename T, int N, uint Bits, bool Signed, typename W>
MSL_INLINE vec<T, N> unpack_norm(W word) {
  vec<T, N> r;
  constexpr int top = (1 << (Bits - (Signed ? 1 : 0))) - 1;
  for (int i = 0; i < N; i++) {
    int field = Signed ? int(metal::extract_bits(int(word), i * Bits, Bits))
                       : int(metal::extract_bits(uint(word), i * Bits, Bits));
    float f = float(field) / float(top);
    r[i] = T(f < -1.0f ? -1.0f : f);
  }
  return r;
}
template <uint Bits, bool Signed, typename W, typename T, int N>
MSL_INLINE W pack_norm(vec<T, N> v) {
  uint r = 0;
  constexpr int top = (1 << (Bits - (Signed ? 1 : 0))) - 1;
  for (int i = 0; i < N; i++) {
    float f = float(v[i]);
    f = f > -1.0f ? (f < 1.0f ? f : 1.0f) : -1.0f;
    if (!Signed && !(f > 0.0f)) f = 0.0f;
    r |= (uint(int(rint1(f * float(top)))) & ((1u << Bits) - 1)) << (i * Bits);
  }
  return W(r);
}
} // namespace msl
namespace metal {
#define MSL_PACKING(suffix, N, bits, sgn, W)                                       \
  MSL_INLINE vec<float, N> unpack_##suffix##_to_float(W w) {                       \
    return msl::unpack_norm<float, N, bits, sgn>(w);                               \
  }                                                                                \
  MSL_INLINE vec<half, N> unpack_##suffix##_to_half(W w) {                         \
    return msl::unpack_norm<half, N, bits, sgn>(w);                                \
  }                                                                                \
  MSL_INLINE W pack_float_to_##suffix(vec<float, N> v) {                           \
    return msl::pack_norm<bits, sgn, W>(v);                                        \
  }                                                                                \
  MSL_INLINE W pack_half_to_##suffix(vec<half, N> v) {                             \
    return msl::pack_norm<bits, sgn, W>(v);                                        \
  }
MSL_PACKING(unorm4x8, 4, 8, false, uint)
MSL_PACKING(snorm4x8, 4, 8, true, uint)
MSL_PACKING(unorm2x16, 2, 16, false, uint)
MSL_PACKING(snorm2x16, 2, 16, true, uint)
#undef MSL_PACKING

// Colours of sRGB; alpha is linear there.
MSL_INLINE float4 unpack_unorm4x8_srgb_to_float(uint word) {
  float4 v = unpack_unorm4x8_to_float(word);
  for (int i = 0; i < 3; i++) {
    v[i] = v[i] <= 0.04045f ? v[i] / 12.92f : pow((v[i] + 0.055f) / 1.055f, 2.4f);
  }
  return v;
}
MSL_INLINE half4 unpack_unorm4x8_srgb_to_half(uint word) {
  return half4(unpack_unorm4x8_srgb_to_float(word));
}
MSL_INLINE uint pack_float_to_srgb_unorm4x8(float4 v) {
  for (int i = 0; i < 3; i++) {
    float c = v[i] > 0.0f ? v[i] : 0.0f;
    v[i] = c <= 0.0031308f ? 12.92f * c : 1.055f * pow(c, 1 / 2.4f) - 0.055f;
  }
  return pack_float_to_unorm4x8(v);
}
MSL_INLINE uint pack_half_to_srgb_unorm4x8(half4 v) {
  return pack_float_to_srgb_unorm4x8(float4(v));
}
} // namespace metal
