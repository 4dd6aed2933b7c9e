// Commands that kernels encode, meshes and tile memory. As textures, they are declared and not
// defined: files that use them compile, and a kernel that does cannot be linked.
#pragma once
#include "raytracing.h"

namespace metal {
enum class primitive_type { point, line, line_strip, triangle, triangle_strip };
enum class cull_mode { none, front, back };
enum class triangle_fill_mode { fill, lines };
enum class depth_clip_mode { clip, clamp };

struct render_pipeline_state {};
struct compute_pipeline_state {};
struct depth_stencil_state {};
struct command_buffer {
  uint size() const;
};

#define MSL_SETTER(name)    \
  template <typename... A>  \
  void name(A...) { msl::gpu::indirect_command(); }
struct render_command {
  explicit render_command(command_buffer, uint);
  void reset();
  void copy_command(render_command);
  void set_render_pipeline_state(render_pipeline_state);
  void set_depth_stencil_state(depth_stencil_state);
  void set_cull_mode(cull_mode);
  void set_front_facing_winding(winding);
  void set_triangle_fill_mode(triangle_fill_mode);
  void set_depth_clip_mode(depth_clip_mode);
  void set_depth_bias(float, float, float);
  void set_object_threadgroup_memory_length(uint, uint);
  void set_barrier();
  void clear_barrier();
  MSL_SETTER(set_vertex_buffer)
  MSL_SETTER(set_fragment_buffer)
  MSL_SETTER(set_object_buffer)
  MSL_SETTER(set_mesh_buffer)
  MSL_SETTER(draw_primitives)
  MSL_SETTER(draw_indexed_primitives)
  MSL_SETTER(draw_patches)
  MSL_SETTER(draw_indexed_patches)
  MSL_SETTER(draw_mesh_threadgroups)
  MSL_SETTER(draw_mesh_threads)
};
struct compute_command {
  explicit compute_command(command_buffer, uint);
  void reset();
  void copy_command(compute_command);
  void set_compute_pipeline_state(compute_pipeline_state);
  void set_threadgroup_memory_length(uint, uint);
  void set_imageblock_size(ushort2);
  void set_stage_in_region(uint3, uint3);
  void set_barrier();
  void clear_barrier();
  MSL_SETTER(set_kernel_buffer)
  void concurrent_dispatch_threads(uint3, uint3);
  void concurrent_dispatch_threadgroups(uint3, uint3);
};
#undef MSL_SETTER

enum class topology { point, line, triangle };
template <typename V, typename P, uint vertices, uint primitives, topology T>
struct mesh {
  void set_primitive_count(uint) const { msl::gpu::mesh_shading(); }
  void set_vertex(uint, V) const { msl::gpu::mesh_shading(); }
  template <typename Primitive>
  void set_primitive(uint, Primitive) const { msl::gpu::mesh_shading(); }
  void set_index(uint, uchar) const { msl::gpu::mesh_shading(); }
  void set_indices(uint, uchar2) const { msl::gpu::mesh_shading(); }
  void set_indices(uint, uchar4) const { msl::gpu::mesh_shading(); }
};
struct mesh_grid_properties {
  void set_threadgroups_per_grid(uint3) const;
};

template <typename T>
struct patch_control_point {
  uint size() const { msl::gpu::tessellation(); }
  const T& operator[](uint) const { msl::gpu::tessellation(); }
};

struct imageblock_layout_explicit {};
struct imageblock_layout_implicit {};
enum class imageblock_data_rate { color, sample };
template <typename T, typename Layout = imageblock_layout_implicit>
struct imageblock {
  ushort get_width() const { msl::gpu::tile_memory(); }
  ushort get_height() const { msl::gpu::tile_memory(); }
  ushort get_num_samples() const { msl::gpu::tile_memory(); }
  ushort get_num_colors(ushort2) const { msl::gpu::tile_memory(); }
  ushort get_color_coverage_mask(ushort2, ushort) const { msl::gpu::tile_memory(); }
  void set_color_coverage_mask(ushort2, ushort, ushort) const { msl::gpu::tile_memory(); }
  T* data(ushort2) const { msl::gpu::tile_memory(); }
  template <typename... A>
  T* data(ushort2, ushort, A...) const { msl::gpu::tile_memory(); }
  template <typename... A>
  T read(ushort2, A...) const { msl::gpu::tile_memory(); }
  template <typename... A>
  void write(T, ushort2, A...) const { msl::gpu::tile_memory(); }
  template <typename... A>
  T slice(A&&...) const { msl::gpu::tile_memory(); }
};
} // namespace metal

// What the functions of Core Image and SwiftUI are given. They are no kernels, but stand beside them.
namespace coreimage {
struct sampler {
  float4 sample(float2) const;
  float4 gatherX(float2) const;
  float4 gatherY(float2) const;
  float4 gatherZ(float2) const;
  float4 gatherW(float2) const;
  float2 transform(float2) const;
  float2 coord() const;
  float4 extent() const;
  float2 origin() const;
  float2 size() const;
};
struct sampler_h : sampler {
  half4 sample(float2) const;
};
struct destination {
  float2 coord() const;
};
namespace group {
struct destination_h {
  float2 coord() const;
  void write(half4, half4, half4, half4) const;
};
struct destination : coreimage::destination {
  void write(float4, float4, float4, float4) const;
};
} // namespace group
typedef float4 sample_t;
typedef half4 sample_h;
#define MSL_OF_SAMPLER(T, S)            \
  T sample(S, float2);                  \
  float2 samplerTransform(S, float2);   \
  float2 samplerCoord(S);               \
  float4 samplerExtent(S);              \
  float2 samplerOrigin(S);              \
  float2 samplerSize(S);
MSL_OF_SAMPLER(float4, sampler)
MSL_OF_SAMPLER(half4, sampler_h)
#undef MSL_OF_SAMPLER
#define MSL_OF_COLOUR(name, N)    \
  float##N name(float##N);        \
  half##N name(half##N);
MSL_OF_COLOUR(premultiply, 4)
MSL_OF_COLOUR(unpremultiply, 4)
MSL_OF_COLOUR(srgb_to_linear, 3)
MSL_OF_COLOUR(linear_to_srgb, 3)
#undef MSL_OF_COLOUR
} // namespace coreimage
#define MSL_CORE_IMAGE_NAMES                                                            \
  using ::coreimage::sampler, ::coreimage::sampler_h, ::coreimage::destination,         \
      ::coreimage::sample_t, ::coreimage::sample_h, ::coreimage::sample,                \
      ::coreimage::samplerTransform, ::coreimage::samplerCoord,                         \
      ::coreimage::samplerExtent, ::coreimage::samplerOrigin, ::coreimage::samplerSize, \
      ::coreimage::premultiply, ::coreimage::unpremultiply,                             \
      ::coreimage::srgb_to_linear, ::coreimage::linear_to_srgb;                         \
  namespace group = ::coreimage::group;
namespace SwiftUI {
struct Layer {
  metal::texture2d<half> tex;
  half4 sample(float2) const;
};
} // namespace SwiftUI
