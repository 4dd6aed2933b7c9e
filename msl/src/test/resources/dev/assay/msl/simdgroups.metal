#include <metal_stdlib>
#include <metal_simdgroup>
using namespace metal;

kernel void lanes(device const float* in [[buffer(0)]], device float* out [[buffer(1)]],
                  uint3 position [[thread_position_in_threadgroup]],
                  uint index [[thread_index_in_threadgroup]],
                  uint lane [[thread_index_in_simdgroup]],
                  uint simdgroup [[simdgroup_index_in_threadgroup]],
                  uint width [[threads_per_simdgroup]]) {
  float v = in[index];
  device float* o = out + index * 10;
  o[0] = simd_sum(v);
  o[1] = simd_max(v);
  o[2] = simd_shuffle_xor(v, 1);
  o[3] = simd_prefix_inclusive_sum(v);
  o[4] = simd_prefix_exclusive_sum(v);
  o[5] = simd_broadcast(v, 0);
  o[6] = simd_shuffle_down(v, 1);
  o[7] = float(popcount(ulong(simd_ballot(v > 3.0f))));
  o[8] = float(lane + simdgroup * width);
  o[9] = float(simd_all(v >= 0.0f)) + 2 * float(simd_any(v > 30.0f));
}

// Only some lanes take part; the others go another way and meet again.
kernel void divergent(device const int* in, device int* out, uint i [[thread_position_in_grid]]) {
  int v = in[i];
  int r;
  if (v % 3 == 0) {
    r = simd_sum(v);
  } else {
    r = -simd_sum(1);
  }
  out[i] = r + 1000 * simd_max(v);
}

kernel void quads(device const int* in, device int* out, uint i [[thread_position_in_grid]]) {
  int v = in[i];
  out[i * 3] = quad_sum(v);
  out[i * 3 + 1] = quad_shuffle_xor(v, 2);
  out[i * 3 + 2] = quad_broadcast(v, 3);
}

// Sums in a helper, so that the barrier stands outside the kernel's own body.
template <typename T>
static T group_sum(T v, threadgroup T* shared, uint index, uint count) {
  shared[index] = v;
  threadgroup_barrier(mem_flags::mem_threadgroup);
  T total = 0;
  for (uint k = 0; k < count; k++) total += shared[k];
  threadgroup_barrier(mem_flags::mem_threadgroup);
  return total;
}

kernel void helper_sum(device const int* in, device int* out, threadgroup int* shared [[threadgroup(0)]],
                       uint2 position [[thread_position_in_grid]],
                       uint index [[thread_index_in_threadgroup]],
                       uint2 size [[threads_per_threadgroup]],
                       uint2 grid [[threads_per_grid]]) {
  uint at = position.y * grid.x + position.x;
  out[at] = group_sum(in[at], shared, index, size.x * size.y);
}

kernel void tree(device const float* in, device float* out, constant uint& columns,
                 uint row [[threadgroup_position_in_grid]], uint t [[thread_index_in_threadgroup]],
                 uint threads [[threads_per_threadgroup]]) {
  threadgroup float partial[256];
  float sum = 0;
  for (uint k = t; k < columns; k += threads) sum += in[row * columns + k];
  partial[t] = sum;
  threadgroup_barrier(mem_flags::mem_threadgroup);
  for (uint half_of = threads / 2; half_of > 0; half_of /= 2) {
    if (t < half_of) partial[t] += partial[t + half_of];
    threadgroup_barrier(mem_flags::mem_threadgroup);
  }
  if (t == 0) out[row] = partial[0];
}

// A bitonic sort of one threadgroup's elements.
kernel void sort(device int* data, uint t [[thread_position_in_threadgroup]],
                 uint n [[threads_per_threadgroup]]) {
  threadgroup int keys[512];
  keys[t] = data[t];
  threadgroup_barrier(mem_flags::mem_threadgroup);
  for (uint run = 2; run <= n; run <<= 1) {
    for (uint gap = run >> 1; gap > 0; gap >>= 1) {
      uint other = t ^ gap;
      if (other > t) {
        bool up = (t & run) == 0;
        int a = keys[t], b = keys[other];
        if ((a > b) == up) {
          keys[t] = b;
          keys[other] = a;
        }
      }
      threadgroup_barrier(mem_flags::mem_threadgroup);
    }
  }
  data[t] = keys[t];
}
