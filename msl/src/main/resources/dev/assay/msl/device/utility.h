// Small class templates of the MSL library: arrays, references to them, pairs, and what Apple's
// compiler names that widely used sources call by its own name.
#pragma once
#include "limits.h"
#include "math.h"

namespace metal {
template <typename T, size_t N>
struct array {
  typedef T value_type;
  T data_[N ? N : 1];
  MSL_INLINE constexpr T& operator[](size_t i) { return data_[i]; }
  MSL_INLINE constexpr const T& operator[](size_t i) const { return data_[i]; }
  MSL_INLINE constexpr T* data() { return data_; }
  MSL_INLINE constexpr const T* data() const { return data_; }
  MSL_INLINE constexpr T* begin() { return data_; }
  MSL_INLINE constexpr T* end() { return data_ + N; }
  MSL_INLINE constexpr const T* begin() const { return data_; }
  MSL_INLINE constexpr const T* end() const { return data_ + N; }
  MSL_INLINE static constexpr size_t size() { return N; }
  MSL_INLINE static constexpr bool empty() { return N == 0; }
};
template <typename T>
struct array_ref {
  const T* first = nullptr;
  size_t count = 0;
  MSL_INLINE const T& operator[](size_t i) const { return first[i]; }
  MSL_INLINE const T* data() const { return first; }
  MSL_INLINE const T* begin() const { return first; }
  MSL_INLINE const T* end() const { return first + count; }
  MSL_INLINE size_t size() const { return count; }
};
template <typename A, typename B>
struct pair {
  A first;
  B second;
};
template <typename A, typename B>
MSL_INLINE constexpr pair<A, B> make_pair(A a, B b) {
  return {a, b};
}
template <typename T>
struct plus {
  constexpr T operator()(T a, T b) const { return a + b; }
};
template <typename T>
struct multiplies {
  constexpr T operator()(T a, T b) const { return a * b; }
};
template <typename T>
class uniform {
 public:
  MSL_INLINE constexpr uniform(T v) : value(v) {}
  MSL_INLINE constexpr operator T() const { return value; }

 private:
  T value;
};
template <typename T>
MSL_INLINE constexpr uniform<T> make_uniform(T v) {
  return uniform<T>(v);
}
// Of uniform operands the result is uniform; of others it is the plain value.
#define MSL_UNIFORM(op)                                                                      \
  template <typename T, typename U>                                                          \
  MSL_INLINE constexpr auto operator op(uniform<T> a, uniform<U> b) {                        \
    return make_uniform(T(a) op U(b));                                                       \
  }                                                                                          \
  template <typename T, typename S, typename = msl::if_scalar<S>>                            \
  MSL_INLINE constexpr auto operator op(uniform<T> a, S b) {                                 \
    return T(a) op b;                                                                        \
  }                                                                                          \
  template <typename T, typename S, typename = msl::if_scalar<S>>                            \
  MSL_INLINE constexpr auto operator op(S a, uniform<T> b) {                                 \
    return a op T(b);                                                                        \
  }
MSL_UNIFORM(+)
MSL_UNIFORM(-)
MSL_UNIFORM(*)
MSL_UNIFORM(/)
MSL_UNIFORM(%)
MSL_UNIFORM(&)
MSL_UNIFORM(|)
MSL_UNIFORM(^)
MSL_UNIFORM(==)
MSL_UNIFORM(!=)
MSL_UNIFORM(<)
MSL_UNIFORM(>)
MSL_UNIFORM(<=)
MSL_UNIFORM(>=)
#undef MSL_UNIFORM
enum class patch { quad, triangle };
// As on a device that no log state is attached to, messages go nowhere.
struct os_log {
  constexpr os_log(const char*, const char*) {}
  template <typename... A>
  void log(const char*, A...) const {}
  template <typename... A>
  void log_debug(const char*, A...) const {}
  template <typename... A>
  void log_info(const char*, A...) const {}
  template <typename... A>
  void log_error(const char*, A...) const {}
  template <typename... A>
  void log_fault(const char*, A...) const {}
};
inline constexpr os_log os_log_default("", "");
} // namespace metal

