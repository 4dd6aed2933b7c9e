// Who accessed a word or a byte last, and whether something stands between then and now: a barrier,
// or that it was the same thread. A stamp is [group 26][barriers 15][simdgroup barriers 12][thread
// + 1, or several: 11].
#pragma once
#include "checks.h"
#include "threads.h"

namespace msl {
constexpr ulong several_groups = ~0ul;
constexpr uint who_bits = 11;
constexpr uint simd_bits = 12;
constexpr uint barrier_bits = 15;
constexpr uint several_of_simdgroup = 1025;
constexpr uint several = 2047;

MSL_INLINE ulong low(ulong v, uint bits) { return v & ((1ul << bits) - 1); }
MSL_INLINE uint who_of(ulong stamp) { return uint(low(stamp, who_bits)); }
MSL_INLINE ulong simd_of(ulong stamp) { return low(stamp >> who_bits, simd_bits); }
MSL_INLINE ulong barrier_of(ulong stamp) { return low(stamp >> (who_bits + simd_bits), barrier_bits); }
MSL_INLINE ulong group_of(ulong stamp) { return stamp >> (who_bits + simd_bits + barrier_bits); }

MSL_INLINE ulong stamp(const checks* c, const thread* t, uint epoch) {
  return ulong(c->group_index) << (who_bits + simd_bits + barrier_bits) |
         low(epoch, barrier_bits) << (who_bits + simd_bits) |
         low(c->simdgroup_epochs[t->index / simd_width], simd_bits) << who_bits | (t->index + 1);
}
MSL_INLINE uint simdgroup_of(uint who) {
  return who < several_of_simdgroup ? (who - 1) / simd_width : who - several_of_simdgroup;
}

// Whether nothing orders an earlier access before the present one.
MSL_INLINE bool unordered(ulong before, ulong now, bool shared) {
  if (!before) return false;
  if (before == several_groups) return true;
  if (group_of(before) != group_of(now)) return shared;
  if (barrier_of(before) != barrier_of(now)) return false;
  uint who = who_of(before);
  if (who == who_of(now)) return false;
  if (who == several) return true;
  if (simdgroup_of(who) == simdgroup_of(who_of(now))) return simd_of(before) == simd_of(now);
  return true;
}

// What stands for the readers so far and the present one.
MSL_INLINE ulong joined(ulong before, ulong now, bool shared) {
  if (!before || before == now) return now;
  if (before == several_groups) return before;
  if (group_of(before) != group_of(now)) return shared ? several_groups : now;
  if (!unordered(before, now, shared)) return now;
  bool together = who_of(before) != several &&
                  simdgroup_of(who_of(before)) == simdgroup_of(who_of(now));
  uint who = together ? several_of_simdgroup + simdgroup_of(who_of(now)) : several;
  return (now & ~((1ul << who_bits) - 1)) | who;
}

MSL_INLINE ulong get(const ulong* p) { return __atomic_load_n(p, __ATOMIC_RELAXED); }
MSL_INLINE void put(ulong* p, ulong v) { __atomic_store_n(p, v, __ATOMIC_RELAXED); }

// The cases of unordered() that need no look at threads: none before, the thread itself, and, by
// their distance, one behind a barrier of this threadgroup or, where others have no part, in another.
MSL_INLINE bool ordered(ulong before, ulong now, const region* r) {
  return !before || before == now ||
         ((before ^ now) >> (who_bits + simd_bits)) - 1 < r->order_limit;
}

// Several readers of one word are less plain, and no mistake.
__attribute__((noinline, preserve_most)) inline void join(history* h, ulong before, ulong now, bool shared) {
  put(&h->read, joined(before, now, shared));
}

// What touch() does, where that is plain to see; else false.
template <bool Writes>
MSL_INLINE bool touched(const region* r, history* h, ulong now) {
  ulong write = get(&h->write);
  ulong read = get(&h->read);
  if (!ordered(write, now, r)) return false;
  if (Writes) {
    if (!ordered(read, now, r)) return false;
    put(&h->write, now);
    return true;
  }
  if (read == now) return true;
  // Readers since the last barrier come first: of a tile they are many.
  if (!((read ^ now) >> (who_bits + simd_bits))) {
    uint who = who_of(read);
    bool stands_for_it = who == several ||
                         (who >= several_of_simdgroup && !((read ^ now) >> who_bits) &&
                          simdgroup_of(who) == simdgroup_of(who_of(now)));
    if (!stands_for_it) join(h, read, now, r->shared);
    return true;
  }
  if (ordered(read, now, r)) {
    put(&h->read, now);
  } else if (read != several_groups) {
    join(h, read, now, r->shared);
  }
  return true;
}

template <bool Writes>
MSL_INLINE bool compared(const region* r, const history* h, ulong now) {
  return ordered(get(&h->write), now, r) && (!Writes || ordered(get(&h->read), now, r));
}
} // namespace msl
