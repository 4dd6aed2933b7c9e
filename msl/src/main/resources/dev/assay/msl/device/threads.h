// Threads of a threadgroup as the runtime sees them, for its own files alone.
#pragma once
#include "exec.h"

namespace msl {
constexpr size_t stack_size = size_t(1) << 18;
constexpr uint max_threads = 1024;
constexpr uint max_simdgroups = max_threads / simd_width;

enum state : uint {
  ready,
  at_exchange,
  at_simdgroup_barrier,
  at_threadgroup_barrier,
  finished,
  failed
};

// As in metal::mem_flags.
constexpr uint fence_device = 1;
constexpr uint fence_threadgroup = 2;

struct worker;

// Stands at the top of its stack.
struct thread {
  worker* owner;
  void* stack_pointer;
  const void* value; // what it brings to an exchange
  uint value_size;
  uint index;
  uint x, y, z;
  checks* check;       // the group's, nearer to hand
  const volatile uint* cancel; // the same
  // What its accesses are remembered by until the next barrier that orders them: those to threadgroup
  // memory, and those to buffers.
  unsigned long stamps[2];
};
// Stacks begin at multiples of their size. Were threads at one offset of them all, they would share
// a few lines of every cache; so each of 512 neighbours has an offset of its own.
constexpr size_t thread_room = 128;
constexpr size_t thread_places = 512;
static_assert(sizeof(thread) <= thread_room, "a thread outgrew its place");
// The lowest bytes of a stack, of which the second page is forbidden, belong to nobody.
constexpr size_t stack_reserve = 8192;

// What the scheduler asks of every thread, close together.
struct wait {
  const void* site; // the call at which the thread waits
  state at;
};

typedef void thread_function(const group*, uint, uint, uint);

struct worker {
  group* current;
  thread_function* function;
  void* scheduler_stack;
  char* stacks;
  uint thread_count;
  uint order; // 0 forward, 1 reverse, else the seed of a shuffled order
  uint how;   // a mode of assay_run
  uint fence; // mem_flags of the barrier that threads wait at
  frame_room room; // of the frames of coroutines
  uint frame_place; // the stack whose memory holds frames
  void* frames[max_threads];
  wait waits[max_threads];
  lanes exchange[max_simdgroups];
};

MSL_INLINE thread* thread_at(size_t stack) {
  size_t place = (stack / stack_size) % thread_places;
  return reinterpret_cast<thread*>(stack + stack_size - (place + 1) * thread_room);
}
MSL_INLINE thread* self() {
  size_t sp;
#if defined(__x86_64__)
  asm volatile("mov %%rsp, %0" : "=r"(sp));
#else
  asm volatile("mov %0, sp" : "=r"(sp));
#endif
  return thread_at(sp & ~(stack_size - 1));
}
MSL_INLINE thread* thread_of(worker* w, uint i) {
  return thread_at(reinterpret_cast<size_t>(w->stacks) + size_t(i) * stack_size);
}
} // namespace msl

// Leaves the calling thread for the scheduler.
extern "C" __attribute__((visibility("hidden"))) void assay_suspend(msl::state why);
