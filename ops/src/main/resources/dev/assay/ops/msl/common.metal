// What every source of the catalogue begins with. Needs Metal 3.1, the first with bfloat.
// A grid can be larger than the constants ask for: where a size may be patched it is that of the size's bound. So every
// kernel leaves positions beyond its constants alone.
#include <metal_stdlib>
#include <metal_simdgroup_matrix>
using namespace metal;

// Makes one kernel of a template known to the host by a name.
#define INSTANTIATE(name, ...) \
  template [[host_name(name)]] [[kernel]] decltype(__VA_ARGS__) __VA_ARGS__;

// Four neighbours that are read and written at once; aligned to its element only, as views may begin anywhere.
template <typename T>
struct Quad {
  T lane[4];
};

// What elements are computed and summed in: 16-bit types in f32, integers in unsigned ones, which wrap.
template <typename T>
struct Arithmetic;
template <>
struct Arithmetic<float> {
  typedef float type;
};
template <>
struct Arithmetic<half> {
  typedef float type;
};
template <>
struct Arithmetic<bfloat> {
  typedef float type;
};
template <>
struct Arithmetic<char> {
  typedef uint type;
};
template <>
struct Arithmetic<uchar> {
  typedef uint type;
};
template <>
struct Arithmetic<short> {
  typedef uint type;
};
template <>
struct Arithmetic<ushort> {
  typedef uint type;
};
template <>
struct Arithmetic<int> {
  typedef uint type;
};
template <>
struct Arithmetic<uint> {
  typedef uint type;
};
template <>
struct Arithmetic<long> {
  typedef ulong type;
};
template <>
struct Arithmetic<ulong> {
  typedef ulong type;
};

// The bits of an element as a signed integer, and which of them are infinity. Comparisons and sign changes go by bits
// where a result must be exact: a GPU may flush subnormal numbers that pass through its arithmetic.
template <typename T>
struct FloatBits;
template <>
struct FloatBits<float> {
  typedef int type;
  static constexpr constant int infinity = 0x7f800000;
  static constexpr constant int magnitude = 0x7fffffff;
};
template <>
struct FloatBits<half> {
  typedef short type;
  static constexpr constant short infinity = 0x7c00;
  static constexpr constant short magnitude = 0x7fff;
};
template <>
struct FloatBits<bfloat> {
  typedef short type;
  static constexpr constant short infinity = 0x7f80;
  static constexpr constant short magnitude = 0x7fff;
};

template <typename T>
bool is_nan(T x) {
  typedef typename FloatBits<T>::type bits;
  return bits(as_type<bits>(x) & FloatBits<T>::magnitude) > FloatBits<T>::infinity;
}

// An integer that orders as the numbers do, −0 below +0; integers are their own.
template <typename T>
typename FloatBits<T>::type order_key(T x) {
  typedef typename FloatBits<T>::type bits;
  const bits b = as_type<bits>(x);
  return b >= 0 ? b : bits(b ^ FloatBits<T>::magnitude);
}

// The larger and the smaller of two numbers: NaN when either is, and +0 above −0.
template <typename T>
struct Order {
  static bool is_nan(T x) { return ::is_nan(x); }
  static bool above(T a, T b) { return order_key(a) > order_key(b); }
};
#define INTEGER_ORDER(T)                           \
  template <>                                      \
  struct Order<T> {                                \
    static bool is_nan(T) { return false; }        \
    static bool above(T a, T b) { return a > b; }  \
  };
INTEGER_ORDER(bool)
INTEGER_ORDER(char)
INTEGER_ORDER(uchar)
INTEGER_ORDER(short)
INTEGER_ORDER(ushort)
INTEGER_ORDER(int)
INTEGER_ORDER(uint)
INTEGER_ORDER(long)
INTEGER_ORDER(ulong)
#undef INTEGER_ORDER

template <typename T>
T larger(T a, T b) {
  return Order<T>::is_nan(a) ? a : Order<T>::is_nan(b) ? b : Order<T>::above(b, a) ? b : a;
}

template <typename T>
T smaller(T a, T b) {
  return Order<T>::is_nan(a) ? a : Order<T>::is_nan(b) ? b : Order<T>::above(a, b) ? b : a;
}

// erfc(x) · e^(x²) for 1 ≤ x ≤ 12 as a polynomial in t = 1 / (1 + x/2), fitted at Chebyshev nodes; relative error 4e-7.
inline float erfc_scaled(float x) {
  const float t = 1.0f / (1.0f + 0.5f * x);
  float q = 0.09498462f;
  q = q * t - 0.23081398f;
  q = q * t + 0.088250518f;
  q = q * t + 0.057028722f;
  q = q * t + 0.18036522f;
  q = q * t + 0.24659805f;
  q = q * t + 0.28208467f;
  q = q * t + 0.28209612f;
  return q * t;
}

// e^(−x²) without the error that rounding x² brings: the upper bits of x are squared exactly.
inline float exp_minus_square(float x) {
  const float high = rint(x * 16.0f) * 0.0625f;
  return precise::exp(-high * high) * precise::exp((high - x) * (high + x));
}

// erf(x) / x for abs(x) ≤ 1 as a polynomial in x², fitted at Chebyshev nodes; relative error 2e-7.
inline float erf_over_x(float square) {
  float p = 7.8824974e-5f;
  p = p * square - 8.0188555e-4f;
  p = p * square + 5.1893122e-3f;
  p = p * square - 2.6854329e-2f;
  p = p * square + 1.1283597e-1f;
  p = p * square - 3.7612626e-1f;
  return p * square + 1.1283791f;
}

inline float erf_of(float x) {
  const float magnitude = fabs(x);
  if (magnitude <= 1.0f) return x * erf_over_x(x * x);
  if (is_nan(x)) return x;
  // From 4 on the complement is below half a unit in the last place of 1.
  const float complement =
      magnitude < 4.0f ? exp_minus_square(magnitude) * erfc_scaled(magnitude) : 0.0f;
  return copysign(1.0f - complement, x);
}

// 1 − erf(x), which keeps its digits where erf is near 1.
inline float erfc_of(float x) {
  if (x < 1.0f) return 1.0f - erf_of(x);
  if (is_nan(x)) return x;
  return x < 10.0f ? exp_minus_square(x) * erfc_scaled(x) : 0.0f;
}

inline float sigmoid_of(float x) { return 1.0f / (1.0f + precise::exp(-x)); }

inline float relu_of(float x) { return larger(x, 0.0f); }

inline float silu_of(float x) {
  return x == -INFINITY ? -0.0f : x / (1.0f + precise::exp(-x));
}

inline float gelu_erf_of(float x) { return 0.5f * x * erfc_of(-0.70710678f * x); }

// x / (1 + e^(−2t)) is x/2 · (1 + tanh t); no tanh is asked of an argument for which it overflows.
inline float gelu_tanh_of(float x) {
  const float t = 0.79788456f * (x + 0.044715f * x * x * x);
  return x / (1.0f + precise::exp(-2.0f * t));
}
