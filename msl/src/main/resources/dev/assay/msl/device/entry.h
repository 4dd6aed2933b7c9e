// How the generated entry of a kernel hands bindings and built-in values to its parameters. Each
// argument converts itself to the parameter's type, so that the entry need not spell types.
#pragma once
#include "exec.h"
#include "vec.h"

// What hands values over belongs to the runtime and is not checked.
#define MSL_ENTRY MSL_INLINE __attribute__((no_sanitize("kernel-address"), no_sanitize("coverage")))

namespace msl {
struct thread_position {
  const group* g;
  uint x, y, z;
  MSL_ENTRY uint index() const { return x + g->threads[0] * (y + g->threads[1] * z); }
  MSL_ENTRY uint count() const { return g->threads[0] * g->threads[1] * g->threads[2]; }
};

struct pointer_argument {
  void* address;
  template <typename T>
  MSL_ENTRY operator T*() const {
    return static_cast<T*>(address);
  }
};
struct reference_argument {
  void* address;
  template <typename T>
  MSL_ENTRY operator T&() const {
    return *static_cast<T*>(address);
  }
};
// Textures and their kin: they are compiled, but a dispatch that needs one is refused.
struct opaque_argument {
  template <typename T>
  MSL_ENTRY operator T() const {
    return T();
  }
};
// A built-in value becomes a scalar or a vector of uint or ushort of any length up to three.
struct value_argument {
  uint x, y, z;
  template <typename T, typename = enable_if_t<__is_integral(T)>>
  MSL_ENTRY operator T() const {
    return T(x);
  }
  template <typename T>
  MSL_ENTRY operator vec<T, 2>() const {
    return vec<T, 2>(T(x), T(y));
  }
  template <typename T>
  MSL_ENTRY operator vec<T, 3>() const {
    return vec<T, 3>(T(x), T(y), T(z));
  }
};
MSL_ENTRY pointer_argument buffer_pointer(const thread_position& p, uint i) {
  return {p.g->buffers[i]};
}
MSL_ENTRY reference_argument buffer_reference(const thread_position& p, uint i) {
  return {p.g->buffers[i]};
}
MSL_ENTRY pointer_argument threadgroup_pointer(const thread_position& p, uint i) {
  return {p.g->threadgroup_buffers[i]};
}
MSL_ENTRY reference_argument threadgroup_reference(const thread_position& p, uint i) {
  return {p.g->threadgroup_buffers[i]};
}
MSL_ENTRY value_argument triple(const uint (&v)[3]) { return {v[0], v[1], v[2]}; }

#define MSL_BUILT_IN(name, ...) \
  MSL_ENTRY value_argument name(const thread_position& p) { return __VA_ARGS__; }
namespace built_in {
MSL_BUILT_IN(thread_position_in_grid,
             {p.g->position[0] * p.g->dispatch_threads[0] + p.x,
              p.g->position[1] * p.g->dispatch_threads[1] + p.y,
              p.g->position[2] * p.g->dispatch_threads[2] + p.z})
MSL_BUILT_IN(thread_position_in_threadgroup, {p.x, p.y, p.z})
MSL_BUILT_IN(thread_index_in_threadgroup, {p.index(), 0, 0})
MSL_BUILT_IN(threadgroup_position_in_grid, triple(p.g->position))
MSL_BUILT_IN(threads_per_threadgroup, triple(p.g->threads))
MSL_BUILT_IN(dispatch_threads_per_threadgroup, triple(p.g->dispatch_threads))
MSL_BUILT_IN(threads_per_grid, triple(p.g->grid))
MSL_BUILT_IN(threadgroups_per_grid, triple(p.g->groups))
MSL_BUILT_IN(grid_size, triple(p.g->grid))
MSL_BUILT_IN(grid_origin, {0, 0, 0})
MSL_BUILT_IN(thread_index_in_simdgroup, {p.index() % simd_width, 0, 0})
MSL_BUILT_IN(simdgroup_index_in_threadgroup, {p.index() / simd_width, 0, 0})
MSL_BUILT_IN(threads_per_simdgroup, {simd_width, 0, 0})
MSL_BUILT_IN(thread_execution_width, {simd_width, 0, 0})
MSL_BUILT_IN(simdgroups_per_threadgroup, {(p.count() + simd_width - 1) / simd_width, 0, 0})
MSL_BUILT_IN(dispatch_simdgroups_per_threadgroup,
             {(p.g->dispatch_threads[0] * p.g->dispatch_threads[1] * p.g->dispatch_threads[2] +
               simd_width - 1) /
                  simd_width,
              0, 0})
MSL_BUILT_IN(thread_index_in_quadgroup, {p.index() % 4, 0, 0})
MSL_BUILT_IN(quadgroup_index_in_threadgroup, {p.index() / 4, 0, 0})
MSL_BUILT_IN(quadgroup_index_in_simdgroup, {p.index() % simd_width / 4, 0, 0})
MSL_BUILT_IN(quadgroups_per_threadgroup, {(p.count() + 3) / 4, 0, 0})
MSL_BUILT_IN(dispatch_quadgroups_per_threadgroup,
             {(p.g->dispatch_threads[0] * p.g->dispatch_threads[1] * p.g->dispatch_threads[2] + 3) / 4,
              0, 0})
MSL_BUILT_IN(threads_per_quadgroup, {4, 0, 0})
MSL_BUILT_IN(simdgroups_per_quadgroup, {1, 0, 0})
} // namespace built_in
#undef MSL_BUILT_IN

// The group and its tables are copied to where no pointer of the kernel leads, so that what they
// say stays known across the kernel's writes. Entries that the kernel does not use cost nothing.
template <typename F>
MSL_ENTRY void for_each_thread(const group* g, F f) {
  group local = *g;
  void* buffers[max_bindings];
  void* arguments[max_bindings];
  for (uint i = 0; i < max_bindings; i++) {
    buffers[i] = g->buffers[i];
    arguments[i] = g->threadgroup_buffers[i];
  }
  local.buffers = buffers;
  local.threadgroup_buffers = arguments;
  for (uint z = 0; z < local.threads[2]; z++) {
    for (uint y = 0; y < local.threads[1]; y++) {
      for (uint x = 0; x < local.threads[0]; x++) f(thread_position{&local, x, y, z});
    }
  }
}

#ifdef __NVPTX__
// One variable in shared memory for every threadgroup variable.
template <typename Tag, typename T>
struct threadgroup_place {
  __attribute__((address_space(3), loader_uninitialized, aligned(16))) static inline char
      bytes[sizeof(T)];
};
template <typename Tag, typename T>
MSL_ENTRY T& threadgroup_variable() {
  return *(T*)(char*)threadgroup_place<Tag, T>::bytes;
}

namespace ptx {
#define MSL_AXIS(name, axis)                                         \
  MSL_ENTRY uint name##_##axis() {                                   \
    uint value;                                                      \
    asm("mov.u32 %0, %%" #name "." #axis ";" : "=r"(value));         \
    return value;                                                    \
  }
#define MSL_AXES(name) MSL_AXIS(name, x) MSL_AXIS(name, y) MSL_AXIS(name, z)
MSL_AXES(tid)
MSL_AXES(ntid)
MSL_AXES(ctaid)
MSL_AXES(nctaid)
#undef MSL_AXES
#undef MSL_AXIS
} // namespace ptx

MSL_ENTRY uint least(uint a, uint b) { return a < b ? a : b; }

// Runs the calling thread, unless it stands past the grid's edge.
template <typename F>
MSL_ENTRY void run_gpu_thread(void* const* buffers, void* const* arguments, uint x, uint y, uint z,
                              F f) {
  group g;
  g.buffers = buffers;
  g.threadgroup_buffers = arguments;
  const uint grid[3] = {x, y, z};
  const uint position[3] = {ptx::ctaid_x(), ptx::ctaid_y(), ptx::ctaid_z()};
  const uint groups[3] = {ptx::nctaid_x(), ptx::nctaid_y(), ptx::nctaid_z()};
  const uint threads[3] = {ptx::ntid_x(), ptx::ntid_y(), ptx::ntid_z()};
  const thread_position p{&g, ptx::tid_x(), ptx::tid_y(), ptx::tid_z()};
  for (uint d = 0; d < 3; d++) {
    g.grid[d] = grid[d];
    g.position[d] = position[d];
    g.groups[d] = groups[d];
    g.dispatch_threads[d] = threads[d];
    g.threads[d] = least(threads[d], grid[d] - position[d] * threads[d]);
  }
  if (p.x < g.threads[0] && p.y < g.threads[1] && p.z < g.threads[2]) f(p);
}
#else
// One place in the module's section for every threadgroup variable; its offset there is its offset
// in the memory of the threadgroup that runs. Checked builds leave room after each, so that an
// overrun does not land in the next, and list them.
#ifdef ASSAY_CHECKED
inline constexpr size_t threadgroup_gap = 256;
#else
inline constexpr size_t threadgroup_gap = 0;
#endif
template <typename Tag, typename T>
struct threadgroup_place {
  __attribute__((section("assay_threadgroup"), aligned(16), used)) static inline char
      bytes[sizeof(T) + threadgroup_gap];
  __attribute__((section("assay_variables"), used)) static inline const threadgroup_array_entry
      entry = {bytes, sizeof(T)};
};
template <typename Tag, typename T>
MSL_ENTRY T& threadgroup_variable() {
  (void)&threadgroup_place<Tag, T>::entry;
  auto offset = threadgroup_place<Tag, T>::bytes - __start_assay_threadgroup;
  return *reinterpret_cast<T*>(assay_group()->threadgroup_memory + offset);
}
#endif
} // namespace msl
