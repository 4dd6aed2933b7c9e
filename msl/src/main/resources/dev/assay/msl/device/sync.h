// Barriers, simdgroup and quadgroup functions, votes.
#pragma once
#include "exec.h"
#include "math.h"

namespace metal {
enum class mem_flags : uint {
  mem_none = 0,
  mem_device = 1,
  mem_threadgroup = 2,
  mem_texture = 4,
  mem_threadgroup_imageblock = 8,
  mem_object_data = 16,
  mem_device_and_threadgroup = 3
};
MSL_INLINE constexpr mem_flags operator|(mem_flags a, mem_flags b) {
  return mem_flags(uint(a) | uint(b));
}
MSL_INLINE constexpr mem_flags operator&(mem_flags a, mem_flags b) {
  return mem_flags(uint(a) & uint(b));
}
enum thread_scope {
  thread_scope_thread,
  thread_scope_simdgroup,
  thread_scope_threadgroup,
  thread_scope_device
};
enum memory_order {
  memory_order_relaxed = __ATOMIC_RELAXED,
  memory_order_acquire = __ATOMIC_ACQUIRE,
  memory_order_release = __ATOMIC_RELEASE,
  memory_order_acq_rel = __ATOMIC_ACQ_REL,
  memory_order_seq_cst = __ATOMIC_SEQ_CST
};
MSL_INLINE void threadgroup_barrier(mem_flags flags,
                                    thread_scope = thread_scope_threadgroup) {
  assay_threadgroup_barrier(uint(flags));
}
MSL_INLINE void simdgroup_barrier(mem_flags flags, thread_scope = thread_scope_simdgroup) {
  assay_simdgroup_barrier(uint(flags));
}
MSL_INLINE void atomic_thread_fence(mem_flags, memory_order,
                                    thread_scope = thread_scope_device) {
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
}
} // namespace metal
using metal::memory_order;
using metal::memory_order_acq_rel;
using metal::memory_order_acquire;
using metal::memory_order_relaxed;
using metal::memory_order_release;
using metal::memory_order_seq_cst;

