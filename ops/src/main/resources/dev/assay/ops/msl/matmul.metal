// out[m, n] = a[m, k] · b[k, n] for every batch, with any strides; bias and activation before the one rounding.

struct MatmulParams {
  uint m;
  uint n;
  uint k;
  uint batch_rank;
  uint batch[4];
  ulong a_batch_strides[4];
  ulong b_batch_strides[4];
  ulong a_row_stride;
  ulong a_column_stride;
  ulong b_row_stride;
  ulong b_column_stride;
};

constant bool has_bias [[function_constant(0)]];
constant uint activation [[function_constant(1)]];

template <typename T>
T finished(float sum, device const T* bias, uint column) {
  if (has_bias) sum += float(bias[column]);
  switch (activation) {
    case 1: sum = relu_of(sum); break;
    case 2: sum = gelu_erf_of(sum); break;
    case 3: sum = gelu_tanh_of(sum); break;
    case 4: sum = silu_of(sum); break;
  }
  return T(sum);
}

// Both operands of one batch, with strides in 32 bits.
template <typename T>
struct Operands {
  device const T* a;
  device const T* b;
  uint a_row;
  uint a_column;
  uint b_row;
  uint b_column;

  float left(uint row, uint i) const { return float(a[row * a_row + i * a_column]); }
  float right(uint i, uint column) const { return float(b[i * b_row + column * b_column]); }
};

template <typename T>
Operands<T> operands_of(device const T* a, device const T* b, constant MatmulParams& params,
                        uint batch) {
  Operands<T> operands;
  uint from_a = 0;
  uint from_b = 0;
  for (uint axis = params.batch_rank; axis-- > 0;) {
    const uint at = batch % params.batch[axis];
    batch /= params.batch[axis];
    from_a += at * uint(params.a_batch_strides[axis]);
    from_b += at * uint(params.b_batch_strides[axis]);
  }
  operands.a = a + from_a;
  operands.b = b + from_b;
  operands.a_row = uint(params.a_row_stride);
  operands.a_column = uint(params.a_column_stride);
  operands.b_row = uint(params.b_row_stride);
  operands.b_column = uint(params.b_column_stride);
  return operands;
}

// One row of a: 32 columns at a time, whose neighbours in b are read together; 8 threads share a column's terms.
template <typename T>
[[kernel]] void matmul_vector(device const T* a [[buffer(0)]], device const T* b [[buffer(1)]],
                              device const T* bias [[buffer(2), function_constant(has_bias)]],
                              device T* out [[buffer(3)]],
                              constant MatmulParams& params [[buffer(4)]],
                              uint3 group [[threadgroup_position_in_grid]],
                              uint3 thread_at [[thread_position_in_threadgroup]]) {
  if (group.y >= params.m) return;
  threadgroup float partial[8 * 32];
  const Operands<T> operands = operands_of(a, b, params, group.z);
  const uint column = group.x * 32 + thread_at.x;
  float sum = 0.0f;
  if (column < params.n) {
    for (uint i = thread_at.y; i < params.k; i += 8) {
      sum = fma(operands.left(group.y, i), operands.right(i, column), sum);
    }
  }
  partial[thread_at.y * 32 + thread_at.x] = sum;
  threadgroup_barrier(mem_flags::mem_threadgroup);
  if (thread_at.y == 0 && column < params.n) {
    for (uint slice = 1; slice < 8; slice++) sum += partial[slice * 32 + thread_at.x];
    out[(group.z * params.m + group.y) * params.n + column] = finished(sum, bias, column);
  }
}

// One row of a where the columns of b lie dense, as transposed weights do: a simdgroup for each column.
template <typename T>
[[kernel]] void matmul_vector_transposed(device const T* a [[buffer(0)]],
                                         device const T* b [[buffer(1)]],
                                         device const T* bias
                                         [[buffer(2), function_constant(has_bias)]],
                                         device T* out [[buffer(3)]],
                                         constant MatmulParams& params [[buffer(4)]],
                                         uint3 group [[threadgroup_position_in_grid]],
                                         uint3 group_size [[threads_per_threadgroup]],
                                         uint lane [[thread_index_in_simdgroup]],
                                         uint simdgroup [[simdgroup_index_in_threadgroup]]) {
  const uint column = group.x * group_size.y + simdgroup;
  if (column >= params.n || group.y >= params.m) return;
  const Operands<T> operands = operands_of(a, b, params, group.z);
  device const T* left = operands.a + group.y * operands.a_row;
  device const T* right = operands.b + column * operands.b_column;
  const uint whole = params.k / 4 * 4;
  float sum = 0.0f;
  for (uint i = lane * 4; i < whole; i += group_size.x * 4) {
    const Quad<T> x = *(device const Quad<T>*)(left + i);
    const Quad<T> y = *(device const Quad<T>*)(right + i);
    for (uint j = 0; j < 4; j++) sum = fma(float(x.lane[j]), float(y.lane[j]), sum);
  }
  if (whole + lane < params.k) {
    sum = fma(float(left[whole + lane]), float(right[whole + lane]), sum);
  }
  sum = simd_sum(sum);
  if (lane == 0) {
    out[(group.z * params.m + group.y) * params.n + column] = finished(sum, bias, column);
  }
}

