// What a kernel and the native runtime agree on: the threadgroup in execution, its memory, and the
// calls at which a thread waits for others. The runtime is compiled from runtime.cpp.
#pragma once
#include "scalar.h"

namespace msl {
inline constexpr uint simd_width = 32;
inline constexpr uint max_bindings = 31;

struct checks;

// One threadgroup in execution. The layout is repeated by GroupLayout on the Java side.
struct group {
  void* const* buffers;             // device and constant bindings by index
  void* const* threadgroup_buffers; // [[threadgroup(n)]] arguments by index
  char* threadgroup_memory;         // the arrays that kernels declare, at their offsets
  uint position[3];                 // threadgroup position in the grid
  uint groups[3];                   // threadgroups per grid
  uint threads[3];                  // threads of this threadgroup; fewer at a ragged edge
  uint dispatch_threads[3];         // threads per threadgroup as dispatched
  uint grid[3];                     // threads per grid
  checks* check;             // what a checked build knows of memory; else unused
};

// The values that the active lanes of a simdgroup brought to one operation.
struct lanes {
  uint active;   // bit per lane
  uint self;     // the calling lane
  uint computed; // whether result or the slots already hold what the operation computes
  alignas(16) char result[64];
  alignas(16) char slots[simd_width][64];
};
// Where the next frame of a coroutine goes, and the end of what it may take.
struct frame_room {
  char* next;
  char* end;
};
// Where a threadgroup array of the module lies in the section.
struct threadgroup_array_entry {
  const char* start;
  size_t bytes;
};
} // namespace msl

#ifdef __NVPTX__
// On a GPU the hardware runs the threads, and a simdgroup is a warp.
extern "C" {
__attribute__((convergent)) inline void assay_threadgroup_barrier(uint) {
  asm volatile("bar.sync 0;" ::: "memory");
}
__attribute__((convergent)) inline uint assay_active_lanes() {
  uint mask;
  asm volatile("activemask.b32 %0;" : "=r"(mask));
  return mask;
}
__attribute__((convergent)) inline void assay_simdgroup_barrier(uint) {
  asm volatile("bar.warp.sync %0;" : : "r"(assay_active_lanes()) : "memory");
}
inline uint assay_lane() {
  uint lane;
  asm("mov.u32 %0, %%laneid;" : "=r"(lane));
  return lane;
}
inline void assay_missing_lane(uint) {}
}
#else
#define MSL_SYNC __attribute__((convergent, nomerge, noinline))
extern "C" {
// Waits until the simdgroup converges on this call, then shows every active lane's value. The
// answer is overwritten when the simdgroup next converges.
MSL_SYNC msl::lanes* assay_exchange(const void* value, uint size);
MSL_SYNC void assay_threadgroup_barrier(uint flags);
MSL_SYNC void assay_simdgroup_barrier(uint flags);
// The calling thread's lane in its simdgroup.
uint assay_lane() __attribute__((const));
// A value was asked from a lane that takes no part; MSL leaves it undefined.
void assay_missing_lane(uint lane);
// The threadgroup that runs on the current stack; the same for as long as a thread lives.
msl::group* assay_group() __attribute__((const));
// Bounds of the section that holds one instance of every threadgroup array of the module; absent
// where it declares none.
extern char __start_assay_threadgroup[] __attribute__((visibility("hidden"), weak));
extern char __stop_assay_threadgroup[] __attribute__((visibility("hidden"), weak));
extern const msl::threadgroup_array_entry __start_assay_variables[]
    __attribute__((visibility("hidden"), weak));
extern const msl::threadgroup_array_entry __stop_assay_variables[]
    __attribute__((visibility("hidden"), weak));
}
#endif
