// The native runtime: runs the threads of a threadgroup on stacks of their own and lets them meet
// at barriers and simdgroup operations. Linked into every kernel's library.
//
// Each stack is as large as its alignment, so that a stack pointer leads to its thread.
#include "exec.h"

namespace {
using msl::group;
using msl::lanes;
using msl::simd_width;

constexpr size_t stack_size = size_t(1) << 18;
constexpr uint max_threads = 1024;
constexpr uint max_simdgroups = max_threads / simd_width;

enum state : uint { ready, at_exchange, at_simdgroup_barrier, at_threadgroup_barrier, finished };

struct worker;

// Stands at the lowest address of its stack.
struct thread {
  worker* owner;
  void* stack_pointer;
  const void* value;   // what it brings to an exchange
  const void* site;    // the call at which it waits
  uint value_size;
  state at;
  uint index;
  uint x, y, z;
};

typedef void thread_function(const group*, uint, uint, uint);

struct worker {
  group* current;
  thread_function* function;
  void* scheduler_stack;
  char* stacks;
  uint thread_count;
  uint order; // 0 forward, 1 reverse
  lanes exchange[max_simdgroups];
};

MSL_INLINE thread* self() {
  size_t sp;
#if defined(__x86_64__)
  asm volatile("mov %%rsp, %0" : "=r"(sp));
#else
  asm volatile("mov %0, sp" : "=r"(sp));
#endif
  return reinterpret_cast<thread*>(sp & ~(stack_size - 1));
}

// Saves the callee-saved registers on the current stack, stores its pointer and goes on from
// another one.
extern "C" void assay_switch(void** from, void* to);
#if defined(__x86_64__)
asm(R"(
.text
.hidden assay_switch
.globl assay_switch
.type assay_switch, @function
assay_switch:
  pushq %rbp
  pushq %rbx
  pushq %r12
  pushq %r13
  pushq %r14
  pushq %r15
  movq %rsp, (%rdi)
  movq %rsi, %rsp
  popq %r15
  popq %r14
  popq %r13
  popq %r12
  popq %rbx
  popq %rbp
  retq
.size assay_switch, .-assay_switch
)");
constexpr uint saved_words = 6;
#elif defined(__aarch64__)
asm(R"(
.text
.hidden assay_switch
.globl assay_switch
.type assay_switch, %function
assay_switch:
  sub sp, sp, #160
  stp x19, x20, [sp, #0]
  stp x21, x22, [sp, #16]
  stp x23, x24, [sp, #32]
  stp x25, x26, [sp, #48]
  stp x27, x28, [sp, #64]
  stp x29, x30, [sp, #80]
  stp d8, d9, [sp, #96]
  stp d10, d11, [sp, #112]
  stp d12, d13, [sp, #128]
  stp d14, d15, [sp, #144]
  mov x9, sp
  str x9, [x0]
  mov sp, x1
  ldp x19, x20, [sp, #0]
  ldp x21, x22, [sp, #16]
  ldp x23, x24, [sp, #32]
  ldp x25, x26, [sp, #48]
  ldp x27, x28, [sp, #64]
  ldp x29, x30, [sp, #80]
  ldp d8, d9, [sp, #96]
  ldp d10, d11, [sp, #112]
  ldp d12, d13, [sp, #128]
  ldp d14, d15, [sp, #144]
  add sp, sp, #160
  ret
.size assay_switch, .-assay_switch
)");
#endif

MSL_INLINE thread* thread_of(worker* w, uint i) {
  return reinterpret_cast<thread*>(w->stacks + size_t(i) * stack_size);
}

void suspend(state why) {
  thread* t = self();
  t->at = why;
  assay_switch(&t->stack_pointer, t->owner->scheduler_stack);
}

extern "C" __attribute__((noreturn, used, visibility("hidden"))) void assay_thread_main() {
  thread* t = self();
  t->owner->function(t->owner->current, t->x, t->y, t->z);
  suspend(finished);
  __builtin_unreachable();
}

void prepare(worker* w, uint i) {
  thread* t = thread_of(w, i);
  const group* g = w->current;
  t->owner = w;
  t->index = i;
  t->x = i % g->threads[0];
  t->y = i / g->threads[0] % g->threads[1];
  t->z = i / (g->threads[0] * g->threads[1]);
  t->at = ready;
  t->value_size = 0;
  void** top = reinterpret_cast<void**>(reinterpret_cast<char*>(t) + stack_size);
#if defined(__x86_64__)
  // As if called: 16-byte alignment before a return address.
  *--top = nullptr;
  *--top = reinterpret_cast<void*>(assay_thread_main);
  for (uint k = 0; k < saved_words; k++) *--top = nullptr;
#else
  top -= 20;
  for (uint k = 0; k < 20; k++) top[k] = nullptr;
  top[11] = reinterpret_cast<void*>(assay_thread_main);
#endif
  t->stack_pointer = top;
}

MSL_INLINE void resume(worker* w, thread* t) {
  t->at = ready;
  assay_switch(&w->scheduler_stack, t->stack_pointer);
}

// Runs the lanes that can run until each of them waits or has finished.
void advance(worker* w, uint first, uint end) {
  for (uint k = 0; k < end - first; k++) {
    thread* t = thread_of(w, w->order ? end - 1 - k : first + k);
    if (t->at == ready) resume(w, t);
  }
}

// Lets lanes that wait at one simdgroup call go on. Where lanes wait at several, the earliest in
// the code goes first: the others stand behind it, and wait for the lanes to join them.
bool converge(worker* w, uint simdgroup, uint first, uint end) {
  const void* site = nullptr;
  for (uint i = first; i < end; i++) {
    thread* t = thread_of(w, i);
    bool waits = t->at == at_exchange || t->at == at_simdgroup_barrier;
    if (waits && (!site || t->site < site)) site = t->site;
  }
  if (!site) return false;
  lanes* l = &w->exchange[simdgroup];
  l->active = 0;
  l->computed = 0;
  for (uint i = first; i < end; i++) {
    thread* t = thread_of(w, i);
    if ((t->at != at_exchange && t->at != at_simdgroup_barrier) || t->site != site) continue;
    uint lane = i - first;
    l->active |= 1u << lane;
    __builtin_memcpy(l->slots[lane], t->value, t->value_size);
    t->at = ready;
  }
  return true;
}

void run_group(worker* w) {
  uint n = w->thread_count;
  for (uint i = 0; i < n; i++) prepare(w, i);
  while (true) {
    for (uint s = 0; s * simd_width < n; s++) {
      uint first = s * simd_width;
      uint end = first + simd_width < n ? first + simd_width : n;
      do {
        advance(w, first, end);
      } while (converge(w, s, first, end));
    }
    // Every thread now waits at a threadgroup barrier or has finished.
    bool waiting = false;
    for (uint i = 0; i < n; i++) {
      thread* t = thread_of(w, i);
      if (t->at == at_threadgroup_barrier) {
        waiting = true;
        t->at = ready;
      }
    }
    if (!waiting) return;
  }
}
} // namespace

extern "C" {
#define MSL_HIDDEN __attribute__((visibility("hidden")))
MSL_HIDDEN lanes* assay_exchange(const void* value, uint size) {
  thread* t = self();
  t->value = value;
  t->value_size = size;
  t->site = __builtin_return_address(0);
  suspend(at_exchange);
  lanes* l = &t->owner->exchange[t->index / simd_width];
  l->self = t->index % simd_width;
  return l;
}
MSL_HIDDEN void assay_simdgroup_barrier(uint) {
  thread* t = self();
  t->value_size = 0;
  t->value = t;
  t->site = __builtin_return_address(0);
  suspend(at_simdgroup_barrier);
}
MSL_HIDDEN void assay_threadgroup_barrier(uint) {
  self()->site = __builtin_return_address(0);
  suspend(at_threadgroup_barrier);
}
MSL_HIDDEN uint assay_lane() { return self()->index % simd_width; }
MSL_HIDDEN void assay_missing_lane(uint) {}
MSL_HIDDEN group* assay_group() { return self()->owner->current; }

// Bytes that a worker needs, for as many threads a threadgroup.
__attribute__((visibility("default"))) size_t assay_worker_size(uint threads) {
  return (size_t(threads) + 1) * stack_size;
}
__attribute__((visibility("default"))) size_t assay_stack_size() { return stack_size; }

static MSL_INLINE uint least(uint a, uint b) { return a < b ? a : b; }

// Runs threadgroups [first, first + count) of the grid in linear order. `memory` holds the stacks,
// aligned to their size; `g` has everything but position and threads. `function` is a thread's or,
// with `loops`, a whole group's.
__attribute__((visibility("default"))) void assay_run(char* memory, group* g, void* function,
                                                      uint loops, uint order, ulong first,
                                                      ulong count) {
  worker w;
  w.current = g;
  w.function = reinterpret_cast<thread_function*>(function);
  w.stacks = memory;
  w.order = order;
  for (ulong i = first; i < first + count; i++) {
    g->position[0] = uint(i % g->groups[0]);
    g->position[1] = uint(i / g->groups[0] % g->groups[1]);
    g->position[2] = uint(i / (ulong(g->groups[0]) * g->groups[1]));
    for (uint d = 0; d < 3; d++) {
      uint begin = g->position[d] * g->dispatch_threads[d];
      g->threads[d] = least(g->dispatch_threads[d], g->grid[d] - begin);
    }
    w.thread_count = g->threads[0] * g->threads[1] * g->threads[2];
    if (loops) {
      // Threadgroup memory is found through the stack, so the loop runs on one of the stacks too.
      thread* t = thread_of(&w, 0);
      prepare(&w, 0);
      resume(&w, t);
    } else {
      run_group(&w);
    }
  }
}
}
