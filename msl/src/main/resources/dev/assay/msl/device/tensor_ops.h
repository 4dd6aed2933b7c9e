// Matrix products of Metal's performance primitives. Those of one simdgroup over cooperative tensors
// are computed; tensors in memory and wider scopes are declared and not defined: files that use them
// compile, and a kernel that does cannot be linked.
#pragma once
#include "sync.h"
#include "utility.h"

namespace msl {
struct opaque_argument;
}
namespace metal {
struct execution_thread {};
struct execution_simdgroup {};
template <int N>
struct execution_simdgroups {};
inline constexpr size_t dynamic_extent = ~size_t(0);
template <typename T>
struct remove_addrspace {
  typedef T type;
};
template <typename T>
using remove_addrspace_t = T;

template <typename I, size_t... N>
struct extents {
  template <typename... A>
  extents(A...);
  I extent(size_t) const;
};
template <typename I, size_t Rank>
struct dextents {
  template <typename... A>
  dextents(A...);
  I extent(size_t) const;
};
struct tensor_handle {};
struct tensor_offset {};
struct tensor_inline {};
template <typename E, typename X, typename D = tensor_handle, typename... M>
struct tensor {
  tensor() = default;
  template <typename F, typename... A, typename = enable_if_t<!__is_same(F, msl::opaque_argument)>>
  tensor(F, A...);
  template <typename... A>
  tensor<E, X, tensor_offset> slice(A...) const;
  template <size_t... N, typename... A>
  tensor<E, X, tensor_offset> static_slice(A...) const;
  template <typename... A>
  E& operator[](A...) const;
  X get_extents() const;
  int get_extent(size_t) const;
};

// A matrix of Rows by Columns spread over a simdgroup, in tiles of 16 by 16 of which a lane holds
// eight elements: four of one row, and those eight rows below. Where Transposed, tiles hold the
// transposed matrix; their order is that of the matrix itself.
template <typename E, int Rows, int Columns, bool Transposed = false>
struct cooperative_tensor {
  static_assert(Rows % 16 == 0 && Columns % 16 == 0, "cooperative tensors come in tiles of 16 by 16");
  typedef E element_type;
  static constexpr int capacity = Rows * Columns / 32;
  E elements[capacity];
  MSL_INLINE static constexpr uint16_t get_capacity() { return capacity; }
  MSL_INLINE bool get_mask(int) const { return true; }
  MSL_INLINE E& operator[](int i) { return elements[i]; }
  MSL_INLINE const E& operator[](int i) const { return elements[i]; }
  // Column and row of an element in the matrix as it is stored.
  MSL_INLINE array<int, 2> get_multidimensional_index(int i) const {
    uint lane = assay_lane();
    int tile = i / 8;
    int row = int((lane >> 2 & 4) | (lane >> 1 & 3)) + (i % 8) / 4 * 8;
    int column = int((lane >> 2 & 2) | (lane & 1)) * 4 + i % 4;
    int down = tile / (Columns / 16) * 16;
    int right = tile % (Columns / 16) * 16;
    return Transposed ? array<int, 2>{column + down, row + right}
                      : array<int, 2>{column + right, row + down};
  }
  template <typename T>
  void load(const T&);
  template <typename T>
  void store(T&&) const;
};
} // namespace metal

namespace msl {
// The lane and the element of a tile that hold (row, column).
MSL_INLINE uint tile_lane(uint row, uint column) {
  return ((row & 4) << 2) | ((column & 8)) | ((row & 3) << 1) | ((column >> 2) & 1);
}
MSL_INLINE uint tile_element(uint row, uint column) {
  return ((row & 8) >> 1) | (column & 3);
}
struct tile_pair {
  float left[8];
  float right[8];
};
} // namespace msl

