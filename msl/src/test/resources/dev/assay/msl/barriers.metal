#include <metal_stdlib>
using namespace metal;

// A row's sum by a tree in threadgroup memory, half of it declared and half handed in.
kernel void tree_sum(device const float* in [[buffer(0)]], device float* out [[buffer(1)]],
                     constant uint& columns [[buffer(2)]], threadgroup float* scratch [[threadgroup(0)]],
                     uint g [[threadgroup_position_in_grid]], uint t [[thread_position_in_threadgroup]],
                     uint n [[threads_per_threadgroup]]) {
  threadgroup float partial[256];
  float sum = 0;
  for (uint c = t; c < columns; c += n) sum = sum + in[g * columns + c];
  partial[t] = sum;
  threadgroup_barrier(mem_flags::mem_threadgroup);
  for (uint width = n / 2; width > 0; width /= 2) {
    if (t < width) partial[t] += partial[t + width];
    threadgroup_barrier(mem_flags::mem_threadgroup);
  }
  if (t == 0) scratch[0] = partial[0];
  threadgroup_barrier(mem_flags::mem_threadgroup);
  if (t == n - 1) out[g] = scratch[0];
}