namespace msl {
// What the active lanes of a simdgroup show each other of one value. All of them ask for values in
// step, each for the lane it wants, since a GPU has them hand values over together; what a lane that
// is not active seems to show means nothing.
#ifdef __NVPTX__
template <typename T>
struct meeting {
  T own;
  uint active;
  uint self;
  MSL_INLINE T value(uint lane) const {
    constexpr uint words = (sizeof(T) + 3) / 4;
    uint moved[words] = {};
    __builtin_memcpy(moved, &own, sizeof(T));
    for (uint i = 0; i < words; i++) {
      moved[i] = uint(__nvvm_shfl_sync_idx_i32(active, int(moved[i]), int(lane), 31));
    }
    T v;
    __builtin_memcpy(&v, moved, sizeof(T));
    return v;
  }
  MSL_INLINE bool has(uint lane) const { return (active >> lane) & 1; }
};
template <typename T>
MSL_INLINE meeting<T> exchange(const T& v) {
  return {v, assay_active_lanes(), assay_lane()};
}
MSL_INLINE uint active_mask() { return assay_active_lanes(); }
MSL_INLINE uint ballot(bool b) { return uint(__nvvm_vote_ballot_sync(assay_active_lanes(), b)); }
#else
template <typename T>
struct meeting {
  lanes* all;
  uint active;
  uint self;
  MSL_INLINE T value(uint lane) const {
    T v;
    __builtin_memcpy(&v, all->slots[lane], sizeof(T));
    return v;
  }
  MSL_INLINE bool has(uint lane) const { return (active >> lane) & 1; }
};
template <typename T>
MSL_INLINE meeting<T> exchange(const T& v) {
  lanes* l = assay_exchange(&v, sizeof(T));
  return {l, l->active, l->self};
}
MSL_INLINE uint active_mask() {
  char none = 0;
  return assay_exchange(&none, 0)->active;
}
MSL_INLINE uint ballot(bool b) {
  meeting<bool> m = exchange(b);
  uint votes = 0;
  for (uint i = 0; i < simd_width; i++) votes |= m.has(i) && m.value(i) ? 1u << i : 0;
  return votes;
}
#endif
// The value of another lane, or one's own where that lane has none to give.
template <typename T>
MSL_INLINE T lane_or(const meeting<T>& m, uint lane, T own) {
  T v = m.value(lane % simd_width);
  if (lane < simd_width && m.has(lane)) return v;
  assay_missing_lane(lane);
  return own;
}
// Folds those of `count` lanes from `base` on that are active, from first to last, in that order.
template <typename T, typename F>
MSL_INLINE T fold(const meeting<T>& m, T v, uint base, uint count, F f) {
  bool begun = false;
  T r = v;
  for (uint i = 0; i < count; i++) {
    T next = m.value(base + i);
    if (!m.has(base + i)) continue;
    r = begun ? f(r, next) : next;
    begun = true;
  }
  return r;
}
#ifdef __NVPTX__
template <typename T, typename F>
MSL_INLINE T reduce_lanes(T v, F f) {
  return fold(exchange(v), v, 0, simd_width, f);
}
#else
// Once for all of them.
template <typename T, typename F>
MSL_INLINE T reduce_lanes(T v, F f) {
  meeting<T> m = exchange(v);
  if (!m.all->computed) {
    T r = fold(m, v, 0, simd_width, f);
    __builtin_memcpy(m.all->result, &r, sizeof(T));
    m.all->computed = 1;
  }
  T r;
  __builtin_memcpy(&r, m.all->result, sizeof(T));
  return r;
}
#endif
template <typename T, typename F>
MSL_INLINE T reduce_quad(T v, F f) {
  meeting<T> m = exchange(v);
  return fold(m, v, m.self & ~3u, 4, f);
}
template <typename T, typename F>
MSL_INLINE T prefix(T v, T identity, bool inclusive, uint lanes_in_set, F f) {
  meeting<T> m = exchange(v);
  T r = identity;
  uint base = m.self & ~(lanes_in_set - 1);
  for (uint i = 0; i < lanes_in_set; i++) {
    T next = m.value(base + i);
    if (base + i < m.self && m.has(base + i)) r = f(r, next);
  }
  return inclusive ? f(r, v) : r;
}
// The set of lanes is 32 wide for a simdgroup and 4 for a quad; an index is relative to its set.
template <uint Set, typename T>
MSL_INLINE T shuffle(T v, uint lane) {
  meeting<T> m = exchange(v);
  return lane_or(m, Set == 4 ? (m.self & ~3u) + (lane & 3) : lane, v);
}
template <uint Set, typename T>
MSL_INLINE T shuffle_first(T v) {
  meeting<T> m = exchange(v);
  uint base = m.self & ~(Set - 1);
  uint set_mask = (Set == 32 ? ~0u : 15u << base) & m.active;
  return m.value(uint(__builtin_ctz(set_mask)));
}
template <uint Set, typename T>
MSL_INLINE T shuffle_xor(T v, uint mask) {
  meeting<T> m = exchange(v);
  return lane_or(m, (m.self & ~(Set - 1)) + ((m.self ^ mask) & (Set - 1)), v);
}
// Past the edge of the set a lane keeps its own value, and so asks itself.
template <uint Set, typename T>
MSL_INLINE T shuffle_up(T v, uint delta) {
  meeting<T> m = exchange(v);
  uint at = m.self & (Set - 1);
  return lane_or(m, at < delta ? m.self : m.self - delta, v);
}
template <uint Set, typename T>
MSL_INLINE T shuffle_down(T v, uint delta) {
  meeting<T> m = exchange(v);
  bool past = (m.self & (Set - 1)) + delta >= Set || !m.has(m.self + delta);
  return lane_or(m, past ? m.self : m.self + delta, v);
}
template <uint Set, typename T>
MSL_INLINE T rotate_by(T v, uint delta) {
  meeting<T> m = exchange(v);
  return lane_or(m, (m.self & ~(Set - 1)) + ((m.self + delta) & (Set - 1)), v);
}
// Data shifted in come from the filling vector, as if its segment lay before (or after) this one.
template <typename T>
struct with_fill {
  T value;
  T fill;
};
template <typename T>
MSL_INLINE T fill_up(T v, T fill, uint delta, uint modulo) {
  with_fill<T> own = {v, fill};
  meeting<with_fill<T>> m = exchange(own);
  bool before = (m.self & (modulo - 1)) < delta;
  with_fill<T> other = lane_or(m, before ? m.self + modulo - delta : m.self - delta, own);
  return before ? other.fill : other.value;
}
template <typename T>
MSL_INLINE T fill_down(T v, T fill, uint delta, uint modulo) {
  with_fill<T> own = {v, fill};
  meeting<with_fill<T>> m = exchange(own);
  bool past = (m.self & (modulo - 1)) + delta >= modulo;
  with_fill<T> other = lane_or(m, past ? m.self + delta - modulo : m.self + delta, own);
  return past ? other.fill : other.value;
}
} // namespace msl

