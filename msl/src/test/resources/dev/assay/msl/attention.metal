#include <metal_stdlib>
using namespace metal;

struct Shape {
  int queries;
  int keys;
  int heads;
  int kv_heads;
  float scale;
};

// One simdgroup for each query: a running maximum and sum, so that no row of scores is stored.
template <typename T, int D>
kernel void flash_attention(device const T* q [[buffer(0)]], device const T* k [[buffer(1)]],
                            device const T* v [[buffer(2)]], device T* out [[buffer(3)]],
                            constant Shape& shape [[buffer(4)]],
                            uint3 group [[threadgroup_position_in_grid]],
                            ushort lane [[thread_index_in_simdgroup]]) {
  constexpr int per_lane = (D + 31) / 32;
  const int query = group.x;
  const int head = group.y;
  const int kv_head = head / (shape.heads / shape.kv_heads);
  device const T* row = q + (head * shape.queries + query) * D;
  device const T* keys = k + kv_head * shape.keys * D;
  device const T* values = v + kv_head * shape.keys * D;
  thread float mine[per_lane];
  thread float sum[per_lane];
  for (int e = 0; e < per_lane; e++) {
    mine[e] = e * 32 + lane < D ? float(row[e * 32 + lane]) * shape.scale : 0.0f;
    sum[e] = 0;
  }
  float top = -INFINITY;
  float weight = 0;
  const int visible = min(shape.keys, query + 1 + shape.keys - shape.queries);
  for (int j = 0; j < visible; j++) {
    float score = 0;
    for (int e = 0; e < per_lane; e++) {
      if (e * 32 + lane < D) score = fma(mine[e], float(keys[j * D + e * 32 + lane]), score);
    }
    score = simd_sum(score);
    const float higher = max(top, score);
    const float old = exp(top - higher);
    const float fresh = exp(score - higher);
    weight = weight * old + fresh;
    for (int e = 0; e < per_lane; e++) {
      if (e * 32 + lane < D) sum[e] = sum[e] * old + fresh * float(values[j * D + e * 32 + lane]);
    }
    top = higher;
  }
  for (int e = 0; e < per_lane; e++) {
    if (e * 32 + lane < D) out[(head * shape.queries + query) * D + e * 32 + lane] = T(sum[e] / weight);
  }
}

#define attention(T, D)                                                        \
  template [[host_name("attention_" #T "_" #D)]] kernel void flash_attention<T, D>( \
      device const T*, device const T*, device const T*, device T*, constant Shape&, uint3, ushort)
attention(float, 40);
attention(half, 64);

// Blocks of 32 values: a scale and nibbles, the low ones first.
struct block {
  half d;
  uchar qs[16];
};

kernel void quantised_matvec(device const block* blocks, device const float* x, device float* y,
                             constant uint& columns, uint row [[threadgroup_position_in_grid]],
                             uint lane [[thread_index_in_simdgroup]],
                             uint simdgroup [[simdgroup_index_in_threadgroup]],
                             uint simdgroups [[simdgroups_per_threadgroup]]) {
  threadgroup float partial[32];
  const uint count = columns / 32;
  float sum = 0;
  for (uint b = simdgroup * 32 + lane; b < count; b += simdgroups * 32) {
    device const block& q = blocks[row * count + b];
    float s = 0;
    for (int i = 0; i < 16; i++) {
      s += x[b * 32 + i] * (int(q.qs[i] & 0xF) - 8);
      s += x[b * 32 + i + 16] * (int(q.qs[i] >> 4) - 8);
    }
    sum += s * q.d;
  }
  sum = simd_sum(sum);
  if (lane == 0) partial[simdgroup] = sum;
  threadgroup_barrier(mem_flags::mem_threadgroup);
  if (simdgroup == 0) {
    float total = simd_sum(lane < simdgroups ? partial[lane] : 0.0f);
    if (lane == 0) y[row] = total;
  }
}

kernel void count(device const uint* values, device atomic_uint* histogram, device atomic_float* total,
                  device atomic_int* largest, uint i [[thread_position_in_grid]]) {
  atomic_fetch_add_explicit(&histogram[values[i] % 8], 1u, memory_order_relaxed);
  atomic_fetch_add_explicit(total, float(values[i]), memory_order_relaxed);
  atomic_fetch_max_explicit(largest, int(values[i]), memory_order_relaxed);
}
