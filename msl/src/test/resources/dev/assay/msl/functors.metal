#include <metal_stdlib>
using namespace metal;

// Function objects as reductions of widely used libraries have them: threads wait inside operators.
template <typename T>
struct group_sum {
  threadgroup T* shared;
  METAL_FUNC group_sum(threadgroup T* s) : shared(s) {}
  METAL_FUNC T operator()(T value, uint at, uint count) {
    shared[at] = value;
    threadgroup_barrier(mem_flags::mem_threadgroup);
    T sum = 0;
    for (uint i = 0; i < count; i++) {
      sum += shared[i];
    }
    return sum;
  }
};

struct lane_sum {
  METAL_FUNC float operator()(float value) const { return simd_sum(value); }
};
struct negated {
  METAL_FUNC float operator()(float value) const { return -value; }
};

kernel void sum_by_functor(device const float* in, device float* out,
                           uint at [[thread_position_in_threadgroup]],
                           uint count [[threads_per_threadgroup]]) {
  threadgroup float shared[256];
  group_sum<float> together(shared);
  out[at] = together(in[at], at, count);
}

template <typename Op>
[[kernel]] void apply(device const float* in, device float* out,
                      uint at [[thread_position_in_grid]]) {
  Op op;
  out[at] = op(in[at]);
}
template [[host_name("apply_sum")]] [[kernel]] decltype(apply<lane_sum>) apply<lane_sum>;
template [[host_name("apply_negated")]] [[kernel]] decltype(apply<negated>) apply<negated>;