namespace metal {
#define MSL_REDUCTIONS(set, fold)                                                              \
  template <typename T>                                                                        \
  MSL_INLINE T set##_sum(T v) {                                                                \
    return msl::fold(v, [](T a, T b) __attribute__((always_inline)) { return T(a + b); });     \
  }                                                                                            \
  template <typename T>                                                                        \
  MSL_INLINE T set##_product(T v) {                                                            \
    return msl::fold(v, [](T a, T b) __attribute__((always_inline)) { return T(a * b); });     \
  }                                                                                            \
  template <typename T>                                                                        \
  MSL_INLINE T set##_max(T v) {                                                                \
    return msl::fold(v, [](T a, T b) __attribute__((always_inline)) { return T(max(a, b)); }); \
  }                                                                                            \
  template <typename T>                                                                        \
  MSL_INLINE T set##_min(T v) {                                                                \
    return msl::fold(v, [](T a, T b) __attribute__((always_inline)) { return T(min(a, b)); }); \
  }                                                                                            \
  template <typename T>                                                                        \
  MSL_INLINE T set##_and(T v) {                                                                \
    return msl::fold(v, [](T a, T b) __attribute__((always_inline)) { return T(a & b); });     \
  }                                                                                            \
  template <typename T>                                                                        \
  MSL_INLINE T set##_or(T v) {                                                                 \
    return msl::fold(v, [](T a, T b) __attribute__((always_inline)) { return T(a | b); });     \
  }                                                                                            \
  template <typename T>                                                                        \
  MSL_INLINE T set##_xor(T v) {                                                                \
    return msl::fold(v, [](T a, T b) __attribute__((always_inline)) { return T(a ^ b); });     \
  }
MSL_REDUCTIONS(simd, reduce_lanes)
MSL_REDUCTIONS(quad, reduce_quad)
#undef MSL_REDUCTIONS

