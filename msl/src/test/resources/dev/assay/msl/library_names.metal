#include <metal_stdlib>
using namespace metal;

// What sources add to the library's namespace, because Apple's library lacks it.
#pragma METAL internals : enable
namespace metal {
template <typename T>
struct is_empty : bool_constant<__is_empty(T)> {};
template <typename... T>
struct no_type {
  typedef void type;
};
template <typename... T>
using void_t = typename no_type<T...>::type;

METAL_FUNC bfloat exp(bfloat x) {
  return static_cast<bfloat>(__metal_exp(static_cast<float>(x), __METAL_MAYBE_FAST_MATH__));
}
namespace fast {
METAL_FUNC bfloat exp(bfloat x) {
  return static_cast<bfloat>(__metal_exp(static_cast<float>(x), __METAL_FAST_MATH__));
}
}
namespace precise {
METAL_FUNC bfloat exp(bfloat x) {
  return static_cast<bfloat>(__metal_exp(static_cast<float>(x), __METAL_PRECISE_MATH__));
}
}
}
#pragma METAL internals : disable

template <typename T, typename = void>
struct has_length : false_type {};
template <typename T>
struct has_length<T, void_t<decltype(T().length)>> : true_type {};
struct nothing {};
struct rod {
  float length;
};

// A type that knows where it stood, with limits of its own.
template <typename T>
struct placed {
  uint place;
  T value;
};
template <typename T>
struct _numeric_limits_impl<placed<T>> {
  static constexpr METAL_FUNC placed<T> lowest() { return placed<T>{7, numeric_limits<T>::lowest()}; }
};

template <typename T>
constexpr constant bool counts =
    _disjunction<is_same<T, int>, _conjunction<is_same<T, uint>, _negation<is_same<T, int>>>>::value;

// A complex number that converts from scalars and to them, in every address space.
struct complex_number;
template <typename T>
constexpr constant bool other = !is_same_v<T, complex_number> && is_convertible_v<T, float>;
struct complex_number {
  float real;
  float imag;
  constexpr complex_number(float r, float i) : real(r), imag(i) {}
  template <typename T, typename = enable_if_t<other<T>>>
  constexpr complex_number(T r) thread : real(r), imag(0) {}
  template <typename T, typename = enable_if_t<other<T>>>
  constexpr complex_number(T r) device : real(r), imag(0) {}
  template <typename T, typename = enable_if_t<other<T>>>
  constexpr operator T() const thread { return static_cast<T>(real); }
  template <typename T, typename = enable_if_t<other<T>>>
  constexpr operator T() const device { return static_cast<T>(real); }
};
constexpr complex_number operator*(complex_number a, complex_number b) {
  return {a.real * b.real - a.imag * b.imag, a.real * b.imag + a.imag * b.real};
}
constexpr complex_number operator-(complex_number a, complex_number b) {
  return {a.real - b.real, a.imag - b.imag};
}
constexpr bool operator==(complex_number a, complex_number b) {
  return a.real == b.real && a.imag == b.imag;
}

kernel void names(device float* out, device const float* x, device const complex_number* z,
                  constant int& n) {
  out[0] = is_empty<nothing>::value * 10 + is_empty<rod>::value;
  out[1] = has_length<rod>::value * 10 + has_length<nothing>::value;
  placed<float> low = numeric_limits<placed<float>>::lowest();
  out[2] = low.place;
  out[3] = low.value;
  out[4] = counts<int> * 100 + counts<uint> * 10 + counts<float>;
  // The added forms for bfloat must not take floats.
  out[5] = fast::exp(x[0]);
  out[6] = precise::exp(x[0]);
  out[7] = metal::exp(x[0]);
  out[8] = float(fast::exp(bfloat(x[0])));
  out[9] = __metal_divide(x[0], 4.0f, __METAL_MAYBE_FAST_MATH__);
  int exponent;
  out[10] = __metal_frexp(12.0f, &exponent);
  out[11] = exponent;
  complex_number a = 1.0 - z[0];
  complex_number b = z[0] * 2;
  out[12] = a.real;
  out[13] = a.imag;
  out[14] = b.real;
  out[15] = b.imag;
  out[16] = (z[0] == 3) * 10 + (complex_number(3, 0) == 3);
  constexpr const uniform<int> step = make_uniform(4);
  const uniform<int> count = make_uniform(n);
  const uniform<int> rest = count - step * (count / step);
  out[17] = rest > 0 ? int(rest) : -1;
  out[18] = is_same_v<decltype(step * count), uniform<int>> && is_same_v<decltype(step * n), int>;
  out[19] = __is_valid_simdgroup_type<half4>::value * 10 + __is_valid_simdgroup_type<long>::value;
}

kernel void lanes(device uint* out, uint at [[thread_position_in_threadgroup]]) {
  out[at] = __metal_get_thread_index_in_simdgroup(uint()) * 100 +
            __metal_get_simdgroup_size(ushort());
}

kernel void votes(device uint* out, uint at [[thread_position_in_threadgroup]]) {
  out[at] = __metal_simd_xor(at) + __metal_simd_and(at | 64) + __metal_simd_or(at);
}

constant os_log own_log("library", "names");

kernel void logs(device int* out, uint at [[thread_position_in_grid]]) {
  own_log.log_debug("before %d", out[at]);
  out[at] += at;
  os_log_default.log("after %d of %u", out[at], at);
}