// For a CPU: a thread for each block of 4 rows and 16 columns, which shares nothing with others.
template <typename T>
[[kernel]] void matmul_blocks(device const T* a [[buffer(0)]], device const T* b [[buffer(1)]],
                              device const T* bias [[buffer(2), function_constant(has_bias)]],
                              device T* out [[buffer(3)]],
                              constant MatmulParams& params [[buffer(4)]],
                              uint3 at [[thread_position_in_grid]]) {
  const uint row0 = at.y * 4;
  const uint column0 = at.x * 16;
  if (row0 >= params.m || column0 >= params.n) return;
  const Operands<T> operands = operands_of(a, b, params, at.z);
  const uint rows = min(4u, params.m - row0);
  const uint columns = min(16u, params.n - column0);
  float sums[4][16];
  for (uint r = 0; r < 4; r++) {
    for (uint c = 0; c < 16; c++) sums[r][c] = 0.0f;
  }
  if (rows == 4 && columns == 16 && operands.b_column == 1) {
    for (uint i = 0; i < params.k; i++) {
      device const T* right = operands.b + i * operands.b_row + column0;
      float y[16];
      for (uint c = 0; c < 16; c++) y[c] = float(right[c]);
      for (uint r = 0; r < 4; r++) {
        const float x = operands.left(row0 + r, i);
        for (uint c = 0; c < 16; c++) sums[r][c] = fma(x, y[c], sums[r][c]);
      }
    }
  } else {
    for (uint i = 0; i < params.k; i++) {
      for (uint c = 0; c < columns; c++) {
        const float y = operands.right(i, column0 + c);
        for (uint r = 0; r < rows; r++) sums[r][c] = fma(operands.left(row0 + r, i), y, sums[r][c]);
      }
    }
  }
  for (uint r = 0; r < rows; r++) {
    for (uint c = 0; c < columns; c++) {
      const uint column = column0 + c;
      out[(at.z * params.m + row0 + r) * params.n + column] = finished(sums[r][c], bias, column);
    }
  }
}

// Tiles of 32 × 32 by 256 threads, each with 2 × 2 elements 16 apart; both operands by way of threadgroup memory.
template <typename T>
[[kernel]] void matmul_tiled(device const T* a [[buffer(0)]], device const T* b [[buffer(1)]],
                             device const T* bias [[buffer(2), function_constant(has_bias)]],
                             device T* out [[buffer(3)]],
                             constant MatmulParams& params [[buffer(4)]],
                             uint3 group [[threadgroup_position_in_grid]],
                             uint3 thread_at [[thread_position_in_threadgroup]]) {
  threadgroup float left[32 * 16];
  threadgroup float right[16 * 32];
  const Operands<T> operands = operands_of(a, b, params, group.z);
  const uint row0 = group.y * 32;
  const uint column0 = group.x * 32;
  const uint thread_index = thread_at.y * 16 + thread_at.x;
  float sums[2][2] = {{0.0f, 0.0f}, {0.0f, 0.0f}};
  for (uint first = 0; first < params.k; first += 16) {
    // Beyond an edge both tiles hold 0, so that no product there counts.
    for (uint e = thread_index; e < 32 * 16; e += 256) {
      const uint row = row0 + e / 16;
      const uint i = first + e % 16;
      left[e] = row < params.m && i < params.k ? operands.left(row, i) : 0.0f;
    }
    for (uint e = thread_index; e < 16 * 32; e += 256) {
      const uint i = first + e / 32;
      const uint column = column0 + e % 32;
      right[e] = i < params.k && column < params.n ? operands.right(i, column) : 0.0f;
    }
    threadgroup_barrier(mem_flags::mem_threadgroup);
    for (uint i = 0; i < 16; i++) {
      const float x[2] = {left[thread_at.y * 16 + i], left[(thread_at.y + 16) * 16 + i]};
      const float y[2] = {right[i * 32 + thread_at.x], right[i * 32 + thread_at.x + 16]};
      for (uint r = 0; r < 2; r++) {
        for (uint c = 0; c < 2; c++) sums[r][c] = fma(x[r], y[c], sums[r][c]);
      }
    }
    threadgroup_barrier(mem_flags::mem_threadgroup);
  }
  for (uint r = 0; r < 2; r++) {
    for (uint c = 0; c < 2; c++) {
      const uint row = row0 + thread_at.y + 16 * r;
      const uint column = column0 + thread_at.x + 16 * c;
      if (row < params.m && column < params.n) {
        out[(group.z * params.m + row) * params.n + column] = finished(sums[r][c], bias, column);
      }
    }
  }
}

