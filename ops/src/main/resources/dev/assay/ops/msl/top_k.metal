// The k largest or smallest elements along an axis, the first one first, and their indices.

struct TopKParams {
  uint outer;
  uint axis;
  uint inner;
  uint k;
};

constant bool largest [[function_constant(0)]];

// A candidate that comes behind the one that was chosen last; nobody was when it is nobody.
template <typename K>
bool comes_after(Candidate<K> one, Candidate<K> chosen) {
  return chosen.index == NOBODY || one.key < chosen.key ||
         (one.key == chosen.key && one.index > chosen.index);
}

template <typename T>
Candidate<typename Key<T>::type> top_candidate(T x, uint index) {
  Candidate<typename Key<T>::type> one;
  const typename Key<T>::type k = choosing_key(x);
  one.key = largest ? k : typename Key<T>::type(~k);
  one.index = index;
  return one;
}

// Each pass over the row finds the best of those behind the last one found; nothing has to be remembered but that.
template <typename T>
[[kernel]] void top_k_rows(device const T* x [[buffer(0)]], device T* values [[buffer(1)]],
                           device int* indices [[buffer(2)]],
                           constant TopKParams& params [[buffer(3)]],
                           uint row [[threadgroup_position_in_grid]],
                           uint thread_index [[thread_position_in_threadgroup]],
                           uint width [[threads_per_threadgroup]],
                           uint lane [[thread_index_in_simdgroup]],
                           uint simdgroup [[simdgroup_index_in_threadgroup]],
                           uint simd_width [[threads_per_simdgroup]],
                           uint simdgroups [[simdgroups_per_threadgroup]]) {
  if (row >= params.outer * params.inner) return;
  typedef Candidate<typename Key<T>::type> candidate;
  threadgroup candidate partial[32];
  const uint outer = row / params.inner;
  const uint first = outer * params.axis * params.inner + row % params.inner;
  const uint to = outer * params.k * params.inner + row % params.inner;
  candidate chosen = nobody<typename Key<T>::type>();
  for (uint rank = 0; rank < params.k; rank++) {
    candidate best = nobody<typename Key<T>::type>();
    for (uint i = thread_index; i < params.axis; i += width) {
      const candidate one = top_candidate(x[first + i * params.inner], i);
      if (comes_after(one, chosen)) best = better(best, one, false);
    }
    for (uint d = simd_width / 2; d > 0; d /= 2) best = better(best, exchanged(best, d), false);
    if (lane == 0) partial[simdgroup] = best;
    threadgroup_barrier(mem_flags::mem_threadgroup);
    best = partial[0];
    for (uint s = 1; s < simdgroups; s++) best = better(best, partial[s], false);
    threadgroup_barrier(mem_flags::mem_threadgroup);
    chosen = best;
    if (thread_index == 0) {
      values[to + rank * params.inner] = x[first + chosen.index * params.inner];
      indices[to + rank * params.inner] = int(chosen.index);
    }
  }
}

template <typename T>
[[kernel]] void top_k_columns(device const T* x [[buffer(0)]], device T* values [[buffer(1)]],
                              device int* indices [[buffer(2)]],
                              constant TopKParams& params [[buffer(3)]],
                              uint index [[thread_position_in_grid]]) {
  if (index >= params.outer * params.inner) return;
  typedef Candidate<typename Key<T>::type> candidate;
  const uint outer = index / params.inner;
  const uint first = outer * params.axis * params.inner + index % params.inner;
  const uint to = outer * params.k * params.inner + index % params.inner;
  candidate chosen = nobody<typename Key<T>::type>();
  for (uint rank = 0; rank < params.k; rank++) {
    candidate best = nobody<typename Key<T>::type>();
    for (uint i = 0; i < params.axis; i++) {
      const candidate one = top_candidate(x[first + i * params.inner], i);
      if (comes_after(one, chosen)) best = better(best, one, false);
    }
    chosen = best;
    values[to + rank * params.inner] = x[first + chosen.index * params.inner];
    indices[to + rank * params.inner] = int(chosen.index);
  }
}

#define TOP_K(suffix, T)                                 \
  INSTANTIATE("top_k_rows_" suffix, top_k_rows<T>)       \
  INSTANTIATE("top_k_columns_" suffix, top_k_columns<T>)

TOP_K("f32", float)
TOP_K("f16", half)
TOP_K("bf16", bfloat)
TOP_K("i8", char)
TOP_K("i16", short)
TOP_K("i32", int)
TOP_K("i64", long)
TOP_K("u8", uchar)
TOP_K("u16", ushort)
TOP_K("u32", uint)
TOP_K("u64", ulong)
