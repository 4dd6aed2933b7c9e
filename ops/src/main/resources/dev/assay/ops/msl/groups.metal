// What the threads of a group of full simdgroups find out together. Every one of them has to call.

inline float group_sum(float mine, threadgroup float* partial, uint lane, uint simdgroup,
                       uint simdgroups) {
  mine = simd_sum(mine);
  if (lane == 0) partial[simdgroup] = mine;
  threadgroup_barrier(mem_flags::mem_threadgroup);
  const float sum = simd_sum(lane < simdgroups ? partial[lane] : 0.0f);
  // Whoever comes back here writes what others still read; and in place, into a buffer, what others have read before.
  threadgroup_barrier(mem_flags::mem_device | mem_flags::mem_threadgroup);
  return sum;
}

inline float group_max(float mine, threadgroup float* partial, uint lane, uint simdgroup,
                       uint simdgroups) {
  mine = simd_max(mine);
  if (lane == 0) partial[simdgroup] = mine;
  threadgroup_barrier(mem_flags::mem_threadgroup);
  const float most = simd_max(lane < simdgroups ? partial[lane] : -INFINITY);
  threadgroup_barrier(mem_flags::mem_device | mem_flags::mem_threadgroup);
  return most;
}