// Tiles of 32 × 32 by four simdgroups, each with 2 × 2 matrices of 8 × 8.
template <typename T>
[[kernel]] void matmul_simdgroup(device const T* a [[buffer(0)]], device const T* b [[buffer(1)]],
                                 device const T* bias [[buffer(2), function_constant(has_bias)]],
                                 device T* out [[buffer(3)]],
                                 constant MatmulParams& params [[buffer(4)]],
                                 uint3 group [[threadgroup_position_in_grid]],
                                 uint thread_index [[thread_index_in_threadgroup]],
                                 uint simdgroup [[simdgroup_index_in_threadgroup]]) {
  threadgroup T left[32 * 32];
  threadgroup T right[32 * 32];
  threadgroup float result[32 * 32];
  const Operands<T> operands = operands_of(a, b, params, group.z);
  const uint row0 = group.y * 32;
  const uint column0 = group.x * 32;
  const uint tile_row = simdgroup / 2 * 16;
  const uint tile_column = simdgroup % 2 * 16;
  simdgroup_matrix<float, 8, 8> sums[2][2];
  for (uint r = 0; r < 2; r++) {
    for (uint c = 0; c < 2; c++) sums[r][c] = make_filled_simdgroup_matrix<float, 8, 8>(0.0f);
  }
  for (uint first = 0; first < params.k; first += 32) {
    for (uint e = thread_index; e < 32 * 32; e += 128) {
      const uint row = row0 + e / 32;
      const uint across = first + e % 32;
      left[e] = row < params.m && across < params.k
                    ? operands.a[row * operands.a_row + across * operands.a_column]
                    : T(0.0f);
      const uint down = first + e / 32;
      const uint column = column0 + e % 32;
      right[e] = down < params.k && column < params.n
                     ? operands.b[down * operands.b_row + column * operands.b_column]
                     : T(0.0f);
    }
    threadgroup_barrier(mem_flags::mem_threadgroup);
    for (uint i = 0; i < 32; i += 8) {
      simdgroup_matrix<T, 8, 8> x[2];
      simdgroup_matrix<T, 8, 8> y[2];
      for (uint e = 0; e < 2; e++) {
        simdgroup_load(x[e], left + (tile_row + 8 * e) * 32 + i, 32);
        simdgroup_load(y[e], right + i * 32 + tile_column + 8 * e, 32);
      }
      for (uint r = 0; r < 2; r++) {
        for (uint c = 0; c < 2; c++) {
          simdgroup_multiply_accumulate(sums[r][c], x[r], y[c], sums[r][c]);
        }
      }
    }
    threadgroup_barrier(mem_flags::mem_threadgroup);
  }
  for (uint r = 0; r < 2; r++) {
    for (uint c = 0; c < 2; c++) {
      simdgroup_store(sums[r][c], result + (tile_row + 8 * r) * 32 + tile_column + 8 * c, 32);
    }
  }
  threadgroup_barrier(mem_flags::mem_threadgroup);
  for (uint e = thread_index; e < 32 * 32; e += 128) {
    const uint row = row0 + e / 32;
    const uint column = column0 + e % 32;
    if (row < params.m && column < params.n) {
      out[(group.z * params.m + row) * params.n + column] = finished(result[e], bias, column);
    }
  }
}

#define MATMUL(suffix, T)                                                          \
  INSTANTIATE("matmul_vector_" suffix, matmul_vector<T>)                           \
  INSTANTIATE("matmul_vector_transposed_" suffix, matmul_vector_transposed<T>)     \
  INSTANTIATE("matmul_blocks_" suffix, matmul_blocks<T>)                           \
  INSTANTIATE("matmul_tiled_" suffix, matmul_tiled<T>)                             \
  INSTANTIATE("matmul_simdgroup_" suffix, matmul_simdgroup<T>)

MATMUL("f32", float)
MATMUL("f16", half)
MATMUL("bf16", bfloat)
