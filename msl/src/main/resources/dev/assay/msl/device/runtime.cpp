// The native runtime: runs the threads of a threadgroup on stacks of their own and lets them meet
// at barriers and simdgroup operations. Linked into every kernel's library.
//
// Each stack is as large as its alignment, so that a stack pointer leads to its thread.
#include "checks.h"
#include "threads.h"

namespace {
using namespace msl;

// Leaves the current stack, storing its pointer, and goes on from another one.
#if defined(__x86_64__)
// Inlined and by jumps, so that calls and returns stay paired as the CPU predicts them: a thread
// returns from the barrier to where the thread before it called that from, which mostly is the same
// place. Registers are saved by the compiler as needed; it may use 128 bytes below the stack pointer.
MSL_INLINE void switch_stacks(void** from, void* to) {
  asm volatile(R"(
    leaq -128(%%rsp), %%rsp
    pushq %%rbp
    leaq 1f(%%rip), %%rax
    pushq %%rax
    movq %%rsp, (%%rdi)
    movq %%rsi, %%rsp
    jmpq *(%%rsp)
  1:
    popq %%rax
    popq %%rbp
    leaq 128(%%rsp), %%rsp)"
               : "+D"(from), "+S"(to)
               :
               : "rax", "rbx", "rcx", "rdx", "r8", "r9", "r10", "r11", "r12", "r13", "r14", "r15",
                 "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9",
                 "xmm10", "xmm11", "xmm12", "xmm13", "xmm14", "xmm15", "cc", "memory");
}
#elif defined(__aarch64__)
extern "C" void assay_switch(void** from, void* to);
MSL_INLINE void switch_stacks(void** from, void* to) { assay_switch(from, to); }
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

MSL_INLINE void suspend(thread* t, state why) {
  t->owner->waits[t->index].at = why;
  switch_stacks(&t->stack_pointer, t->owner->scheduler_stack);
}

// Begins all threads of a group in their own order. The compiler adds it to kernels that are
// coroutines.
extern "C" __attribute__((weak, visibility("hidden"))) void assay_begin(const msl::group* g,
                                                                        void** frames);
// Takes threads that wait at barriers to their next ones, in the order of their frames; once, or as
// often as all of them get to the same barrier. The compiler adds it to kernels whose threads wait.
extern "C" __attribute__((weak, visibility("hidden"))) void assay_pass(void** frames, size_t count);

// How the threads of a group run.
enum mode : uint {
  waiting = 0,   // each on a stack of its own
  whole_group = 1, // one call for all of them
  one_by_one = 2,  // one call for each, on one stack
  coroutines = 3   // one call for each up to its first barrier, then its coroutine goes on
};

// The k-th of n places in the order asked for; n or more where k is to be skipped. Steps run to the
// power of two at or above n, over which an odd factor permutes.
MSL_INLINE uint place(uint order, uint k, uint n, uint steps) {
  if (order == 0) return k;
  if (order == 1) return k < n ? n - 1 - k : n;
  return (k * (2 * order + 1) + order * 7) & (steps - 1);
}
MSL_INLINE uint steps_for(uint n) { return n <= 1 ? 1 : 1u << (32 - __builtin_clz(n - 1)); }

// Gives a stack's thread the identity of the thread of this index.
MSL_INLINE void identify(thread* t, const group* g, uint i) {
  t->index = i;
  t->x = i;
  t->y = 0;
  t->z = 0;
  // Divisions take as long as all the rest.
  if (g->threads[1] != 1 || g->threads[2] != 1) {
    t->x = i % g->threads[0];
    t->y = i / g->threads[0];
  }
  if (g->threads[2] != 1) {
    t->y = i / g->threads[0] % g->threads[1];
    t->z = i / (g->threads[0] * g->threads[1]);
  }
#ifdef ASSAY_CHECKED
  t->check = g->check;
  t->cancel = g->check->cancel;
  assay_check_thread(t);
#endif
}

// Every thread of the group in turn, on one stack.
void run_in_turn(thread* t) {
  worker* w = t->owner;
  const group* g = w->current;
  uint n = w->thread_count;
  uint steps = steps_for(n);
  for (uint k = 0; k < steps; k++) {
    uint index = place(w->order, k, n, steps);
    if (index >= n) continue;
    identify(t, g, index);
    w->function(g, t->x, t->y, t->z);
  }
}

// Frames lie in the memory of the stacks that coroutines do not need, past the forbidden page.
void next_frames(worker* w) {
  w->frame_place++;
  char* stack = w->stacks + w->frame_place * stack_size;
  w->room.next = stack + stack_reserve;
  w->room.end = stack + stack_size;
}

