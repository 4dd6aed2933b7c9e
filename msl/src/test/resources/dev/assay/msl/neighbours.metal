#include <metal_stdlib>
#include <CoreImage/CoreImage.h>
#include <SwiftUI/SwiftUI_Metal.h>
using namespace metal;

// Functions of Core Image, inside its namespace and outside.
extern "C" {
namespace coreimage {
float4 shifted(sampler source, sample_t tint, destination place) {
  float2 at = source.transform(place.coord()) + source.size();
  return premultiply(source.sample(at)) * tint.a + sample(source, samplerCoord(source));
}
}
}
[[stitchable]] half4 grey(coreimage::sample_h colour, coreimage::sampler_h mask) {
  return half4(dot(colour.rgb, half3(0.3h))) * mask.sample(mask.coord()) * mask.extent().z;
}

// Effects of SwiftUI.
[[ stitchable ]] half4 wipe(float2 place, SwiftUI::Layer layer, float2 size, float progress) {
  return layer.sample(place) * half(place.x < size.x * progress) + layer.tex.read(uint2(place));
}

// Textures that change at a place, and those that are read where the text does not say.
kernel void changed(texture2d<uint, access::read_write> counts [[texture(0)]],
                    texture2d_array<int, access::read_write> layers [[texture(1)]],
                    texture2d<ulong, access::read_write> nearest [[texture(2)]],
                    uint2 at [[thread_position_in_grid]]) {
  uint before = counts.atomic_fetch_sub(at, 1u).x + counts.atomic_exchange(at, 2u).x;
  layers.atomic_fetch_and(at, 0u, int(before));
  layers.atomic_fetch_or(at, 0u, 1);
  layers.atomic_fetch_xor(at, 1u, 1);
  nearest.atomic_min(at, ulong(before));
  nearest.atomic_max(at, ulong4(1));
  uint4 expected = uint4(3);
  if (counts.atomic_compare_exchange_weak(at, &expected, uint4(4))) counts.atomic_store(uint4(1), at);
}
template <typename T>
vec<T, 4> resolved(texture2d_ms<T> source, uint2 at) {
  return source.read(at, 0);
}
kernel void samples(texture2d_ms<float, access::read> source [[texture(0)]],
                    texture_buffer<float> line [[texture(1)]],
                    texture2d<half> sparse [[texture(2)]], sampler linear [[sampler(0)]],
                    device float4* out [[buffer(0)]], uint2 at [[thread_position_in_grid]]) {
  texture_buffer<float, access::read> same = line;
  sparse_color<half4> part = sparse.sparse_sample(linear, float2(at), level(0));
  out[at.x] = resolved(source, at) + same.read(at.x) + (part.resident() ? float4(part.value()) : 0);
}

// A fragment that says where its values are taken.
struct Between {
  float4 place [[position]];
  interpolant<float3, interpolation::perspective> colour;
  interpolant<float2, interpolation::no_perspective> at;
};
fragment float4 blended(Between in [[stage_in]], uint sample [[sample_id]]) {
  return float4(in.colour.interpolate_at_centroid(), in.at.interpolate_at_sample(sample).x);
}

// A kernel that needs none of it.
kernel void colours(device float4* linear [[buffer(0)]], device uint* packed [[buffer(1)]],
                    uint i [[thread_position_in_grid]]) {
  linear[i] = unpack_unorm4x8_srgb_to_float(packed[i]);
  half4 less = unpack_unorm4x8_srgb_to_half(packed[i]);
  packed[i] = pack_float_to_srgb_unorm4x8(linear[i]) ^ pack_half_to_srgb_unorm4x8(less);
  // A vector of more elements gives its first.
  float3 first = float3(linear[i]);
  linear[i].w += float2(first).y + float(half3(linear[i]).x == half(first.x)) + int2(int4(1, 2, 3, 4)).y;
}
