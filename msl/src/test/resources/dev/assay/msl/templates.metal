#include <metal_stdlib>
#include <metal_simdgroup_matrix>
using namespace metal;

#define instantiate(name, type, width) \
  template [[host_name(name)]] [[kernel]] decltype(softmax<type, width>) softmax<type, width>;

template <typename T>
struct accumulator {
  typedef float type;
};

template <typename T, int Width = 4, typename A = typename accumulator<T>::type>
[[kernel]] void softmax(device const T* in [[buffer(0)]], device T* out [[buffer(1)]],
                        constant int& columns [[buffer(2)]],
                        uint row [[threadgroup_position_in_grid]],
                        uint lane [[thread_index_in_simdgroup]]) {
  in += row * columns;
  out += row * columns;
  A top = -numeric_limits<A>::infinity();
  for (int k = lane; k < columns; k += 32) top = max(top, A(in[k]));
  top = simd_max(top);
  A sum = 0;
#pragma unroll(Width)
  for (int k = lane; k < columns; k += 32) sum += precise::exp(A(in[k]) - top);
  sum = simd_sum(sum);
  for (int k = lane; k < columns; k += 32) out[k] = T(precise::exp(A(in[k]) - top) / sum);
}
instantiate("softmax_float", float, 4)
instantiate("softmax_half", half, 2)

typedef float (unary)(float);
static float twice(float x) { return 2 * x; }
static float square(float x) { return x * x; }

template <unary f, typename T, enable_if_t<is_floating_point_v<T>, bool> = true>
kernel void apply(device T* data [[buffer(0)]], uint i [[thread_position_in_grid]]) {
  data[i] = T(f(float(data[i])));
}
typedef decltype(apply<twice, float>) apply_t;
template [[host_name("apply_twice")]] kernel apply_t apply<twice, float>;
template [[host_name("apply_square")]] kernel void apply<square, half>(device half*, uint);

// Tiles of 32 by 32 through threadgroup memory, multiplied as 8 by 8 matrices by one simdgroup
// for each 16 by 16; edges are zero-filled on the way in and cut on the way out.
template <typename T>
kernel void tiled_matmul(device const T* a [[buffer(0)]], device const T* b [[buffer(1)]],
                         device float* c [[buffer(2)]], constant uint3& mnk [[buffer(3)]],
                         uint2 tile [[threadgroup_position_in_grid]],
                         ushort simdgroup [[simdgroup_index_in_threadgroup]],
                         uint index [[thread_index_in_threadgroup]]) {
  threadgroup T left[32 * 32];
  threadgroup T right[32 * 32];
  threadgroup float result[32 * 32];
  simdgroup_matrix<float, 8, 8> sums[2][2];
  for (int i = 0; i < 2; i++) {
    for (int j = 0; j < 2; j++) sums[i][j] = make_filled_simdgroup_matrix<float, 8, 8>(0.0f);
  }
  uint row0 = (simdgroup / 2) * 16;
  uint column0 = (simdgroup % 2) * 16;
  for (uint k0 = 0; k0 < mnk.z; k0 += 32) {
    for (uint e = index; e < 1024; e += 128) {
      uint r = e / 32, s = e % 32;
      uint row = tile.y * 32 + r, column = tile.x * 32 + s;
      left[e] = row < mnk.x && k0 + s < mnk.z ? a[row * mnk.z + k0 + s] : T(0);
      right[e] = column < mnk.y && k0 + r < mnk.z ? b[(k0 + r) * mnk.y + column] : T(0);
    }
    threadgroup_barrier(mem_flags::mem_threadgroup);
    for (uint k = 0; k < 32; k += 8) {
      simdgroup_matrix<T, 8, 8> x[2], y[2];
      for (uint i = 0; i < 2; i++) {
        simdgroup_load(x[i], left + (row0 + 8 * i) * 32 + k, 32);
        simdgroup_load(y[i], right, 32, ulong2(column0 + 8 * i, k));
      }
      for (uint i = 0; i < 2; i++) {
        for (uint j = 0; j < 2; j++) simdgroup_multiply_accumulate(sums[i][j], x[i], y[j], sums[i][j]);
      }
    }
    threadgroup_barrier(mem_flags::mem_threadgroup);
  }
  for (uint i = 0; i < 2; i++) {
    for (uint j = 0; j < 2; j++) {
      simdgroup_store(sums[i][j], result + (row0 + 8 * i) * 32 + column0 + 8 * j, 32);
    }
  }
  threadgroup_barrier(mem_flags::mem_threadgroup);
  for (uint e = index; e < 1024; e += 128) {
    uint row = tile.y * 32 + e / 32, column = tile.x * 32 + e % 32;
    if (row < mnk.x && column < mnk.y) c[row * mnk.y + column] = result[e];
  }
}
template [[host_name("matmul_float")]] kernel void tiled_matmul<float>(
    device const float*, device const float*, device float*, constant uint3&, uint2, ushort, uint);
template [[host_name("matmul_half")]] kernel void tiled_matmul<half>(
    device const half*, device const half*, device float*, constant uint3&, uint2, ushort, uint);