// Where a coroutine goes on; null once it has ended. The first word of every frame.
typedef void resume_function(void*);
MSL_INLINE resume_function* resume_of(void* frame) {
  return *static_cast<resume_function**>(frame);
}

// Every thread runs to its next barrier, again and again until all have ended. Threads that have
// ended are not waited for. Frames are listed in the order in which threads run.
void run_coroutines(thread* t) {
  worker* w = t->owner;
  const group* g = w->current;
  uint n = w->thread_count;
  uint steps = steps_for(n);
  typedef void* begin(const group*, uint, uint, uint);
  begin* function = reinterpret_cast<begin*>(w->function);
  w->frame_place = 0;
  next_frames(w);
  uint going = 0;
  if (w->order == 0 && assay_begin) {
    assay_begin(g, w->frames);
    going = n;
  }
  for (uint k = 0; going < n && k < steps; k++) {
    uint index = place(w->order, k, n, steps);
    if (index >= n) continue;
    identify(t, g, index);
    w->frames[going++] = function(g, t->x, t->y, t->z);
  }
  while (true) {
    uint left = 0;
    for (uint i = 0; i < going; i++) {
      void* frame = w->frames[i];
      w->frames[left] = frame;
      left += resume_of(frame) ? 1 : 0;
    }
    going = left;
    if (going == 0) return;
    if (assay_pass) {
      assay_pass(w->frames, going);
      continue;
    }
    for (uint i = 0; i < going; i++) resume_of(w->frames[i])(w->frames[i]);
  }
}

extern "C" __attribute__((noreturn, used, visibility("hidden"))) void assay_thread_main() {
  thread* t = self();
  if (t->owner->how == one_by_one) {
    run_in_turn(t);
  } else if (t->owner->how == coroutines) {
    run_coroutines(t);
  } else {
    t->owner->function(t->owner->current, t->x, t->y, t->z);
  }
  suspend(t, finished);
  __builtin_unreachable();
}

// Makes stack `place` ready to run the thread of this index from its beginning.
void prepare(worker* w, uint place, uint i) {
  thread* t = thread_of(w, place);
  const group* g = w->current;
  t->owner = w;
  identify(t, g, i);
  t->value_size = 0;
  w->waits[i].at = ready;
  void** top = reinterpret_cast<void**>(t);
#if defined(__x86_64__)
  // As if called: 16-byte alignment before a return address, which this stands for too.
  *--top = reinterpret_cast<void*>(assay_thread_main);
#else
  top -= 20;
  for (uint k = 0; k < 20; k++) top[k] = nullptr;
  top[11] = reinterpret_cast<void*>(assay_thread_main);
#endif
  t->stack_pointer = top;
}

MSL_INLINE void resume(worker* w, thread* t) {
  switch_stacks(&w->scheduler_stack, t->stack_pointer);
}

MSL_INLINE bool stopped(const worker* w) {
#ifdef ASSAY_CHECKED
  return w->current->check->failure.kind != no_failure;
#else
  return false;
#endif
}

// Runs the lanes that can run until each of them waits or has finished.
void advance(worker* w, uint first, uint end) {
  uint n = end - first;
  uint steps = steps_for(n);
  for (uint k = 0; k < steps; k++) {
    uint lane = place(w->order, k, n, steps);
    if (lane >= n) continue;
    if (w->waits[first + lane].at == ready) resume(w, thread_of(w, first + lane));
    if (stopped(w)) return;
  }
}

// Lets lanes that wait at one simdgroup call go on. Where lanes wait at several, the earliest in
// the code goes first: the others stand behind it, and wait for the lanes to join them.
bool converge(worker* w, uint simdgroup, uint first, uint end) {
  const void* site = nullptr;
  for (uint i = first; i < end; i++) {
    const wait& each = w->waits[i];
    bool waits = each.at == at_exchange || each.at == at_simdgroup_barrier;
    if (waits && (!site || each.site < site)) site = each.site;
  }
  if (!site) return false;
  lanes* l = &w->exchange[simdgroup];
  l->active = 0;
  l->computed = 0;
#ifdef ASSAY_CHECKED
  bool barrier = false;
#endif
  for (uint i = first; i < end; i++) {
    wait& each = w->waits[i];
    if ((each.at != at_exchange && each.at != at_simdgroup_barrier) || each.site != site) continue;
    uint lane = i - first;
    l->active |= 1u << lane;
#ifdef ASSAY_CHECKED
    if (each.at == at_simdgroup_barrier) barrier = true;
#endif
    thread* t = thread_of(w, i);
    __builtin_memcpy(l->slots[lane], t->value, t->value_size);
    each.at = ready;
  }
#ifdef ASSAY_CHECKED
  if (barrier) assay_check_simdgroup_barrier(w->current->check, simdgroup);
#endif
  return true;
}

