// Types of textures, samplers and other objects of the graphics pipeline. Their functions are
// declared and not defined: files that use them compile, and a kernel that does cannot be linked.
#pragma once
#include "math.h"

namespace msl {
struct opaque_argument;
}
namespace metal {
enum class access { sample, read, write, read_write };
enum class coord { normalized, pixel };
enum class address { clamp_to_zero, clamp_to_edge, repeat, mirrored_repeat, clamp_to_border };
enum class s_address { clamp_to_zero, clamp_to_edge, repeat, mirrored_repeat, clamp_to_border };
enum class t_address { clamp_to_zero, clamp_to_edge, repeat, mirrored_repeat, clamp_to_border };
enum class r_address { clamp_to_zero, clamp_to_edge, repeat, mirrored_repeat, clamp_to_border };
enum class filter { nearest, linear, bicubic };
enum class mag_filter { nearest, linear, bicubic };
enum class min_filter { nearest, linear, bicubic };
enum class mip_filter { none, nearest, linear };
enum class compare_func { never, less, less_equal, greater, greater_equal, equal, not_equal, always };
enum class border_color { transparent_black, opaque_black, opaque_white };
enum class component { x, y, z, w };
enum class memory_coherence { coherence_none, coherence_threadgroup, coherence_device };

struct max_anisotropy {
  constexpr explicit max_anisotropy(int) {}
};
struct lod_clamp {
  constexpr lod_clamp(float, float) {}
};
struct sampler {
  sampler() = default;
  template <typename F, typename... A, typename = enable_if_t<!__is_same(F, msl::opaque_argument)>>
  constexpr explicit sampler(F, A...) {}
};
struct level {
  explicit level(float l) : value(l) {}
  float value;
};
struct bias {
  explicit bias(float b) : value(b) {}
  float value;
};
struct min_lod_clamp {
  explicit min_lod_clamp(float) {}
};
#define MSL_GRADIENT(name, N)                  \
  struct name {                                \
    name(vec<float, N>, vec<float, N>) {}      \
  };
MSL_GRADIENT(gradient2d, 2)
MSL_GRADIENT(gradient3d, 3)
MSL_GRADIENT(gradientcube, 3)
#undef MSL_GRADIENT

// What a texture gives that need not lie in memory whole.
template <typename T>
struct sparse_color {
  bool resident() const;
  T value() const;
};

// D is the number of coordinates; an array's slice, a face, a sample or a level follow as integers.
template <typename T, int D>
struct texture_base {
  typedef vec<T, 4> value_type;
  template <typename... A>
  value_type sample(sampler, A...) const;
  template <typename... A>
  value_type gather(sampler, A...) const;
  template <typename... A>
  T sample_compare(sampler, A...) const;
  template <typename... A>
  value_type gather_compare(sampler, A...) const;
  template <typename... A>
  value_type read(A...) const;
  template <typename... A>
  sparse_color<value_type> sparse_sample(sampler, A...) const;
  template <typename... A>
  sparse_color<value_type> sparse_gather(sampler, A...) const;
  template <typename... A>
  sparse_color<value_type> sparse_read(A...) const;
  template <typename V, typename... A>
  void write(V, A...) const;
#define MSL_ATOMIC(name)      \
  template <typename... A>    \
  value_type atomic_##name(A...) const;
  MSL_ATOMIC(load)
  MSL_ATOMIC(exchange)
  MSL_ATOMIC(fetch_add)
  MSL_ATOMIC(fetch_sub)
  MSL_ATOMIC(fetch_min)
  MSL_ATOMIC(fetch_max)
  MSL_ATOMIC(fetch_and)
  MSL_ATOMIC(fetch_or)
  MSL_ATOMIC(fetch_xor)
#undef MSL_ATOMIC
  template <typename... A>
  void atomic_min(A...) const;
  template <typename... A>
  void atomic_max(A...) const;
  template <typename... A>
  bool atomic_compare_exchange_weak(A...) const;
  template <typename... A>
  void atomic_store(A...) const;
  void fence() const;
  uint get_width(uint lod = 0) const;
  uint get_height(uint lod = 0) const;
  uint get_depth(uint lod = 0) const;
  uint get_array_size() const;
  uint get_num_mip_levels() const;
  uint get_num_samples() const;
  template <typename... A>
  float calculate_clamped_lod(A...) const;
  template <typename... A>
  float calculate_unclamped_lod(A...) const;
};
template <typename T, int D>
struct depth_base : texture_base<T, D> {
  template <typename... A>
  T sample(sampler, A...) const;
  template <typename... A>
  T read(A...) const;
};
// What cannot be sampled is read where a source does not say.
#define MSL_TEXTURE(name, D, use)                                               \
  template <typename T, access A = access::use,                                 \
            memory_coherence C = memory_coherence::coherence_threadgroup>       \
  struct name : texture_base<T, D> {};
MSL_TEXTURE(texture1d, 1, sample)
MSL_TEXTURE(texture1d_array, 1, sample)
MSL_TEXTURE(texture2d, 2, sample)
MSL_TEXTURE(texture2d_array, 2, sample)
MSL_TEXTURE(texture2d_ms, 2, read)
MSL_TEXTURE(texture2d_ms_array, 2, read)
MSL_TEXTURE(texture3d, 3, sample)
MSL_TEXTURE(texturecube, 3, sample)
MSL_TEXTURE(texturecube_array, 3, sample)
MSL_TEXTURE(texture_buffer, 1, read)
#undef MSL_TEXTURE
#define MSL_DEPTH(name, D, use)                            \
  template <typename T, access A = access::use>            \
  struct name : depth_base<T, D> {};
MSL_DEPTH(depth2d, 2, sample)
MSL_DEPTH(depth2d_array, 2, sample)
MSL_DEPTH(depth2d_ms, 2, read)
MSL_DEPTH(depth2d_ms_array, 2, read)
MSL_DEPTH(depthcube, 3, sample)
MSL_DEPTH(depthcube_array, 3, sample)
#undef MSL_DEPTH
template <typename T>
constexpr bool is_null_texture(const T&) {
  return false;
}

// Pixel storage types of tile memory are their values here.
template <typename T>
using r8unorm = T;
template <typename T>
using rgba8unorm = T;
template <typename T>
using rgba16unorm = T;
template <typename T>
using rgb10a2 = T;
template <typename T>
using rg11b10f = T;

MSL_INLINE void discard_fragment() {}
template <typename T>
T dfdx(T);
template <typename T>
T dfdy(T);
template <typename T>
T fwidth(T);
// What a fragment is given between its vertices, at a place of its choice.
namespace interpolation {
struct perspective {};
struct no_perspective {};
} // namespace interpolation
template <typename T, typename P>
struct interpolant {
  typedef T value_type;
  T interpolate_at_center() const;
  T interpolate_at_centroid() const;
  T interpolate_at_sample(uint) const;
  T interpolate_at_offset(float2) const;
};
float get_sample_position(uint);
uint get_num_samples();
} // namespace metal

// What tessellation kernels write.
struct MTLQuadTessellationFactorsHalf {
  half edgeTessellationFactor[4];
  half insideTessellationFactor[2];
};
struct MTLTriangleTessellationFactorsHalf {
  half edgeTessellationFactor[3];
  half insideTessellationFactor;
};

// What commands read that are drawn or dispatched indirectly.
struct MTLDrawPrimitivesIndirectArguments {
  uint vertexCount, instanceCount, vertexStart, baseInstance;
};
struct MTLDrawIndexedPrimitivesIndirectArguments {
  uint indexCount, instanceCount, indexStart;
  int baseVertex;
  uint baseInstance;
};
struct MTLDrawPatchIndirectArguments {
  uint patchCount, instanceCount, patchStart, baseInstance;
};
struct MTLDispatchThreadgroupsIndirectArguments {
  uint threadgroupsPerGrid[3];
};
