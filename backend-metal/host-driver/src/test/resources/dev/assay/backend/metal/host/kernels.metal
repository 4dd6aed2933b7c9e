#include <metal_stdlib>
using namespace metal;

struct args {
  uint factor;
  uint length;
  ulong offset;
};

constant bool has_bias [[function_constant(0)]];
constant int rounds [[function_constant(1)]];
constant bool maybe [[function_constant(2)]];
constant bool lacks_bias = !has_bias;
constant bool plain = !has_bias && (is_function_constant_defined(maybe) ? maybe : true);

// Neither commutes, so an order that is not kept shows in the result.
kernel void mix(device const uint* a [[buffer(0)]], device const uint* b [[buffer(1)]],
                device uint* out [[buffer(2)]], uint i [[thread_position_in_grid]]) {
  out[i] = a[i] * 31 + b[i];
}

kernel void fill(device const uint* x [[buffer(0)]], device uint* some [[buffer(1)]],
                 device uint* more [[buffer(2)]], uint i [[thread_position_in_grid]]) {
  some[i] = x[0];
  more[i] = x[0];
}

kernel void fold(device uint* x [[buffer(0)]], device const uint* y [[buffer(1)]],
                 uint i [[thread_position_in_grid]]) {
  x[i] = x[i] * 17 + y[i];
}

kernel void scale(device const uint* x [[buffer(0)]], device uint* y [[buffer(1)]],
                  constant args& a [[buffer(2)]], uint i [[thread_position_in_grid]]) {
  if (i < a.length) {
    y[i] = x[i] * a.factor + uint(a.offset);
  }
}

kernel void biased(device const uint* x [[buffer(0)]],
                   device const uint* bias [[buffer(1), function_constant(has_bias)]],
                   device uint* out [[buffer(2)]],
                   uint i [[thread_position_in_grid]]) {
  out[i] = x[i] + (has_bias ? bias[i] : 7u);
}

kernel void either(device const uint* x [[buffer(0), function_constant(plain)]],
                   device uint* out [[buffer(1)]], uint i [[thread_position_in_grid]]) {
  out[i] = plain ? x[i] : 1u;
}

// Of two parameters at one index one exists.
kernel void chosen(device const uint* some [[buffer(0), function_constant(has_bias)]],
                   device const ushort* other [[buffer(0), function_constant(lacks_bias)]],
                   device uint* out [[buffer(1)]], uint i [[thread_position_in_grid]]) {
  out[i] = has_bias ? some[i] : uint(other[i]);
}

kernel void repeated(device uint* x [[buffer(0)]], uint i [[thread_position_in_grid]]) {
  for (int r = 0; r < rounds; r++) {
    x[i] = x[i] * 3 + 1;
  }
}

// The sum of each threadgroup.
kernel void total(device const uint* x [[buffer(0)]], device uint* out [[buffer(1)]],
                  threadgroup uint* scratch [[threadgroup(0)]],
                  uint i [[thread_position_in_grid]],
                  uint t [[thread_position_in_threadgroup]],
                  uint n [[threads_per_threadgroup]],
                  uint g [[threadgroup_position_in_grid]]) {
  scratch[t] = x[i];
  threadgroup_barrier(mem_flags::mem_threadgroup);
  if (t == 0) {
    uint sum = 0;
    for (uint k = 0; k < n; k++) {
      sum += scratch[k];
    }
    out[g] = sum;
  }
}

[[max_total_threads_per_threadgroup(64)]]
kernel void narrow(device uint* x [[buffer(0)]], uint i [[thread_position_in_grid]]) {
  x[i] = i;
}

kernel void tiled(device uint* x [[buffer(0)]], threadgroup uint* more [[threadgroup(0)]],
                  uint i [[thread_position_in_grid]],
                  uint t [[thread_position_in_threadgroup]]) {
  threadgroup uint tile[8000];
  tile[t] = i;
  more[t] = i;
  threadgroup_barrier(mem_flags::mem_threadgroup);
  x[i] = tile[t] + more[t];
}

kernel void astray(device uint* out [[buffer(0)]], constant uint& at [[buffer(1)]],
                   uint i [[thread_position_in_grid]]) {
  out[int(i + at)] = 1;
}

kernel void spin(device uint* x [[buffer(0)]], constant uint& turns [[buffer(1)]],
                 uint i [[thread_position_in_grid]]) {
  uint v = x[i];
  for (uint k = 0; k < turns; k++) {
    v = v * 1664525u + 1013904223u;
  }
  x[i] = v;
}

// The barrier is missing before what others wrote is read.
kernel void hasty(device uint* out [[buffer(0)]],
                  uint t [[thread_position_in_threadgroup]],
                  uint n [[threads_per_threadgroup]]) {
  threadgroup uint shared[64];
  shared[t] = t;
  out[t] = shared[(t + 1) % n];
}

// Threads beyond the first few leave before the barrier.
kernel void early(device uint* out [[buffer(0)]],
                  uint t [[thread_position_in_threadgroup]]) {
  if (t > 8) {
    return;
  }
  threadgroup_barrier(mem_flags::mem_threadgroup);
  out[t] = t;
}

// Looks one value ahead in a, for the last thread past its end.
kernel void ahead(device const uint* a [[buffer(0)]], device const uint* b [[buffer(1)]],
                  device uint* out [[buffer(2)]], uint i [[thread_position_in_grid]]) {
  out[i] = a[i + 1] + b[i];
}