namespace mpp {
namespace tensor_ops {
struct matmul2d_descriptor {
  enum class mode { multiply, multiply_accumulate };
  int m, n, k;
  bool transpose_left, transpose_right;
  bool relaxed_precision;
  mode matmul_mode;
  constexpr matmul2d_descriptor(int rows, int columns,
                                int inner = static_cast<int>(metal::dynamic_extent),
                                bool left = false, bool right = false, bool relaxed = false,
                                mode how = mode::multiply)
      : m(rows),
        n(columns),
        k(inner),
        transpose_left(left),
        transpose_right(right),
        relaxed_precision(relaxed),
        matmul_mode(how) {}
  // All of it but the precision in one number: no class can be a template argument in C++17.
  constexpr operator ulong() const {
    return ulong(uint(m)) | ulong(uint(n)) << 20 | ulong(uint(k) & 0xfffff) << 40 |
           ulong(transpose_left) << 60 | ulong(transpose_right) << 61 |
           ulong(matmul_mode == mode::multiply_accumulate) << 62;
  }
};

template <ulong Descriptor, typename Scope, typename... Options>
struct matmul2d {
  static constexpr int m = int(Descriptor & 0xfffff);
  static constexpr int n = int(Descriptor >> 20 & 0xfffff);
  static constexpr int k = int(Descriptor >> 40 & 0xfffff);
  static constexpr bool transpose_left = Descriptor >> 60 & 1;
  static constexpr bool transpose_right = Descriptor >> 61 & 1;
  static constexpr bool accumulates = Descriptor >> 62 & 1;
  template <typename L, typename R, typename D>
  MSL_INLINE auto get_left_input_cooperative_tensor() const {
    return metal::cooperative_tensor<L, m, k, transpose_left>();
  }
  template <typename L, typename R, typename D>
  MSL_INLINE auto get_right_input_cooperative_tensor() const {
    return metal::cooperative_tensor<R, k, n, transpose_right>();
  }
  template <typename L, typename R, typename D>
  MSL_INLINE auto get_destination_cooperative_tensor() const {
    return metal::cooperative_tensor<D, m, n>();
  }
  template <typename L, typename R, typename D>
  void run(const L&, const R&, D&) const;
  // Products are summed in float, or in int where the result is one, in the order of the inner index.
  template <typename L, typename R, typename D>
  MSL_INLINE void run(const metal::cooperative_tensor<L, m, k, transpose_left>& left,
                      const metal::cooperative_tensor<R, k, n, transpose_right>& right,
                      metal::cooperative_tensor<D, m, n>& destination) const {
    static_assert(__is_same(Scope, metal::execution_simdgroup),
                  "products of cooperative tensors are computed by one simdgroup here");
    using S = metal::conditional_t<metal::is_integral<D>::value, int, float>;
    for (int at = 0; at < m / 16; at++) {
      for (int to = 0; to < n / 16; to++) {
        S sums[8];
        for (int e = 0; e < 8; e++) {
          sums[e] = accumulates ? S(destination[(n / 16 * at + to) * 8 + e]) : S(0);
        }
        for (int inner = 0; inner < k / 16; inner++) {
          msl::tile_pair own;
          for (int e = 0; e < 8; e++) {
            own.left[e] = float(left[(k / 16 * at + inner) * 8 + e]);
            own.right[e] = float(right[(n / 16 * inner + to) * 8 + e]);
          }
          add(own, sums);
        }
        for (int e = 0; e < 8; e++) destination[(n / 16 * at + to) * 8 + e] = D(sums[e]);
      }
    }
  }

 private:
  template <typename S>
  MSL_INLINE static void add(const msl::tile_pair& own, S (&sums)[8]) {
    msl::meeting<msl::tile_pair> all = msl::exchange(own);
    if (all.active != ~0u) assay_missing_lane(uint(__builtin_ctz(~all.active)));
    uint first_row = (all.self >> 2 & 4) | (all.self >> 1 & 3);
    uint first_column = ((all.self >> 2 & 2) | (all.self & 1)) * 4;
    for (uint e = 0; e < 8; e++) {
      uint row = first_row + e / 4 * 8;
      uint column = first_column + e % 4;
      for (uint i = 0; i < 16; i++) {
        uint lr = transpose_left ? i : row;
        uint lc = transpose_left ? row : i;
        uint rr = transpose_right ? column : i;
        uint rc = transpose_right ? i : column;
        float a = all.value(msl::tile_lane(lr, lc)).left[msl::tile_element(lr, lc)];
        float b = all.value(msl::tile_lane(rr, rc)).right[msl::tile_element(rr, rc)];
        sums[e] = __is_same(S, float) ? S(msl::fma1(a, b, float(sums[e]))) : S(sums[e] + S(a * b));
      }
    }
  }
};
} // namespace tensor_ops
} // namespace mpp
