// Ray tracing and tables of functions. As textures, they are declared and not defined: files that
// use them compile, and a kernel that does cannot be linked.
#pragma once
#include "matrix.h"
#include "texture.h"

// No other unit could define a function of a type that a source declares, and clang says so. Such a
// function has a body, which calls one of these; nothing defines them, and linking names them.
namespace msl::gpu {
[[noreturn]] void function_table();
[[noreturn]] void ray_tracing();
[[noreturn]] void indirect_command();
[[noreturn]] void mesh_shading();
[[noreturn]] void tessellation();
[[noreturn]] void tile_memory();
} // namespace msl::gpu

namespace metal {
enum class winding { clockwise, counterclockwise };

template <typename F>
struct visible_function_table {
  F* operator[](uint) const { msl::gpu::function_table(); }
  uint size() const { msl::gpu::function_table(); }
  bool empty() const { msl::gpu::function_table(); }
};
template <typename F>
bool is_null_visible_function_table(visible_function_table<F>) {
  msl::gpu::function_table();
}

namespace raytracing {
template <int N>
struct max_levels {};
} // namespace raytracing
} // namespace metal

namespace msl {
// Structures of several levels give an instance for each.
template <typename... Tags>
struct instance_ids {
  typedef uint type;
};
template <int N, typename... Tags>
struct instance_ids<metal::raytracing::max_levels<N>, Tags...> {
  typedef uint type[N];
};
template <typename Tag, typename... Tags>
struct instance_ids<Tag, Tags...> : instance_ids<Tags...> {};
} // namespace msl

namespace metal {
namespace raytracing {
struct triangle_data {};
struct curve_data {};
struct instancing {};
struct world_space_data {};
struct primitive_motion {};
struct instance_motion {};
struct extended_limits {};

enum class intersection_type { none, triangle, bounding_box, curve };
enum class geometry_type { none = 0, triangle = 1, bounding_box = 2, curve = 4, all = 7 };
constexpr geometry_type operator|(geometry_type a, geometry_type b) {
  return geometry_type(int(a) | int(b));
}
enum class forced_opacity { none, opaque, non_opaque };
enum class opacity_cull_mode { none, opaque, non_opaque };
enum class triangle_cull_mode { none, front, back };
enum class curve_type { round, flat, all };
enum class curve_basis { bspline, catmull_rom, linear, bezier, all };

struct ray {
  ray(float3 o = 0, float3 d = 0, float from = 0, float to = __builtin_inff())
      : origin(o), direction(d), min_distance(from), max_distance(to) {}
  float3 origin;
  float3 direction;
  float min_distance;
  float max_distance;
};

template <typename... Tags>
struct acceleration_structure {};
typedef acceleration_structure<> primitive_acceleration_structure;
typedef acceleration_structure<instancing> instance_acceleration_structure;
template <typename... Tags>
bool is_null_acceleration_structure(acceleration_structure<Tags...>);
bool is_null_primitive_acceleration_structure(primitive_acceleration_structure);
bool is_null_instance_acceleration_structure(instance_acceleration_structure);

template <typename... Tags>
struct intersection_function_table {
  template <typename T>
  void set_buffer(T*, uint) const { msl::gpu::function_table(); }
  template <typename F>
  void set_visible_function_table(visible_function_table<F>, uint) const { msl::gpu::function_table(); }
  template <typename T>
  T get_buffer(uint) const { msl::gpu::function_table(); }
  template <typename F>
  visible_function_table<F> get_visible_function_table(uint) const { msl::gpu::function_table(); }
  uint size() const;
  bool empty() const;
};
template <typename... Tags>
bool is_null_intersection_function_table(intersection_function_table<Tags...>);

struct intersection_params {
  void assume_geometry_type(geometry_type);
  void assume_identity_transforms(bool);
  void assume_curve_type(curve_type);
  void assume_curve_basis(curve_basis);
  void assume_curve_control_point_count(uint);
  void force_opacity(forced_opacity);
  void accept_any_intersection(bool);
  void set_triangle_front_facing_winding(winding);
  void set_triangle_cull_mode(triangle_cull_mode);
  void set_geometry_cull_mode(geometry_type);
  void set_opacity_cull_mode(opacity_cull_mode);
};

template <typename... Tags>
struct intersection_result {
  intersection_type type;
  float distance;
  uint primitive_id;
  uint geometry_id;
  const void* primitive_data;
  typename msl::instance_ids<Tags...>::type instance_id;
  typename msl::instance_ids<Tags...>::type user_instance_id;
  uint instance_count;
  float2 triangle_barycentric_coord;
  bool triangle_front_facing;
  float curve_parameter;
  float4x3 world_to_object_transform;
  float4x3 object_to_world_transform;
};

template <typename... Tags>
struct intersector : intersection_params {
  typedef intersection_result<Tags...> result_type;
  template <typename S, typename... A>
  result_type intersect(ray, S, A&&...) const { msl::gpu::ray_tracing(); }
};

template <typename... Tags>
struct intersection_query {
  intersection_query() = default;
  template <typename S, typename... A>
  intersection_query(ray, S, A...) { msl::gpu::ray_tracing(); }
  template <typename S, typename... A>
  void reset(ray, S, A...) { msl::gpu::ray_tracing(); }
  bool next();
  void abort();
  void commit_triangle_intersection();
  void commit_bounding_box_intersection(float);
  void commit_curve_intersection();
  float3 get_world_space_ray_origin() const;
  float3 get_world_space_ray_direction() const;
  float get_ray_min_distance() const;
  float3 get_candidate_ray_origin() const;
  float3 get_candidate_ray_direction() const;
  bool is_candidate_non_opaque_bounding_box() const;
#define MSL_INTERSECTION(which)                                  \
  intersection_type get_##which##_intersection_type() const;     \
  uint get_##which##_instance_id() const;                        \
  uint get_##which##_instance_id(uint) const;                    \
  uint get_##which##_instance_count() const;                     \
  uint get_##which##_user_instance_id() const;                   \
  uint get_##which##_user_instance_id(uint) const;               \
  uint get_##which##_geometry_id() const;                        \
  uint get_##which##_primitive_id() const;                       \
  const void* get_##which##_primitive_data() const;              \
  float2 get_##which##_triangle_barycentric_coord() const;       \
  bool is_##which##_triangle_front_facing() const;               \
  float get_##which##_curve_parameter() const;                   \
  float4x3 get_##which##_object_to_world_transform() const;      \
  float4x3 get_##which##_world_to_object_transform() const;
  MSL_INTERSECTION(candidate)
  MSL_INTERSECTION(committed)
#undef MSL_INTERSECTION
  float get_candidate_triangle_distance() const;
  float get_candidate_curve_distance() const;
  float get_committed_distance() const;
};
} // namespace raytracing
} // namespace metal

// The instances of an acceleration structure, as memory holds them.
struct MTLAccelerationStructureInstanceDescriptor {
  packed_float3 transformationMatrix[4];
  uint options;
  uint mask;
  uint intersectionFunctionTableOffset;
  uint accelerationStructureIndex;
};
struct MTLAccelerationStructureUserIDInstanceDescriptor {
  packed_float3 transformationMatrix[4];
  uint options;
  uint mask;
  uint intersectionFunctionTableOffset;
  uint accelerationStructureIndex;
  uint userID;
};
