// Reductions of x [outer, axis, inner] along its axis. Two forms: a threadgroup for each row where the elements of a
// row are neighbours, and a thread for each element of the result, whose neighbours read neighbours where inner is
// large. The second one uses nothing that threads do together, so that it suits a CPU too.

struct ReduceParams {
  uint outer;
  uint axis;
  uint inner;
};

// Another lane's value; 64 bits travel as two words.
inline float exchanged(float x, uint distance) { return simd_shuffle_xor(x, ushort(distance)); }
inline int exchanged(int x, uint distance) { return simd_shuffle_xor(x, ushort(distance)); }
inline uint exchanged(uint x, uint distance) { return simd_shuffle_xor(x, ushort(distance)); }
inline ulong exchanged(ulong x, uint distance) {
  const uint low = simd_shuffle_xor(uint(x), ushort(distance));
  const uint high = simd_shuffle_xor(uint(x >> 32), ushort(distance));
  return ulong(high) << 32 | ulong(low);
}
inline long exchanged(long x, uint distance) { return long(exchanged(ulong(x), distance)); }

// An integer that orders as the elements do, −0 below +0; a NaN is whichever end a reduction wants it at.
template <typename T>
struct Key {
  typedef int type;
  static type of(T x, bool nan_first) {
    const int high = FloatBits<T>::magnitude;
    return is_nan(x) ? (nan_first ? high : ~high) : int(order_key(x));
  }
  static type lowest() { return ~int(FloatBits<T>::infinity); }
  static type highest() { return FloatBits<T>::infinity; }
  static T element(type key) {
    typedef typename FloatBits<T>::type bits;
    return as_type<T>(bits(key >= 0 ? key : key ^ int(FloatBits<T>::magnitude)));
  }
  static bool is_number(T x) { return !is_nan(x); }
  // −0 as +0, by the keys: −0 has the one just below.
  static type without_sign_of_zero(type key) { return key == -1 ? 0 : key; }
};
#define INTEGER_KEY(T, K)                                        \
  template <>                                                    \
  struct Key<T> {                                                \
    typedef K type;                                              \
    static type of(T x, bool) { return type(x); }                \
    static type lowest() { return type(numeric_limits<T>::min()); }  \
    static type highest() { return type(numeric_limits<T>::max()); } \
    static T element(type key) { return T(key); }                \
    static bool is_number(T) { return true; }                    \
    static type without_sign_of_zero(type key) { return key; }   \
  };
INTEGER_KEY(bool, int)
INTEGER_KEY(char, int)
INTEGER_KEY(uchar, int)
INTEGER_KEY(short, int)
INTEGER_KEY(ushort, int)
INTEGER_KEY(int, int)
INTEGER_KEY(uint, uint)
INTEGER_KEY(long, long)
INTEGER_KEY(ulong, ulong)
#undef INTEGER_KEY

// The state of a whole threadgroup of full simdgroups, for every thread of it.
template <typename R>
typename R::state join_group(typename R::state mine, threadgroup typename R::state* partial,
                             uint lane, uint simdgroup, uint simd_width, uint simdgroups) {
  for (uint d = simd_width / 2; d > 0; d /= 2) mine = R::join(mine, R::exchange(mine, d));
  if (simdgroups == 1) return mine;
  if (lane == 0) partial[simdgroup] = mine;
  threadgroup_barrier(mem_flags::mem_threadgroup);
  mine = lane < simdgroups ? partial[lane] : R::start();
  for (uint d = simd_width / 2; d > 0; d /= 2) mine = R::join(mine, R::exchange(mine, d));
  // Whoever comes back here writes what others still read.
  threadgroup_barrier(mem_flags::mem_threadgroup);
  return mine;
}

template <typename T, typename To, typename R>
[[kernel]] void reduce_rows(device const T* x [[buffer(0)]],
                            device To* out [[buffer(1)]],
                            constant ReduceParams& params [[buffer(2)]],
                            uint row [[threadgroup_position_in_grid]],
                            uint thread_index [[thread_position_in_threadgroup]],
                            uint width [[threads_per_threadgroup]],
                            uint lane [[thread_index_in_simdgroup]],
                            uint simdgroup [[simdgroup_index_in_threadgroup]],
                            uint simd_width [[threads_per_simdgroup]],
                            uint simdgroups [[simdgroups_per_threadgroup]]) {
  if (row >= params.outer) return;
  threadgroup typename R::state partial[32];
  device const T* elements = x + row * params.axis;
  typename R::state mine = R::start();
  for (uint i = thread_index; i < params.axis; i += width) mine = R::join(mine, R::of(elements[i], i));
  mine = join_group<R>(mine, partial, lane, simdgroup, simd_width, simdgroups);
  if (thread_index == 0) out[row] = R::finish(mine, params.axis);
}

template <typename T, typename To, typename R>
[[kernel]] void reduce_columns(device const T* x [[buffer(0)]],
                               device To* out [[buffer(1)]],
                               constant ReduceParams& params [[buffer(2)]],
                               uint index [[thread_position_in_grid]]) {
  if (index >= params.outer * params.inner) return;
  const uint first = index / params.inner * params.axis * params.inner + index % params.inner;
  typename R::state state = R::start();
  for (uint i = 0; i < params.axis; i++) {
    state = R::join(state, R::of(x[first + i * params.inner], i));
  }
  out[index] = R::finish(state, params.axis);
}
