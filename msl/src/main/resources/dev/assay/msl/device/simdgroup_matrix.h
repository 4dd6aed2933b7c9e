// 8x8 matrices spread over the 32 lanes of a simdgroup, two neighbouring elements a lane.
#pragma once
#include "sync.h"

namespace msl {
// Row and first column of a lane's two elements; the second stands one column further.
MSL_INLINE uint matrix_row(uint lane) { return ((lane / 4) & 4) + (lane / 2) % 4; }
MSL_INLINE uint matrix_column(uint lane) { return ((lane / 4) & 2) * 2 + (lane % 2) * 2; }
// The lane and the element that hold (row, column): the inverse of the two above.
MSL_INLINE uint matrix_lane(uint row, uint column) {
  return ((row & 4) << 2) | ((column & 4) << 1) | ((row & 3) << 1) | ((column >> 1) & 1);
}
} // namespace msl

namespace metal {
template <typename T, int Cols, int Rows>
struct simdgroup_matrix {
  static_assert(Cols == 8 && Rows == 8, "simdgroup matrices are 8 by 8");
  typedef vec<T, 2> storage_type;
  storage_type elements;
  simdgroup_matrix() = default;
  // A diagonal matrix.
  MSL_INLINE explicit simdgroup_matrix(T diagonal) {
    uint lane = assay_lane();
    uint row = msl::matrix_row(lane);
    uint column = msl::matrix_column(lane);
    elements = vec<T, 2>(row == column ? diagonal : T(0), row == column + 1 ? diagonal : T(0));
  }
  MSL_INLINE storage_type& thread_elements() { return elements; }
  MSL_INLINE const storage_type& thread_elements() const { return elements; }
};
typedef simdgroup_matrix<float, 8, 8> simdgroup_float8x8;
typedef simdgroup_matrix<half, 8, 8> simdgroup_half8x8;
typedef simdgroup_matrix<bfloat, 8, 8> simdgroup_bfloat8x8;

template <typename T, int Cols = 8, int Rows = Cols>
MSL_INLINE simdgroup_matrix<T, Cols, Rows> make_filled_simdgroup_matrix(msl::same<T> value) {
  simdgroup_matrix<T, Cols, Rows> m;
  m.elements = vec<T, 2>(value);
  return m;
}
template <typename T, int Cols = 8, int Rows = Cols>
MSL_INLINE simdgroup_matrix<T, Cols, Rows> make_diagonal_simdgroup_matrix(msl::same<T> value) {
  return simdgroup_matrix<T, Cols, Rows>(value);
}

// Strides and offsets count elements; an offset is (column, row).
template <typename T, typename U>
MSL_INLINE void simdgroup_load(simdgroup_matrix<T, 8, 8>& d, const U* source,
                               ulong elements_per_row = 8, ulong2 origin = ulong2(0, 0),
                               bool transposed = false) {
  uint lane = assay_lane();
  for (uint e = 0; e < 2; e++) {
    ulong row = msl::matrix_row(lane);
    ulong column = msl::matrix_column(lane) + e;
    ulong at = transposed ? (origin.x + column) * elements_per_row + origin.y + row
                          : (origin.y + row) * elements_per_row + origin.x + column;
    d.elements[int(e)] = msl::cast<T>(source[at]);
  }
}
template <typename T, typename U>
MSL_INLINE void simdgroup_store(const simdgroup_matrix<T, 8, 8>& a, U* destination,
                                ulong elements_per_row = 8, ulong2 origin = ulong2(0, 0),
                                bool transposed = false) {
  uint lane = assay_lane();
  for (uint e = 0; e < 2; e++) {
    ulong row = msl::matrix_row(lane);
    ulong column = msl::matrix_column(lane) + e;
    ulong at = transposed ? (origin.x + column) * elements_per_row + origin.y + row
                          : (origin.y + row) * elements_per_row + origin.x + column;
    destination[at] = msl::cast<U>(a.elements[int(e)]);
  }
}

// d = a * b + c. Products are summed in float (MSL's accumulator for every element type here), in
// the order of the inner index.
template <typename D, typename A, typename B, typename C>
MSL_INLINE void simdgroup_multiply_accumulate(simdgroup_matrix<D, 8, 8>& d,
                                              const simdgroup_matrix<A, 8, 8>& a,
                                              const simdgroup_matrix<B, 8, 8>& b,
                                              const simdgroup_matrix<C, 8, 8>& c) {
  struct both {
    float a[2];
    float b[2];
  } mine = {{float(a.elements[0]), float(a.elements[1])},
            {float(b.elements[0]), float(b.elements[1])}};
  msl::meeting<both> m = msl::exchange(mine);
  if (m.active != ~0u) assay_missing_lane(uint(__builtin_ctz(~m.active)));
  uint row = msl::matrix_row(m.self);
  uint column = msl::matrix_column(m.self);
  float sum[2] = {float(c.elements[0]), float(c.elements[1])};
  for (uint k = 0; k < 8; k++) {
    both left = m.value(msl::matrix_lane(row, k));
    both right = m.value(msl::matrix_lane(k, column));
    sum[0] = msl::fma1(left.a[k & 1], right.b[0], sum[0]);
    sum[1] = msl::fma1(left.a[k & 1], right.b[1], sum[1]);
  }
  d.elements = vec<D, 2>(D(sum[0]), D(sum[1]));
}
template <typename D, typename A, typename B>
MSL_INLINE void simdgroup_multiply(simdgroup_matrix<D, 8, 8>& d, const simdgroup_matrix<A, 8, 8>& a,
                                   const simdgroup_matrix<B, 8, 8>& b) {
  simdgroup_multiply_accumulate(d, a, b, make_filled_simdgroup_matrix<float, 8, 8>(0.0f));
}
// The storage of a matrix under the name that Apple's compiler has for it: of its 64 elements, a
// lane keeps its own two in front.
template <typename T>
struct vec<T, 64> {
  T data[64];
  MSL_INLINE T& operator[](uint i) { return data[i]; }
  MSL_INLINE const T& operator[](uint i) const { return data[i]; }
};
template <typename A, typename B, typename C, typename D>
MSL_INLINE vec<D, 64> __metal_simdgroup_matrix_8x8_multiply_accumulate(
    const vec<A, 64>& a, const vec<B, 64>& b, const vec<C, 64>& c, const vec<D, 64>&) {
  simdgroup_matrix<A, 8, 8> left;
  simdgroup_matrix<B, 8, 8> right;
  simdgroup_matrix<C, 8, 8> before;
  simdgroup_matrix<D, 8, 8> sum;
  left.elements = vec<A, 2>(a[0], a[1]);
  right.elements = vec<B, 2>(b[0], b[1]);
  before.elements = vec<C, 2>(c[0], c[1]);
  simdgroup_multiply_accumulate(sum, left, right, before);
  vec<D, 64> result;
  result[0] = sum.elements[0];
  result[1] = sum.elements[1];
  return result;
}
template <typename T, typename U>
MSL_INLINE simdgroup_matrix<T, 8, 8> operator*(const simdgroup_matrix<T, 8, 8>& a,
                                               const simdgroup_matrix<U, 8, 8>& b) {
  simdgroup_matrix<T, 8, 8> d;
  simdgroup_multiply(d, a, b);
  return d;
}
} // namespace metal
using metal::__metal_simdgroup_matrix_8x8_multiply_accumulate;
