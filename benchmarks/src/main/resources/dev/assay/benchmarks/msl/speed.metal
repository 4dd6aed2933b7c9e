// Five kernels of different kind, by which fast and checked builds are measured.
#include <metal_stdlib>
using namespace metal;

// Elementwise.
kernel void axpy(device const float* x [[buffer(0)]], device float* y [[buffer(1)]],
                 constant float& a [[buffer(2)]], uint i [[thread_position_in_grid]]) {
  y[i] = a * x[i] + y[i];
}

// One sum for each threadgroup of 256, over 1,024 values.
kernel void tree_sum(device const float* x [[buffer(0)]], device float* out [[buffer(1)]],
                     uint group [[threadgroup_position_in_grid]],
                     uint t [[thread_position_in_threadgroup]]) {
  threadgroup float partial[256];
  device const float* row = x + group * 1024;
  partial[t] = row[t] + row[t + 256] + row[t + 512] + row[t + 768];
  threadgroup_barrier(mem_flags::mem_threadgroup);
  for (uint half_of = 128; half_of > 0; half_of /= 2) {
    if (t < half_of) partial[t] += partial[t + half_of];
    threadgroup_barrier(mem_flags::mem_threadgroup);
  }
  if (t == 0) out[group] = partial[0];
}

// c = a · b for n × n matrices, through tiles of 16 × 16 in threadgroup memory.
kernel void tiled_matmul(device const float* a [[buffer(0)]], device const float* b [[buffer(1)]],
                         device float* c [[buffer(2)]], constant uint& n [[buffer(3)]],
                         uint2 at [[thread_position_in_grid]],
                         uint2 t [[thread_position_in_threadgroup]]) {
  threadgroup float left[16][16];
  threadgroup float right[16][16];
  float sum = 0;
  for (uint k = 0; k < n; k += 16) {
    left[t.y][t.x] = a[at.y * n + k + t.x];
    right[t.y][t.x] = b[(k + t.y) * n + at.x];
    threadgroup_barrier(mem_flags::mem_threadgroup);
    for (uint j = 0; j < 16; j++) sum += left[t.y][j] * right[j][t.x];
    threadgroup_barrier(mem_flags::mem_threadgroup);
  }
  c[at.y * n + at.x] = sum;
}

// A row for each threadgroup of 128 threads, reduced by simdgroups and then across them.
kernel void softmax(device const float* x [[buffer(0)]], device float* out [[buffer(1)]],
                    constant uint& columns [[buffer(2)]],
                    uint row [[threadgroup_position_in_grid]],
                    uint t [[thread_position_in_threadgroup]],
                    uint lane [[thread_index_in_simdgroup]],
                    uint simdgroup [[simdgroup_index_in_threadgroup]]) {
  threadgroup float tops[4];
  threadgroup float sums[4];
  device const float* in = x + row * columns;
  float top = -INFINITY;
  for (uint i = t; i < columns; i += 128) top = max(top, in[i]);
  top = simd_max(top);
  if (lane == 0) tops[simdgroup] = top;
  threadgroup_barrier(mem_flags::mem_threadgroup);
  top = max(max(tops[0], tops[1]), max(tops[2], tops[3]));
  float sum = 0;
  for (uint i = t; i < columns; i += 128) sum += exp(in[i] - top);
  sum = simd_sum(sum);
  if (lane == 0) sums[simdgroup] = sum;
  threadgroup_barrier(mem_flags::mem_threadgroup);
  sum = sums[0] + sums[1] + sums[2] + sums[3];
  for (uint i = t; i < columns; i += 128) out[row * columns + i] = exp(in[i] - top) / sum;
}

// Q8_0 weights times a vector: a row for each simdgroup.
struct block {
  half d;
  char q[32];
};
kernel void matvec_q8_0(device const block* weights [[buffer(0)]],
                        device const float* x [[buffer(1)]], device float* out [[buffer(2)]],
                        constant uint& blocks [[buffer(3)]],
                        uint row [[threadgroup_position_in_grid]],
                        uint lane [[thread_index_in_simdgroup]]) {
  float sum = 0;
  for (uint b = lane; b < blocks; b += 32) {
    device const block& w = weights[row * blocks + b];
    float part = 0;
    for (uint k = 0; k < 32; k++) part += float(w.q[k]) * x[b * 32 + k];
    sum += float(w.d) * part;
  }
  sum = simd_sum(sum);
  if (lane == 0) out[row] = sum;
}