void run_group(worker* w) {
  uint n = w->thread_count;
#ifdef ASSAY_CHECKED
  assay_check_group(w->current->check);
#endif
  for (uint i = 0; i < n; i++) prepare(w, i, i);
  while (true) {
    for (uint s = 0; s * simd_width < n; s++) {
      uint first = s * simd_width;
      uint end = first + simd_width < n ? first + simd_width : n;
      do {
        advance(w, first, end);
        if (stopped(w)) return;
      } while (converge(w, s, first, end));
    }
#ifdef ASSAY_CHECKED
    if (!assay_check_threadgroup_barrier(w)) return;
#endif
    // Every thread now waits at a threadgroup barrier or has finished.
    bool waiting = false;
    for (uint i = 0; i < n; i++) {
      if (w->waits[i].at == at_threadgroup_barrier) {
        waiting = true;
        w->waits[i].at = ready;
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
  t->owner->waits[t->index].site = __builtin_return_address(0);
  suspend(t, at_exchange);
  lanes* l = &t->owner->exchange[t->index / simd_width];
  l->self = t->index % simd_width;
  return l;
}
MSL_HIDDEN void assay_simdgroup_barrier(uint) {
  thread* t = self();
  t->value_size = 0;
  t->value = t;
  t->owner->waits[t->index].site = __builtin_return_address(0);
  suspend(t, at_simdgroup_barrier);
#ifdef ASSAY_CHECKED
  assay_check_thread(t);
#endif
}
MSL_HIDDEN void assay_threadgroup_barrier(uint flags) {
  thread* t = self();
  t->owner->fence = flags;
  t->owner->waits[t->index].site = __builtin_return_address(0);
  suspend(t, at_threadgroup_barrier);
#ifdef ASSAY_CHECKED
  assay_check_thread(self());
#endif
}
MSL_HIDDEN frame_room* assay_frames() { return &self()->owner->room; }
MSL_HIDDEN void assay_more_frames() { next_frames(self()->owner); }
MSL_HIDDEN uint assay_lane() { return self()->index % simd_width; }
#ifndef ASSAY_CHECKED
MSL_HIDDEN void assay_missing_lane(uint) {}
#endif
MSL_HIDDEN void assay_suspend(state why) { suspend(self(), why); }
MSL_HIDDEN group* assay_group() { return self()->owner->current; }

#define MSL_EXPORTED __attribute__((visibility("default")))
MSL_EXPORTED size_t assay_stack_size() { return stack_size; }
// The module's threadgroup arrays: bytes of all of them, and the place of each.
MSL_EXPORTED size_t assay_threadgroup_size() {
  return __stop_assay_threadgroup - __start_assay_threadgroup;
}
MSL_EXPORTED size_t assay_variable_count() {
  return __stop_assay_variables - __start_assay_variables;
}
MSL_EXPORTED size_t assay_variable_offset(size_t i) {
  return __start_assay_variables[i].start - __start_assay_threadgroup;
}
MSL_EXPORTED size_t assay_variable_bytes(size_t i) { return __start_assay_variables[i].bytes; }

static MSL_INLINE uint least(uint a, uint b) { return a < b ? a : b; }

// Runs threadgroups [first, first + count) of the grid in linear order. `memory` holds the stacks,
// aligned to their size; `g` has everything but position and threads.
MSL_EXPORTED void assay_run(char* memory, group* g, void* function, uint how, uint order,
                            ulong first, ulong count) {
  worker w;
  w.current = g;
  w.function = reinterpret_cast<thread_function*>(function);
  w.stacks = memory;
  w.order = order;
  w.how = how;
#ifdef ASSAY_CHECKED
  assay_check_run(g->check, &w);
#endif
  for (ulong i = first; i < first + count && !stopped(&w); i++) {
#ifdef ASSAY_CHECKED
    g->check->group_index = uint(i) + 1;
#endif
    g->position[0] = uint(i % g->groups[0]);
    g->position[1] = uint(i / g->groups[0] % g->groups[1]);
    g->position[2] = uint(i / (ulong(g->groups[0]) * g->groups[1]));
    for (uint d = 0; d < 3; d++) {
      uint begin = g->position[d] * g->dispatch_threads[d];
      g->threads[d] = least(g->dispatch_threads[d], g->grid[d] - begin);
    }
    w.thread_count = g->threads[0] * g->threads[1] * g->threads[2];
    if (how == waiting) {
      run_group(&w);
      continue;
    }
#ifdef ASSAY_CHECKED
    assay_check_group(g->check);
#endif
    // Threadgroup memory is found through the stack, so these run on one of the stacks too.
    prepare(&w, 0, 0);
    resume(&w, thread_of(&w, 0));
  }
}
}