#define MSL_LANES(set, width)                                                                  \
  template <typename T>                                                                        \
  MSL_INLINE T set##_shuffle(T v, ushort lane) {                                               \
    return msl::shuffle<width>(v, lane);                                                       \
  }                                                                                            \
  template <typename T>                                                                        \
  MSL_INLINE T set##_broadcast(T v, ushort lane) {                                             \
    return msl::shuffle<width>(v, lane);                                                       \
  }                                                                                            \
  template <typename T>                                                                        \
  MSL_INLINE T set##_broadcast_first(T v) {                                                    \
    return msl::shuffle_first<width>(v);                                                       \
  }                                                                                            \
  template <typename T>                                                                        \
  MSL_INLINE T set##_shuffle_xor(T v, ushort mask) {                                           \
    return msl::shuffle_xor<width>(v, mask);                                                   \
  }                                                                                            \
  template <typename T>                                                                        \
  MSL_INLINE T set##_shuffle_up(T v, ushort delta) {                                           \
    return msl::shuffle_up<width>(v, delta);                                                   \
  }                                                                                            \
  template <typename T>                                                                        \
  MSL_INLINE T set##_shuffle_down(T v, ushort delta) {                                         \
    return msl::shuffle_down<width>(v, delta);                                                 \
  }                                                                                            \
  template <typename T>                                                                        \
  MSL_INLINE T set##_shuffle_rotate_up(T v, ushort delta) {                                    \
    return msl::rotate_by<width>(v, uint(width) - delta);                                      \
  }                                                                                            \
  template <typename T>                                                                        \
  MSL_INLINE T set##_shuffle_rotate_down(T v, ushort delta) {                                  \
    return msl::rotate_by<width>(v, delta);                                                    \
  }                                                                                            \
  template <typename T>                                                                        \
  MSL_INLINE T set##_shuffle_and_fill_up(T v, T fill, ushort delta, ushort modulo = width) {   \
    return msl::fill_up(v, fill, delta, modulo);                                        \
  }                                                                                            \
  template <typename T>                                                                        \
  MSL_INLINE T set##_shuffle_and_fill_down(T v, T fill, ushort delta, ushort modulo = width) { \
    return msl::fill_down(v, fill, delta, modulo);                                      \
  }                                                                                            \
  template <typename T>                                                                        \
  MSL_INLINE T set##_prefix_inclusive_sum(T v) {                                               \
    return msl::prefix(v, T(0), true, width, [](T a, T b) { return T(a + b); });               \
  }                                                                                            \
  template <typename T>                                                                        \
  MSL_INLINE T set##_prefix_exclusive_sum(T v) {                                               \
    return msl::prefix(v, T(0), false, width, [](T a, T b) { return T(a + b); });              \
  }                                                                                            \
  template <typename T>                                                                        \
  MSL_INLINE T set##_prefix_inclusive_product(T v) {                                           \
    return msl::prefix(v, T(1), true, width, [](T a, T b) { return T(a * b); });               \
  }                                                                                            \
  template <typename T>                                                                        \
  MSL_INLINE T set##_prefix_exclusive_product(T v) {                                           \
    return msl::prefix(v, T(1), false, width, [](T a, T b) { return T(a * b); });              \
  }
MSL_LANES(simd, 32)
MSL_LANES(quad, 4)
#undef MSL_LANES

class simd_vote {
 public:
  typedef ulong vote_t;
  MSL_INLINE explicit constexpr simd_vote(vote_t v = 0) : votes(v) {}
  MSL_INLINE explicit constexpr operator vote_t() const { return votes; }
  MSL_INLINE bool all() const { return votes == msl::active_mask(); }
  MSL_INLINE bool any() const { return votes != 0; }
#define MSL_VOTE(op) \
  MSL_INLINE simd_vote operator op(simd_vote o) const { return simd_vote(votes op o.votes); }
  MSL_VOTE(&)
  MSL_VOTE(|)
  MSL_VOTE(^)
#undef MSL_VOTE
  MSL_INLINE simd_vote operator~() const { return simd_vote(~votes & 0xffffffffu); }

 private:
  vote_t votes;
};
typedef simd_vote quad_vote;
MSL_INLINE simd_vote simd_active_threads_mask() { return simd_vote(msl::active_mask()); }
MSL_INLINE simd_vote simd_ballot(bool b) { return simd_vote(msl::ballot(b)); }
MSL_INLINE simd_vote quad_ballot(bool b) {
  return simd_vote(msl::ballot(b) >> (assay_lane() & ~3u) & 15);
}
MSL_INLINE simd_vote quad_active_threads_mask() { return quad_ballot(true); }
MSL_INLINE bool simd_all(bool b) { return simd_or(uint(!b)) == 0; }
MSL_INLINE bool simd_any(bool b) { return simd_or(uint(b)) != 0; }
MSL_INLINE bool quad_all(bool b) { return quad_or(uint(!b)) == 0; }
MSL_INLINE bool quad_any(bool b) { return quad_or(uint(b)) != 0; }
MSL_INLINE bool simd_is_first() {
  return assay_lane() == uint(__builtin_ctz(msl::active_mask()));
}
MSL_INLINE bool quad_is_first() {
  uint lane = assay_lane();
  return lane == uint(__builtin_ctz(msl::active_mask() & (15u << (lane & ~3u))));
}
MSL_INLINE bool simd_is_helper_thread() { return false; }
} // namespace metal