// The names under which bfloat shims call the compiler's math; the flag asks for a fast variant.
#define MSL_INTRINSIC1(name)                                        \
  MSL_INLINE float __metal_##name(float x, bool = false) { return metal::name(x); } \
  MSL_INLINE half __metal_##name(half x, bool = false) { return metal::name(x); }
MSL_INTRINSIC1(acos)
MSL_INTRINSIC1(acosh)
MSL_INTRINSIC1(asin)
MSL_INTRINSIC1(asinh)
MSL_INTRINSIC1(atan)
MSL_INTRINSIC1(atanh)
MSL_INTRINSIC1(ceil)
MSL_INTRINSIC1(cos)
MSL_INTRINSIC1(cosh)
MSL_INTRINSIC1(cospi)
MSL_INTRINSIC1(exp)
MSL_INTRINSIC1(exp10)
MSL_INTRINSIC1(exp2)
MSL_INTRINSIC1(fabs)
MSL_INTRINSIC1(floor)
MSL_INTRINSIC1(fract)
MSL_INTRINSIC1(log)
MSL_INTRINSIC1(log10)
MSL_INTRINSIC1(log2)
MSL_INTRINSIC1(rint)
MSL_INTRINSIC1(round)
MSL_INTRINSIC1(rsqrt)
MSL_INTRINSIC1(saturate)
MSL_INTRINSIC1(sin)
MSL_INTRINSIC1(sinh)
MSL_INTRINSIC1(sinpi)
MSL_INTRINSIC1(sqrt)
MSL_INTRINSIC1(tan)
MSL_INTRINSIC1(tanh)
MSL_INTRINSIC1(tanpi)
MSL_INTRINSIC1(trunc)
#undef MSL_INTRINSIC1
#define MSL_INTRINSIC2(name)                                            \
  MSL_INLINE float __metal_##name(float x, float y, bool = false) {     \
    return metal::name(x, y);                                           \
  }
MSL_INTRINSIC2(atan2)
MSL_INTRINSIC2(copysign)
MSL_INTRINSIC2(divide)
MSL_INTRINSIC2(fdim)
MSL_INTRINSIC2(fmax)
MSL_INTRINSIC2(fmin)
MSL_INTRINSIC2(fmod)
MSL_INTRINSIC2(nextafter)
MSL_INTRINSIC2(pow)
MSL_INTRINSIC2(powr)
#undef MSL_INTRINSIC2
#define MSL_INTRINSIC3(name, full)                                               \
  MSL_INLINE float __metal_##name(float x, float y, float z, bool = false) {     \
    return metal::full(x, y, z);                                                 \
  }
MSL_INTRINSIC3(fma, fma)
MSL_INTRINSIC3(fmax3, max3)
MSL_INTRINSIC3(fmin3, min3)
MSL_INTRINSIC3(fmedian3, median3)
MSL_INTRINSIC3(clamp, clamp)
MSL_INTRINSIC3(mix, mix)
MSL_INTRINSIC3(smoothstep, smoothstep)
#undef MSL_INTRINSIC3
#define MSL_INTRINSIC_CLASS(name) \
  MSL_INLINE bool __metal_##name(float x, bool = false) { return metal::name(x); }
MSL_INTRINSIC_CLASS(isnan)
MSL_INTRINSIC_CLASS(isinf)
MSL_INTRINSIC_CLASS(isfinite)
MSL_INTRINSIC_CLASS(isnormal)
MSL_INTRINSIC_CLASS(signbit)
#undef MSL_INTRINSIC_CLASS
MSL_INLINE float __metal_ldexp(float x, int e, bool = false) { return metal::ldexp(x, e); }
MSL_INLINE float __metal_frexp(float x, int& e, bool = false) { return metal::frexp(x, e); }
MSL_INLINE float __metal_frexp(float x, int* e, bool = false) { return metal::frexp(x, *e); }
MSL_INLINE int __metal_ilogb(float x, bool = false) { return metal::ilogb(x); }
MSL_INLINE float __metal_modf(float x, float& whole, bool = false) {
  return metal::modf(x, whole);
}
MSL_INLINE float __metal_modf(float x, float* whole, bool = false) {
  return metal::modf(x, *whole);
}
#include "sync.h"
#define MSL_INTRINSIC_LANES1(name)                               \
  template <typename T>                                          \
  MSL_INLINE T __metal_##name(T v) {                             \
    return metal::name(v);                                       \
  }
