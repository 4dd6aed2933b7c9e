// What only a GPU offers beside textures; the last kernel reads what memory holds for it.
#include <metal_stdlib>
#include <metal_raytracing>
using namespace metal;
using namespace raytracing;

struct box_hit {
  bool accept [[accept_intersection]];
  float distance [[distance]];
};

[[intersection(bounding_box, triangle_data, instancing)]]
box_hit sphere(float3 origin [[origin]], float near [[min_distance]], float far [[max_distance]],
               ray_data float3& colour [[payload]]) {
  box_hit hit;
  hit.distance = length(origin);
  hit.accept = hit.distance >= near && hit.distance <= far;
  colour = origin;
  return hit;
}

[[visible]] float3 shade(float3 at, float scale) {
  return at * scale;
}

kernel void trace(device float3* out [[buffer(0)]], device ray* rays [[buffer(1)]],
                  instance_acceleration_structure scene [[buffer(2)]],
                  intersection_function_table<triangle_data, instancing, max_levels<2>> shapes
                      [[buffer(3)]],
                  visible_function_table<float3(float3, float)> shaders [[buffer(4)]],
                  uint at [[thread_position_in_grid]]) {
  intersector<triangle_data, instancing, max_levels<2>> look;
  look.assume_geometry_type(geometry_type::triangle | geometry_type::bounding_box);
  look.set_triangle_cull_mode(triangle_cull_mode::back);
  float3 colour = 0;
  auto hit = look.intersect(rays[at], scene, 0xffu, shapes, colour);
  if (hit.type != intersection_type::none) {
    float3 place = float3(hit.triangle_barycentric_coord, hit.distance);
    out[at] = shaders[hit.instance_id[0]](place, 2) + colour;
  }
}

kernel void query(device float* out [[buffer(0)]],
                  primitive_acceleration_structure shape [[buffer(1)]],
                  uint at [[thread_position_in_grid]]) {
  intersection_params params;
  params.force_opacity(forced_opacity::opaque);
  intersection_query<triangle_data> search(ray(float3(at), float3(0, 0, 1)), shape, params);
  while (search.next()) {
    if (search.get_candidate_intersection_type() == intersection_type::triangle) {
      search.commit_triangle_intersection();
    }
  }
  out[at] = search.get_committed_distance();
}

struct command_list {
  command_buffer commands [[id(0)]];
};

kernel void encode(device command_list* list [[buffer(0)]], device float4* points [[buffer(1)]],
                   uint at [[thread_position_in_grid]]) {
  render_command draw(list->commands, at);
  draw.set_vertex_buffer(points, 0);
  draw.draw_primitives(primitive_type::triangle, 0u, 3u, 1u, at);
  compute_command work(list->commands, at);
  work.set_kernel_buffer(points, 1);
  work.concurrent_dispatch_threadgroups(uint3(1), uint3(32, 1, 1));
}

struct corner {
  float4 position [[position]];
};
struct cluster {
  uint corners;
};
using patch_mesh = metal::mesh<corner, void, 64, 64, topology::triangle>;

[[object]] void choose(object_data cluster& out [[payload]], mesh_grid_properties grid,
                       uint at [[thread_index_in_threadgroup]]) {
  out.corners = at;
  grid.set_threadgroups_per_grid(uint3(1));
}

[[mesh]] void build(patch_mesh out, const object_data cluster& in [[payload]],
                    uint at [[thread_index_in_threadgroup]]) {
  corner c;
  c.position = float4(in.corners);
  out.set_vertex(at, c);
  out.set_index(at, at);
  out.set_primitive_count(1);
}

struct pixel {
  half4 colour;
};

kernel void tile(imageblock<pixel, imageblock_layout_explicit> block, device float* out [[buffer(0)]],
                 ushort2 at [[thread_position_in_threadgroup]]) {
  threadgroup_imageblock pixel* p = block.data(at);
  out[at.x] = p->colour.x;
}

kernel void descriptors(device float* out [[buffer(0)]], device ray* rays [[buffer(1)]],
                        constant MTLAccelerationStructureInstanceDescriptor* instances [[buffer(2)]],
                        constant MTLAccelerationStructureUserIDInstanceDescriptor* named
                            [[buffer(3)]]) {
  out[0] = instances[1].transformationMatrix[3][2];
  out[1] = instances[1].accelerationStructureIndex;
  out[2] = named[1].userID;
  out[3] = rays[1].direction.y;
  out[4] = rays[1].max_distance;
  out[5] = ray().max_distance;
}
