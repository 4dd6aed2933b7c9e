// Kernels whose threads wait together, apart, or no longer.
#include <metal_stdlib>
using namespace metal;

struct Options {
  uint rounds;
  uint step;
  uint who;
};

#define PARAMETERS                                                                             \
  device const int *in [[buffer(0)]], device int *out [[buffer(1)]],                           \
      constant Options &options [[buffer(2)]], uint2 at [[thread_position_in_grid]],           \
      uint2 grid [[threads_per_grid]], uint2 group [[threadgroup_position_in_grid]],           \
      uint2 threads [[threads_per_threadgroup]], uint t [[thread_index_in_threadgroup]]

// Barriers in two loops that all threads of a group go through alike: prefix sums, repeated.
kernel void prefix_sums(PARAMETERS) {
  threadgroup int shared[1024];
  uint i = at.y * grid.x + at.x;
  uint size = threads.x * threads.y;
  int v = in[i];
  for (uint round = 0; round < options.rounds; round++) {
    for (uint d = 1; d < size; d *= 2) {
      shared[t] = v;
      threadgroup_barrier(mem_flags::mem_threadgroup);
      int before = t >= d ? shared[t - d] : 0;
      threadgroup_barrier(mem_flags::mem_threadgroup);
      v += before;
    }
    v ^= int(round);
  }
  out[i] = v;
}

// A barrier that all threads of every other group meet, and none of the rest.
kernel void every_other_group(PARAMETERS) {
  threadgroup int shared[1024];
  uint i = at.y * grid.x + at.x;
  uint size = threads.x * threads.y;
  shared[t] = in[i];
  int v = 1;
  if ((group.x + group.y) % 2 == 1) {
    threadgroup_barrier(mem_flags::mem_threadgroup);
    v = shared[size - 1 - t];
    threadgroup_barrier(mem_flags::mem_threadgroup);
    shared[t] = 2 * v;
  }
  threadgroup_barrier(mem_flags::mem_threadgroup);
  out[i] = v + 3 * shared[(t + 1) % size];
}

// Threads of one group wait at different barriers, here and there for a different number of times.
kernel void apart(PARAMETERS) {
  threadgroup int shared[1024];
  uint i = at.y * grid.x + at.x;
  uint size = threads.x * threads.y;
  bool chosen = t % options.step == options.who;
  int v = in[i];
  if (chosen) {
    shared[t] = v;
    threadgroup_barrier(mem_flags::mem_threadgroup);
    v = 5 + shared[(t + 1) % size];
  } else {
    shared[t] = -v;
    threadgroup_barrier(mem_flags::mem_threadgroup);
    v = 7 * shared[(t + 1) % size];
  }
  threadgroup_barrier(mem_flags::mem_threadgroup);
  for (uint k = 0; k < (chosen ? options.rounds + 2 : options.rounds); k++) {
    shared[t] = v;
    threadgroup_barrier(mem_flags::mem_threadgroup);
    v = 3 * shared[t] + int(k);
  }
  threadgroup_barrier(mem_flags::mem_threadgroup);
  out[i] = v;
}

// Some threads leave at once and some in each round; who stays reads what they left.
kernel void leaving(PARAMETERS) {
  threadgroup int shared[1024];
  uint i = at.y * grid.x + at.x;
  uint size = threads.x * threads.y;
  if (t % options.step == options.who) {
    out[i] = -1;
    shared[t] = -5;
    return;
  }
  int v = in[i];
  for (uint round = 0; round < options.rounds; round++) {
    shared[t] = v;
    threadgroup_barrier(mem_flags::mem_threadgroup);
    int next = shared[(t + 1) % size];
    if (t % (options.rounds + 3) == round) {
      out[i] = v;
      return;
    }
    threadgroup_barrier(mem_flags::mem_threadgroup);
    v += 2 * next;
  }
  out[i] = v;
}

// In which order the threads run from each barrier to the next.
kernel void tickets(device atomic_uint* counters [[buffer(0)]], device uint* out [[buffer(1)]],
                    constant Options& options [[buffer(2)]],
                    uint t [[thread_position_in_threadgroup]],
                    uint size [[threads_per_threadgroup]]) {
  for (uint round = 0; round < options.rounds; round++) {
    out[round * size + t] =
        atomic_fetch_add_explicit(&counters[round], 1u, memory_order_relaxed);
    if (t % options.step == options.who) return;
    threadgroup_barrier(mem_flags::mem_none);
  }
}
