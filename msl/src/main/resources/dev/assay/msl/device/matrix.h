// Column-major matrices of two to four columns and rows.
#pragma once
#include "math.h"

namespace metal {
template <typename T, int C, int R>
struct matrix {
  vec<T, R> columns[C];
  matrix() = default;
  MSL_INLINE explicit matrix(T diagonal) {
    for (int c = 0; c < C; c++) {
      for (int r = 0; r < R; r++) columns[c][r] = c == r ? diagonal : T(0);
    }
  }
  template <typename U, enable_if_t<!__is_same(U, T), int> = 0>
  MSL_INLINE explicit matrix(const matrix<U, C, R>& m) {
    for (int c = 0; c < C; c++) columns[c] = vec<T, R>(m.columns[c]);
  }
  template <typename A, typename B, typename... V,
            enable_if_t<((msl::width<A>::value + msl::width<B>::value) + ... +
                         msl::width<V>::value) == C * R,
                        int> = 0>
  MSL_INLINE matrix(const A& a, const B& b, const V&... v) {
    fill(make_integer_sequence<int, C * R>(), a, b, v...);
  }
  MSL_INLINE vec<T, R>& operator[](int c) { return columns[c]; }
  MSL_INLINE const vec<T, R>& operator[](int c) const { return columns[c]; }

 private:
  template <int... I, typename... V>
  MSL_INLINE void fill(integer_sequence<int, I...>, const V&... v) {
    ((columns[I / R][I % R] = msl::cast<T>(msl::component_of<I>(v...))), ...);
  }
};

#define MSL_ELEMENTWISE(op)                                                              \
  template <typename T, int C, int R>                                                    \
  MSL_INLINE matrix<T, C, R> operator op(const matrix<T, C, R>& a, const matrix<T, C, R>& b) { \
    matrix<T, C, R> m;                                                                   \
    for (int c = 0; c < C; c++) m[c] = a[c] op b[c];                                     \
    return m;                                                                            \
  }                                                                                      \
  template <typename T, int C, int R>                                                    \
  MSL_INLINE matrix<T, C, R>& operator op##=(matrix<T, C, R>& a, const matrix<T, C, R>& b) { \
    return a = a op b;                                                                   \
  }
MSL_ELEMENTWISE(+)
MSL_ELEMENTWISE(-)
#undef MSL_ELEMENTWISE
#define MSL_SCALED(op)                                                                   \
  template <typename T, int C, int R, typename S, typename = msl::if_scalar<S>>          \
  MSL_INLINE matrix<T, C, R> operator op(const matrix<T, C, R>& a, S s) {                \
    matrix<T, C, R> m;                                                                   \
    for (int c = 0; c < C; c++) m[c] = a[c] op T(s);                                     \
    return m;                                                                            \
  }                                                                                      \
  template <typename T, int C, int R, typename S, typename = msl::if_scalar<S>>          \
  MSL_INLINE matrix<T, C, R>& operator op##=(matrix<T, C, R>& a, S s) {                  \
    return a = a op s;                                                                   \
  }
MSL_SCALED(*)
MSL_SCALED(/)
#undef MSL_SCALED
template <typename T, int C, int R, typename S, typename = msl::if_scalar<S>>
MSL_INLINE matrix<T, C, R> operator*(S s, const matrix<T, C, R>& a) {
  return a * s;
}
template <typename T, int C, int R>
MSL_INLINE matrix<T, C, R> operator-(const matrix<T, C, R>& a) {
  return a * T(-1);
}
template <typename T, int C, int R>
MSL_INLINE vec<T, R> operator*(const matrix<T, C, R>& m, vec<T, C> v) {
  vec<T, R> r = m[0] * v[0];
  for (int c = 1; c < C; c++) r += m[c] * v[c];
  return r;
}
template <typename T, int C, int R>
MSL_INLINE vec<T, R> operator*(const matrix<T, C, R>& m, packed_vec<T, C> v) {
  return m * vec<T, C>(v);
}
template <typename T, int C, int R>
MSL_INLINE vec<T, C> operator*(vec<T, R> v, const matrix<T, C, R>& m) {
  vec<T, C> r;
  for (int c = 0; c < C; c++) r[c] = dot(v, m[c]);
  return r;
}
template <typename T, int K, int R, int C>
MSL_INLINE matrix<T, C, R> operator*(const matrix<T, K, R>& a, const matrix<T, C, K>& b) {
  matrix<T, C, R> m;
  for (int c = 0; c < C; c++) m[c] = a * b[c];
  return m;
}
template <typename T, int N>
MSL_INLINE matrix<T, N, N>& operator*=(matrix<T, N, N>& a, const matrix<T, N, N>& b) {
  return a = a * b;
}
template <typename T, int N>
MSL_INLINE vec<T, N>& operator*=(vec<T, N>& v, const matrix<T, N, N>& m) {
  return v = v * m;
}
template <typename T, int C, int R>
MSL_INLINE bool operator==(const matrix<T, C, R>& a, const matrix<T, C, R>& b) {
  bool same = true;
  for (int c = 0; c < C; c++) same = same && all(a[c] == b[c]);
  return same;
}
template <typename T, int C, int R>
MSL_INLINE matrix<T, R, C> transpose(const matrix<T, C, R>& m) {
  matrix<T, R, C> t;
  for (int c = 0; c < C; c++) {
    for (int r = 0; r < R; r++) t[r][c] = m[c][r];
  }
  return t;
}
template <typename T>
MSL_INLINE T determinant(const matrix<T, 2, 2>& m) {
  return m[0][0] * m[1][1] - m[1][0] * m[0][1];
}
template <typename T>
MSL_INLINE T determinant(const matrix<T, 3, 3>& m) {
  return dot(m[0], cross(m[1], m[2]));
}
template <typename T>
MSL_INLINE T determinant(const matrix<T, 4, 4>& m) {
  T sum = T(0);
  for (int c = 0; c < 4; c++) {
    matrix<T, 3, 3> minor;
    for (int k = 0, to = 0; k < 4; k++) {
      if (k != c) minor[to++] = vec<T, 3>(m[k][1], m[k][2], m[k][3]);
    }
    T term = m[c][0] * determinant(minor);
    sum += (c & 1) ? -term : term;
  }
  return sum;
}
} // namespace metal

#define MSL_MATRICES_OF(T, C)                  \
  typedef metal::matrix<T, C, 2> T##C##x2;     \
  typedef metal::matrix<T, C, 3> T##C##x3;     \
  typedef metal::matrix<T, C, 4> T##C##x4;     \
  namespace metal {                            \
  using ::T##C##x2;                            \
  using ::T##C##x3;                            \
  using ::T##C##x4;                            \
  }                                            \
  namespace simd {                             \
  using ::T##C##x2;                            \
  using ::T##C##x3;                            \
  using ::T##C##x4;                            \
  }
#define MSL_MATRICES(T) MSL_MATRICES_OF(T, 2) MSL_MATRICES_OF(T, 3) MSL_MATRICES_OF(T, 4)
MSL_MATRICES(half)
MSL_MATRICES(bfloat)
MSL_MATRICES(float)
#undef MSL_MATRICES
#undef MSL_MATRICES_OF
typedef float2x2 matrix_float2x2;
typedef float3x3 matrix_float3x3;
typedef float4x4 matrix_float4x4;
