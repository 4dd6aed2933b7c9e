// The math, common, relational, integer and geometric functions of MSL over scalars and vectors.
#pragma once
#include "scalar_math.h"

namespace msl {
// The floating type in which a function of this argument computes its result.
template <typename T>
using float_like = metal::conditional_t<is_floating_point<T>::value, T, float>;
template <typename T, int N, typename F>
MSL_INLINE vec<T, N> each(vec<T, N> v, F f) {
  vec<T, N> r;
  for (int i = 0; i < N; i++) r[i] = T(f(v[i]));
  return r;
}
template <typename T, int N, typename F>
MSL_INLINE vec<T, N> each(vec<T, N> a, vec<T, N> b, F f) {
  vec<T, N> r;
  for (int i = 0; i < N; i++) r[i] = T(f(a[i], b[i]));
  return r;
}
template <typename T, int N, typename F>
MSL_INLINE vec<T, N> each(vec<T, N> a, vec<T, N> b, vec<T, N> c, F f) {
  vec<T, N> r;
  for (int i = 0; i < N; i++) r[i] = T(f(a[i], b[i], c[i]));
  return r;
}
template <typename T>
using same = type_identity_t<T>;
} // namespace msl

namespace metal {
#define MSL_LIFT1(name)                                                                         \
  template <typename T, int N>                                                                  \
  MSL_INLINE vec<T, N> name(vec<T, N> v) {                                                      \
    return msl::each(v, [](T x) __attribute__((always_inline)) { return name(x); });            \
  }                                                                                             \
  template <typename T, int N>                                                                  \
  MSL_INLINE vec<T, N> name(packed_vec<T, N> v) {                                               \
    return name(vec<T, N>(v));                                                                  \
  }
#define MSL_LIFT2(name)                                                                         \
  template <typename T, int N>                                                                  \
  MSL_INLINE vec<T, N> name(vec<T, N> a, msl::same<vec<T, N>> b) {                              \
    return msl::each(a, b, [](T x, T y) __attribute__((always_inline)) { return name(x, y); }); \
  }                                                                                             \
  template <typename S, typename T, int N, typename = msl::if_scalar<S>>                        \
  MSL_INLINE vec<T, N> name(S a, vec<T, N> b) {                                                 \
    return name(vec<T, N>(a), b);                                                               \
  }
#define MSL_LIFT3(name)                                                                         \
  template <typename T, int N>                                                                  \
  MSL_INLINE vec<T, N> name(vec<T, N> a, msl::same<vec<T, N>> b, msl::same<vec<T, N>> c) {      \
    return msl::each(a, b, c, [](T x, T y, T z) __attribute__((always_inline)) {                \
      return name(x, y, z);                                                                     \
    });                                                                                         \
  }

// Classification looks at bits, so that no math mode can assume NaN and infinity away.
#define MSL_CLASSIFY(name, expr)                                                \
  template <typename T, typename = msl::if_scalar<T>>                           \
  MSL_INLINE constexpr bool name(T x) {                                         \
    uint magnitude = msl::float_to_bits(float(x)) & 0x7fffffffu;                \
    return expr;                                                                \
  }                                                                             \
  template <typename T, int N>                                                  \
  MSL_INLINE vec<bool, N> name(vec<T, N> v) {                                   \
    vec<bool, N> r;                                                             \
    for (int i = 0; i < N; i++) r[i] = name(v[i]);                              \
    return r;                                                                   \
  }
MSL_CLASSIFY(isnan, magnitude > 0x7f800000u)
MSL_CLASSIFY(isinf, magnitude == 0x7f800000u)
MSL_CLASSIFY(isfinite, magnitude < 0x7f800000u)
MSL_CLASSIFY(isnormal, magnitude < 0x7f800000u &&
                           magnitude >= (__is_same(T, half) ? 0x38800000u : 0x00800000u))
MSL_CLASSIFY(signbit, magnitude != msl::float_to_bits(float(x)))
#undef MSL_CLASSIFY

#define MSL_FUNCTION1(name, impl)                                    \
  template <typename T, typename = msl::if_scalar<T>>                \
  MSL_INLINE msl::float_like<T> name(T x) {                          \
    return msl::float_like<T>(msl::impl(float(x)));                  \
  }                                                                  \
  MSL_LIFT1(name)
#define MSL_ALL_FUNCTIONS1(F) \
  F(exp, exp1)                \
  F(exp2, exp2_1)             \
  F(exp10, exp10_1)           \
  F(expm1, expm1_1)           \
  F(log, log1)                \
  F(log2, log2_1)             \
  F(log10, log10_1)           \
  F(log1p, log1p_1)           \
  F(sin, sin1)                \
  F(cos, cos1)                \
  F(tan, tan1)                \
  F(asin, asin1)              \
  F(acos, acos1)              \
  F(atan, atan1)              \
  F(sinh, sinh1)              \
  F(cosh, cosh1)              \
  F(tanh, tanh1)              \
  F(asinh, asinh1)            \
  F(acosh, acosh1)            \
  F(atanh, atanh1)            \
  F(sqrt, sqrt1)              \
  F(rsqrt, rsqrt1)            \
  F(floor, floor1)            \
  F(ceil, ceil1)              \
  F(trunc, trunc1)            \
  F(rint, rint1)              \
  F(round, round1)
MSL_ALL_FUNCTIONS1(MSL_FUNCTION1)
MSL_FUNCTION1(fabs, abs1)

template <typename T, typename = msl::if_scalar<T>>
MSL_INLINE msl::float_like<T> sinpi(T x) {
  // The period is removed exactly first: pi itself is not representable.
  float r = float(x) - 2.0f * msl::rint1(float(x) * 0.5f);
  return msl::float_like<T>(float(msl::sin1(r * 3.14159274f)));
}
template <typename T, typename = msl::if_scalar<T>>
MSL_INLINE msl::float_like<T> cospi(T x) {
  float r = float(x) - 2.0f * msl::rint1(float(x) * 0.5f);
  return msl::float_like<T>(msl::cos1(r * 3.14159274f));
}
template <typename T, typename = msl::if_scalar<T>>
MSL_INLINE msl::float_like<T> tanpi(T x) {
  return sinpi(x) / cospi(x);
}
MSL_LIFT1(sinpi)
MSL_LIFT1(cospi)
MSL_LIFT1(tanpi)

template <typename A, typename B, typename = msl::if_scalar<A>, typename = msl::if_scalar<B>>
MSL_INLINE msl::float_like<msl::meet_t<A, B>> pow(A x, B y) {
  return msl::float_like<msl::meet_t<A, B>>(msl::pow1(float(x), float(y)));
}
template <typename A, typename B, typename = msl::if_scalar<A>, typename = msl::if_scalar<B>>
MSL_INLINE msl::float_like<msl::meet_t<A, B>> powr(A x, B y) {
  return msl::float_like<msl::meet_t<A, B>>(
      float(x) < 0.0f ? msl::not_a_number : msl::pow1(float(x), float(y)));
}
template <typename A, typename B, typename = msl::if_scalar<A>, typename = msl::if_scalar<B>>
MSL_INLINE msl::float_like<msl::meet_t<A, B>> atan2(A y, B x) {
  return msl::float_like<msl::meet_t<A, B>>(msl::atan2_1(float(y), float(x)));
}
template <typename A, typename B, typename = msl::if_scalar<A>, typename = msl::if_scalar<B>>
MSL_INLINE msl::float_like<msl::meet_t<A, B>> fmod(A x, B y) {
  return msl::float_like<msl::meet_t<A, B>>(msl::fmod1(float(x), float(y)));
}
template <typename A, typename B, typename = msl::if_scalar<A>, typename = msl::if_scalar<B>>
MSL_INLINE msl::float_like<msl::meet_t<A, B>> copysign(A x, B y) {
  return msl::float_like<msl::meet_t<A, B>>(msl::copysign1(float(x), float(y)));
}
template <typename A, typename B, typename = msl::if_scalar<A>, typename = msl::if_scalar<B>>
MSL_INLINE msl::float_like<msl::meet_t<A, B>> fdim(A x, B y) {
  msl::float_like<msl::meet_t<A, B>> a = x, b = y;
  return a != a || b != b ? a + b : a > b ? a - b : decltype(a)(0);
}
template <typename A, typename B, typename = msl::if_scalar<A>, typename = msl::if_scalar<B>>
MSL_INLINE msl::float_like<msl::meet_t<A, B>> divide(A x, B y) {
  return x / y;
}
template <typename T, typename = msl::if_scalar<T>>
MSL_INLINE T nextafter(T x, T y) {
  if (x != x || y != y) return T(msl::not_a_number);
  if (x == y) return y;
  using U = conditional_t<sizeof(T) == 2, ushort, uint>;
  constexpr U sign = U(1) << (sizeof(T) * 8 - 1);
  U b = __builtin_bit_cast(U, x);
  if (x == T(0)) return __builtin_bit_cast(T, U((y < T(0) ? sign : 0) | 1));
  return __builtin_bit_cast(T, U((x < y) == (x > T(0)) ? b + 1 : b - 1));
}
MSL_LIFT2(pow)
MSL_LIFT2(powr)
MSL_LIFT2(atan2)
MSL_LIFT2(fmod)
MSL_LIFT2(copysign)
MSL_LIFT2(fdim)
MSL_LIFT2(nextafter)

template <typename A, typename B, typename C, typename = msl::if_scalar<A>,
          typename = msl::if_scalar<B>, typename = msl::if_scalar<C>>
MSL_INLINE auto fma(A a, B b, C c) {
  using T = msl::float_like<msl::meet_t<msl::meet_t<A, B>, C>>;
  if constexpr (__is_same(T, float)) {
    return msl::fma1(float(a), float(b), float(c));
  } else {
    // The product of two 16-bit floats is exact in double, so that one rounding remains.
    return T(double(float(a)) * double(float(b)) + double(float(c)));
  }
}
MSL_LIFT3(fma)

// min and max of floats ignore a NaN beside a number, as IEEE's minNum.
#define MSL_MINMAX(name, op)                                                                  \
  template <typename A, typename B, typename = msl::if_scalar<A>, typename = msl::if_scalar<B>> \
  MSL_INLINE constexpr msl::meet_t<A, B> name(A a, B b) {                                     \
    typedef msl::meet_t<A, B> T;                                                              \
    T x = T(a), y = T(b);                                                                     \
    if constexpr (is_floating_point<T>::value) {                                              \
      return y != y ? x : (x op y ? x : (x != x ? y : (x == y ? x : y)));                     \
    } else {                                                                                  \
      return x op y ? x : y;                                                                  \
    }                                                                                         \
  }
MSL_MINMAX(min, <)
MSL_MINMAX(max, >)
MSL_MINMAX(fmin, <)
MSL_MINMAX(fmax, >)
#undef MSL_MINMAX
MSL_LIFT2(min)
MSL_LIFT2(max)
MSL_LIFT2(fmin)
MSL_LIFT2(fmax)
template <typename A, typename B, typename C, typename = msl::if_scalar<A>>
MSL_INLINE constexpr auto min3(A a, B b, C c) {
  return min(min(a, b), c);
}
template <typename A, typename B, typename C, typename = msl::if_scalar<A>>
MSL_INLINE constexpr auto max3(A a, B b, C c) {
  return max(max(a, b), c);
}
template <typename A, typename B, typename C, typename = msl::if_scalar<A>>
MSL_INLINE constexpr auto median3(A a, B b, C c) {
  return max(min(a, b), min(max(a, b), c));
}
MSL_LIFT3(min3)
MSL_LIFT3(max3)
MSL_LIFT3(median3)
#define MSL_ALIAS3(alias, name)                     \
  template <typename A, typename B, typename C>     \
  MSL_INLINE auto alias(A a, B b, C c) {            \
    return name(a, b, c);                           \
  }
MSL_ALIAS3(fmin3, min3)
MSL_ALIAS3(fmax3, max3)
MSL_ALIAS3(fmedian3, median3)
#undef MSL_ALIAS3

template <typename T, typename L, typename H, typename = msl::if_scalar<T>,
          typename = msl::if_scalar<L>, typename = msl::if_scalar<H>>
MSL_INLINE constexpr auto clamp(T x, L lo, H hi) {
  return min(max(x, lo), hi);
}
MSL_LIFT3(clamp)
template <typename T, typename = msl::if_scalar<T>>
MSL_INLINE msl::float_like<T> saturate(T x) {
  using F = msl::float_like<T>;
  // A NaN saturates to 0.
  return F(x) > F(0) ? (F(x) < F(1) ? F(x) : F(1)) : F(0);
}
MSL_LIFT1(saturate)
template <typename A, typename B, typename C, typename = msl::if_scalar<A>,
          typename = msl::if_scalar<B>, typename = msl::if_scalar<C>>
MSL_INLINE auto mix(A x, B y, C a) {
  return x + (y - x) * a;
}
template <typename T, int N>
MSL_INLINE vec<T, N> mix(vec<T, N> x, msl::same<vec<T, N>> y, msl::same<vec<T, N>> a) {
  return x + (y - x) * a;
}
// Of floats alone: sources bring integer forms of their own.
template <typename T, typename = enable_if_t<is_floating_point<T>::value>>
MSL_INLINE T sign(T x) {
  return x > T(0) ? T(1) : x < T(0) ? T(-1) : x == T(0) ? x : T(0);
}
template <typename T, int N, typename = enable_if_t<is_floating_point<T>::value>>
MSL_INLINE vec<T, N> sign(vec<T, N> v) {
  return msl::each(v, [](T x) __attribute__((always_inline)) { return sign(x); });
}
template <typename T, int N, typename = enable_if_t<is_floating_point<T>::value>>
MSL_INLINE vec<T, N> sign(packed_vec<T, N> v) {
  return sign(vec<T, N>(v));
}
template <typename A, typename B, typename = msl::if_scalar<A>, typename = msl::if_scalar<B>>
MSL_INLINE msl::float_like<msl::meet_t<A, B>> step(A edge, B x) {
  return x < edge ? 0.0f : 1.0f;
}
MSL_LIFT2(step)
template <typename A, typename B, typename C, typename = msl::if_scalar<A>>
MSL_INLINE auto smoothstep(A lo, B hi, C x) {
  auto t = saturate((x - lo) / (hi - lo));
  return t * t * (decltype(t)(3) - decltype(t)(2) * t);
}
MSL_LIFT3(smoothstep)
template <typename T, typename = msl::if_scalar<T>>
MSL_INLINE constexpr auto abs(T x) {
  if constexpr (__is_same(T, float)) {
    return msl::abs1(x);
  } else if constexpr (is_floating_point<T>::value) {
    return __builtin_bit_cast(T, ushort(__builtin_bit_cast(ushort, x) & 0x7fff));
  } else if constexpr (is_unsigned<T>::value) {
    return x;
  } else {
    // Through the unsigned type, where the most negative value has no overflow.
    using U = make_unsigned_t<T>;
    return T(x < 0 ? U(0) - U(x) : U(x));
  }
}
MSL_LIFT1(abs)
template <typename T, typename = msl::if_scalar<T>>
MSL_INLINE msl::float_like<T> fract(T x) {
  float f = float(x);
  float r = f - msl::floor1(f);
  // Just below an integer the difference rounds to 1, which is outside the result's range.
  if constexpr (__is_same(T, half)) {
    return half(r) >= half(1) ? half(0x1.ffcp-1f) : half(r);
  }
  return msl::float_like<T>(r >= 1.0f ? 0x1.fffffep-1f : r);
}
MSL_LIFT1(fract)
template <typename T, typename E, typename = msl::if_scalar<T>, typename = msl::if_scalar<E>>
MSL_INLINE T ldexp(T x, E e) {
  return T(msl::scale1(float(x), int(e)));
}
template <typename T, int N>
MSL_INLINE vec<T, N> ldexp(vec<T, N> x, vec<int, N> e) {
  for (int i = 0; i < N; i++) x[i] = ldexp(x[i], e[i]);
  return x;
}
template <typename T, typename = msl::if_scalar<T>>
MSL_INLINE T frexp(T x, int& e) {
  return T(msl::frexp1(float(x), e));
}
template <typename T, int N>
MSL_INLINE vec<T, N> frexp(vec<T, N> x, vec<int, N>& e) {
  for (int i = 0; i < N; i++) x[i] = frexp(x[i], e[i]);
  return x;
}
template <typename T, typename = msl::if_scalar<T>>
MSL_INLINE int ilogb(T x) {
  int e;
  msl::frexp1(float(x), e);
  return float(x) == 0.0f ? int(0x80000000u) : isfinite(x) ? e - 1 : 0x7fffffff;
}
template <typename T, typename = msl::if_scalar<T>>
MSL_INLINE T logb(T x) {
  return x == T(0) ? T(-msl::infinity) : isfinite(x) ? T(ilogb(x)) : abs(x);
}
template <typename T, typename = msl::if_scalar<T>>
MSL_INLINE T modf(T x, T& whole) {
  whole = trunc(x);
  return isinf(x) ? copysign(T(0), x) : copysign(T(x - whole), x);
}
template <typename T, int N>
MSL_INLINE vec<T, N> modf(vec<T, N> x, vec<T, N>& whole) {
  for (int i = 0; i < N; i++) x[i] = modf(x[i], whole[i]);
  return x;
}
template <typename T>
MSL_INLINE T sincos(T x, T& cosine) {
  cosine = cos(x);
  return sin(x);
}

template <typename T>
MSL_INLINE auto isunordered(T a, T b) {
  return isnan(a) || isnan(b);
}
template <typename T>
MSL_INLINE auto isordered(T a, T b) {
  return !isunordered(a, b);
}
#define MSL_RELATION(name, op)                \
  template <typename T>                       \
  MSL_INLINE auto name(T a, T b) {            \
    return a op b;                            \
  }
MSL_RELATION(isequal, ==)
MSL_RELATION(isnotequal, !=)
MSL_RELATION(isgreater, >)
MSL_RELATION(isgreaterequal, >=)
MSL_RELATION(isless, <)
MSL_RELATION(islessequal, <=)
#undef MSL_RELATION
template <int N>
MSL_INLINE bool all(vec<bool, N> v) {
  bool r = true;
  for (int i = 0; i < N; i++) r = r && v[i];
  return r;
}
template <int N>
MSL_INLINE bool any(vec<bool, N> v) {
  bool r = false;
  for (int i = 0; i < N; i++) r = r || v[i];
  return r;
}
MSL_INLINE constexpr bool all(bool b) { return b; }
MSL_INLINE constexpr bool any(bool b) { return b; }
template <typename A, typename B, typename C, typename = msl::if_scalar<A>,
          typename = msl::if_scalar<B>, typename = msl::if_scalar<C>>
MSL_INLINE constexpr msl::meet_t<A, B> select(A a, B b, C c) {
  return c ? msl::meet_t<A, B>(b) : msl::meet_t<A, B>(a);
}
template <typename T, int N>
MSL_INLINE vec<T, N> select(vec<T, N> a, msl::same<vec<T, N>> b, msl::same<vec<bool, N>> c) {
  for (int i = 0; i < N; i++) a[i] = c[i] ? b[i] : a[i];
  return a;
}
template <typename S, typename T, int N, typename = msl::if_scalar<S>>
MSL_INLINE vec<T, N> select(S a, vec<T, N> b, msl::same<vec<bool, N>> c) {
  return select(vec<T, N>(a), b, c);
}

template <typename T, int N>
MSL_INLINE T dot(vec<T, N> a, msl::same<vec<T, N>> b) {
  T r = a[0] * b[0];
  for (int i = 1; i < N; i++) r += a[i] * b[i];
  return r;
}
template <typename T, int N>
MSL_INLINE T dot(packed_vec<T, N> a, msl::same<vec<T, N>> b) {
  return dot(vec<T, N>(a), b);
}
template <typename T>
MSL_INLINE vec<T, 3> cross(vec<T, 3> a, msl::same<vec<T, 3>> b) {
  return vec<T, 3>(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}
template <typename T>
MSL_INLINE vec<T, 3> cross(packed_vec<T, 3> a, msl::same<vec<T, 3>> b) {
  return cross(vec<T, 3>(a), b);
}
template <typename T, int N>
MSL_INLINE T length_squared(vec<T, N> v) {
  return dot(v, v);
}
template <typename T, int N>
MSL_INLINE T length(vec<T, N> v) {
  return sqrt(dot(v, v));
}
template <typename T, int N>
MSL_INLINE vec<T, N> normalize(vec<T, N> v) {
  return v * rsqrt(dot(v, v));
}
#define MSL_PACKED(name)                                 \
  template <typename T, int N>                           \
  MSL_INLINE auto name(packed_vec<T, N> v) {             \
    return name(vec<T, N>(v));                           \
  }
MSL_PACKED(length)
MSL_PACKED(length_squared)
MSL_PACKED(normalize)
#undef MSL_PACKED
template <typename T, typename = msl::if_scalar<T>>
MSL_INLINE T length(T x) {
  return abs(x);
}
template <typename T, int N>
MSL_INLINE T distance(vec<T, N> a, msl::same<vec<T, N>> b) {
  return length(a - b);
}
template <typename T, int N>
MSL_INLINE T distance_squared(vec<T, N> a, msl::same<vec<T, N>> b) {
  return dot(a - b, a - b);
}
template <typename T, int N>
MSL_INLINE T distance(packed_vec<T, N> a, msl::same<vec<T, N>> b) {
  return distance(vec<T, N>(a), b);
}
template <typename T, int N>
MSL_INLINE vec<T, N> reflect(vec<T, N> i, msl::same<vec<T, N>> n) {
  return i - n * (T(2) * dot(n, i));
}
template <typename T, int N>
MSL_INLINE vec<T, N> refract(vec<T, N> i, msl::same<vec<T, N>> n, msl::same<T> eta) {
  T d = dot(n, i);
  T k = T(1) - eta * eta * (T(1) - d * d);
  return k < T(0) ? vec<T, N>(T(0)) : eta * i - (eta * d + sqrt(k)) * n;
}
template <typename T, int N>
MSL_INLINE vec<T, N> faceforward(vec<T, N> n, msl::same<vec<T, N>> i, msl::same<vec<T, N>> ref) {
  return dot(ref, i) < T(0) ? n : -n;
}

// MSL's precise and fast variants: here one implementation, which is at least as exact as both.
// Each namespace declares them itself: where a source adds a form for a type of its own to one of
// them, ours must stay visible beside it.
#define MSL_FORWARD1(name, impl) using metal::name;
#define MSL_VARIANTS                                                                            \
  MSL_ALL_FUNCTIONS1(MSL_FORWARD1)                                                              \
  using metal::abs; using metal::atan2; using metal::clamp; using metal::copysign;              \
  using metal::cospi; using metal::cross; using metal::distance; using metal::distance_squared; \
  using metal::divide; using metal::dot; using metal::fabs; using metal::faceforward;           \
  using metal::fdim; using metal::fma; using metal::fmax; using metal::fmax3;                   \
  using metal::fmedian3; using metal::fmin; using metal::fmin3; using metal::fmod;              \
  using metal::fract; using metal::frexp; using metal::ilogb; using metal::isfinite;            \
  using metal::isinf; using metal::isnan; using metal::isnormal; using metal::ldexp;            \
  using metal::length; using metal::length_squared; using metal::logb; using metal::max;        \
  using metal::max3; using metal::median3; using metal::min; using metal::min3;                 \
  using metal::mix; using metal::modf; using metal::nextafter; using metal::normalize;          \
  using metal::pow; using metal::powr; using metal::reflect; using metal::refract;              \
  using metal::saturate; using metal::sign; using metal::signbit; using metal::sincos;          \
  using metal::sinpi; using metal::smoothstep; using metal::step; using metal::tanpi;
namespace precise {
MSL_VARIANTS
}
namespace fast {
MSL_VARIANTS
}
#undef MSL_VARIANTS
} // namespace metal