#define MSL_INTRINSIC_LANES2(name)                               \
  template <typename T>                                          \
  MSL_INLINE T __metal_##name(T v, ushort lane) {                \
    return metal::name(v, lane);                                 \
  }
#define MSL_INTRINSIC_LANES3(name)                               \
  template <typename T>                                          \
  MSL_INLINE T __metal_##name(T v, T fill, ushort delta, ushort modulo = 32) { \
    return metal::name(v, fill, delta, modulo);                  \
  }
#define MSL_INTRINSIC_SET(set)                       \
  MSL_INTRINSIC_LANES1(set##_sum)                    \
  MSL_INTRINSIC_LANES1(set##_product)                \
  MSL_INTRINSIC_LANES1(set##_max)                    \
  MSL_INTRINSIC_LANES1(set##_min)                    \
  MSL_INTRINSIC_LANES1(set##_and)                    \
  MSL_INTRINSIC_LANES1(set##_or)                     \
  MSL_INTRINSIC_LANES1(set##_xor)                    \
  MSL_INTRINSIC_LANES1(set##_prefix_inclusive_sum)   \
  MSL_INTRINSIC_LANES1(set##_prefix_exclusive_sum)   \
  MSL_INTRINSIC_LANES1(set##_prefix_inclusive_product) \
  MSL_INTRINSIC_LANES1(set##_prefix_exclusive_product) \
  MSL_INTRINSIC_LANES1(set##_broadcast_first)        \
  MSL_INTRINSIC_LANES2(set##_broadcast)              \
  MSL_INTRINSIC_LANES2(set##_shuffle)                \
  MSL_INTRINSIC_LANES2(set##_shuffle_up)             \
  MSL_INTRINSIC_LANES2(set##_shuffle_down)           \
  MSL_INTRINSIC_LANES2(set##_shuffle_rotate_up)      \
  MSL_INTRINSIC_LANES2(set##_shuffle_rotate_down)    \
  MSL_INTRINSIC_LANES2(set##_shuffle_xor)            \
  MSL_INTRINSIC_LANES3(set##_shuffle_and_fill_up)    \
  MSL_INTRINSIC_LANES3(set##_shuffle_and_fill_down)
MSL_INTRINSIC_SET(simd)
MSL_INTRINSIC_SET(quad)
#undef MSL_INTRINSIC_SET
#undef MSL_INTRINSIC_LANES1
#undef MSL_INTRINSIC_LANES2
#undef MSL_INTRINSIC_LANES3
// Built-in values; the argument only gives the type.
#define MSL_INTRINSIC_VALUE(name, value) \
  template <typename T>                  \
  MSL_INLINE T __metal_get_##name(T) {   \
    return T(value);                     \
  }
MSL_INTRINSIC_VALUE(simdgroup_size, msl::simd_width)
MSL_INTRINSIC_VALUE(threads_per_simdgroup, msl::simd_width)
MSL_INTRINSIC_VALUE(thread_index_in_simdgroup, assay_lane())
MSL_INTRINSIC_VALUE(thread_index_in_quadgroup, assay_lane() & 3)
#undef MSL_INTRINSIC_VALUE
namespace metal {
// The types that Apple's simdgroup functions take; sources bring forms for others themselves.
template <typename T>
struct __is_valid_simdgroup_type
    : bool_constant<is_arithmetic<T>::value && sizeof(T) <= 4 && !__is_same(T, bool) &&
                    !__is_same(T, bfloat)> {};
template <typename T, int N>
struct __is_valid_simdgroup_type<vec<T, N>> : __is_valid_simdgroup_type<T> {};
} // namespace metal

// The class through which the language passes lists in braces; it looks for it under this name.
namespace std {
template <typename E>
class initializer_list {
  const E* first = nullptr;
  size_t count = 0;

 public:
  typedef E value_type;
  typedef const E* const_iterator;
  constexpr initializer_list() = default;
  MSL_INLINE constexpr size_t size() const { return count; }
  // Apple's are pointers to what may be changed.
  MSL_INLINE E* begin() const { return const_cast<E*>(first); }
  MSL_INLINE E* end() const { return const_cast<E*>(first) + count; }
};
} // namespace std
namespace metal {
using std::initializer_list;
}
