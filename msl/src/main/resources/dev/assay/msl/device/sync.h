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
template <typename T>
MSL_INLINE T lane_value(const lanes* l, uint lane) {
  T v;
  __builtin_memcpy(&v, l->slots[lane], sizeof(T));
  return v;
}
MSL_INLINE bool is_active(const lanes* l, uint lane) { return (l->active >> lane) & 1; }
// The value of another lane, or one's own where that lane has none to give.
template <typename T>
MSL_INLINE T lane_or(const lanes* l, uint lane, T own) {
  if (lane < simd_width && is_active(l, lane)) return lane_value<T>(l, lane);
  assay_missing_lane(lane);
  return own;
}
// Folds the active lanes from first to last, in that order, once for all of them.
template <typename T, typename F>
MSL_INLINE T reduce_lanes(T v, F f) {
  lanes* l = assay_exchange(&v, sizeof(T));
  if (!l->computed) {
    bool begun = false;
    T r = v;
    for (uint i = 0; i < simd_width; i++) {
      if (!is_active(l, i)) continue;
      r = begun ? f(r, lane_value<T>(l, i)) : lane_value<T>(l, i);
      begun = true;
    }
    __builtin_memcpy(l->result, &r, sizeof(T));
    l->computed = 1;
  }
  T r;
  __builtin_memcpy(&r, l->result, sizeof(T));
  return r;
}
template <typename T, typename F>
MSL_INLINE T reduce_quad(T v, F f) {
  lanes* l = assay_exchange(&v, sizeof(T));
  uint base = l->self & ~3u;
  bool begun = false;
  T r = v;
  for (uint i = base; i < base + 4; i++) {
    if (!is_active(l, i)) continue;
    r = begun ? f(r, lane_value<T>(l, i)) : lane_value<T>(l, i);
    begun = true;
  }
  return r;
}
template <typename T, typename F>
MSL_INLINE T prefix(T v, T identity, bool inclusive, uint lanes_in_set, F f) {
  lanes* l = assay_exchange(&v, sizeof(T));
  T r = identity;
  for (uint i = l->self & ~(lanes_in_set - 1); i < l->self; i++) {
    if (is_active(l, i)) r = f(r, lane_value<T>(l, i));
  }
  return inclusive ? f(r, v) : r;
}
// The set of lanes is 32 wide for a simdgroup and 4 for a quad; an index is relative to its set.
template <uint Set, typename T>
MSL_INLINE T shuffle(T v, uint lane) {
  lanes* l = assay_exchange(&v, sizeof(T));
  return lane_or(l, Set == 4 ? (l->self & ~3u) + (lane & 3) : lane, v);
}
template <uint Set, typename T>
MSL_INLINE T shuffle_xor(T v, uint mask) {
  lanes* l = assay_exchange(&v, sizeof(T));
  return lane_or(l, (l->self & ~(Set - 1)) + ((l->self ^ mask) & (Set - 1)), v);
}
template <uint Set, typename T>
MSL_INLINE T shuffle_up(T v, uint delta) {
  lanes* l = assay_exchange(&v, sizeof(T));
  uint at = l->self & (Set - 1);
  return at < delta ? v : lane_or(l, l->self - delta, v);
}
template <uint Set, typename T>
MSL_INLINE T shuffle_down(T v, uint delta) {
  lanes* l = assay_exchange(&v, sizeof(T));
  uint at = l->self & (Set - 1);
  return at + delta >= Set || !is_active(l, l->self + delta) ? v
                                                             : lane_value<T>(l, l->self + delta);
}
template <uint Set, typename T>
MSL_INLINE T rotate_by(T v, uint delta) {
  lanes* l = assay_exchange(&v, sizeof(T));
  return lane_or(l, (l->self & ~(Set - 1)) + ((l->self + delta) & (Set - 1)), v);
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
  lanes* l = assay_exchange(&own, sizeof(own));
  bool before = (l->self & (modulo - 1)) < delta;
  with_fill<T> other = lane_or(l, before ? l->self + modulo - delta : l->self - delta, own);
  return before ? other.fill : other.value;
}
template <typename T>
MSL_INLINE T fill_down(T v, T fill, uint delta, uint modulo) {
  with_fill<T> own = {v, fill};
  lanes* l = assay_exchange(&own, sizeof(own));
  bool past = (l->self & (modulo - 1)) + delta >= modulo;
  with_fill<T> other = lane_or(l, past ? l->self + delta - modulo : l->self + delta, own);
  return past ? other.fill : other.value;
}
MSL_INLINE uint active_mask() {
  char none = 0;
  return assay_exchange(&none, 0)->active;
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
    msl::lanes* l = assay_exchange(&v, sizeof(T));                                        \
    uint base = l->self & ~(uint(width) - 1);                                                  \
    uint set_mask = (width == 32 ? ~0u : 15u << base) & l->active;                             \
    return msl::lane_value<T>(l, uint(__builtin_ctz(set_mask)));                               \
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
MSL_INLINE simd_vote simd_ballot(bool b) {
  msl::lanes* l = assay_exchange(&b, 1);
  ulong votes = 0;
  for (uint i = 0; i < msl::simd_width; i++) {
    if (msl::is_active(l, i) && l->slots[i][0]) votes |= 1ul << i;
  }
  return simd_vote(votes);
}
MSL_INLINE simd_vote quad_ballot(bool b) {
  msl::lanes* l = assay_exchange(&b, 1);
  ulong votes = 0;
  for (uint i = 0; i < 4; i++) {
    uint lane = (l->self & ~3u) + i;
    if (msl::is_active(l, lane) && l->slots[lane][0]) votes |= 1ul << i;
  }
  return simd_vote(votes);
}
MSL_INLINE simd_vote quad_active_threads_mask() { return quad_ballot(true); }
MSL_INLINE bool simd_all(bool b) { return simd_or(uint(!b)) == 0; }
MSL_INLINE bool simd_any(bool b) { return simd_or(uint(b)) != 0; }
MSL_INLINE bool quad_all(bool b) { return quad_or(uint(!b)) == 0; }
MSL_INLINE bool quad_any(bool b) { return quad_or(uint(b)) != 0; }
MSL_INLINE bool simd_is_first() {
  char none = 0;
  msl::lanes* l = assay_exchange(&none, 0);
  return l->self == uint(__builtin_ctz(l->active));
}
MSL_INLINE bool quad_is_first() {
  char none = 0;
  msl::lanes* l = assay_exchange(&none, 0);
  return l->self == uint(__builtin_ctz(l->active & (15u << (l->self & ~3u))));
}
MSL_INLINE bool simd_is_helper_thread() { return false; }
} // namespace metal
