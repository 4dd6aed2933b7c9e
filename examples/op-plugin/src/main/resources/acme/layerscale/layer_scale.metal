#include <metal_stdlib>
using namespace metal;

struct LayerScaleParams {
  uint rows;
  uint width;
};

// One thread for each element; the sum is made in float whatever T is. The grid can be larger than params says: where
// a size may be patched, it is that of the size's bound.
template <typename T>
kernel void layer_scale(
    device const T *x [[buffer(0)]],
    device const T *branch [[buffer(1)]],
    device const T *gamma [[buffer(2)]],
    device T *out [[buffer(3)]],
    constant LayerScaleParams &params [[buffer(4)]],
    uint2 position [[thread_position_in_grid]]) {
  if (position.x >= params.width || position.y >= params.rows) return;
  uint element = position.y * params.width + position.x;
  out[element] = T(float(x[element]) + float(gamma[position.x]) * float(branch[element]));
}

template [[host_name("layer_scale_f32")]] kernel void layer_scale<float>(
    device const float *, device const float *, device const float *, device float *,
    constant LayerScaleParams &, uint2);
template [[host_name("layer_scale_f16")]] kernel void layer_scale<half>(
    device const half *, device const half *, device const half *, device half *,
    constant LayerScaleParams &, uint2);
