// Atomic types and functions. Fast builds use the target's atomic instructions; checked builds go
// through the runtime, which checks the address and knows the access is no race.
#pragma once
#include "sync.h"

namespace metal {
template <typename T>
struct atomic {
  T value;
  atomic() = default;
  constexpr atomic(T v) : value(v) {}
};
} // namespace metal

#ifdef ASSAY_CHECKED
extern "C" {
// Checks that an atomic of so many bytes may be done at this address.
void assay_check_atomic(const volatile void* address, uint size, bool writes);
}
#define MSL_CHECK_ATOMIC(p, writes) assay_check_atomic(p, sizeof(*(p)), writes)
#else
#define MSL_CHECK_ATOMIC(p, writes) ((void)0)
#endif
#define MSL_ATOMIC MSL_INLINE __attribute__((disable_sanitizer_instrumentation))

namespace msl {
template <typename T>
struct word_of {
  typedef metal::conditional_t<sizeof(T) == 8, ulong, uint> type;
};
template <>
struct word_of<bool> {
  typedef uchar type;
};
template <typename T>
using word = typename word_of<T>::type;

template <typename T>
MSL_ATOMIC T load(const volatile metal::atomic<T>* a) {
  const volatile word<T>* p = (const volatile word<T>*)&a->value;
  MSL_CHECK_ATOMIC(p, false);
  return __builtin_bit_cast(T, __atomic_load_n(p, __ATOMIC_SEQ_CST));
}
template <typename T>
MSL_ATOMIC void store(volatile metal::atomic<T>* a, T v) {
  volatile word<T>* p = (volatile word<T>*)&a->value;
  MSL_CHECK_ATOMIC(p, true);
  __atomic_store_n(p, __builtin_bit_cast(word<T>, v), __ATOMIC_SEQ_CST);
}
template <typename T>
MSL_ATOMIC T exchange(volatile metal::atomic<T>* a, T v) {
  volatile word<T>* p = (volatile word<T>*)&a->value;
  MSL_CHECK_ATOMIC(p, true);
  return __builtin_bit_cast(
      T, __atomic_exchange_n(p, __builtin_bit_cast(word<T>, v), __ATOMIC_SEQ_CST));
}
template <typename T>
MSL_ATOMIC bool compare_exchange(volatile metal::atomic<T>* a, T* expected, T desired) {
  volatile word<T>* p = (volatile word<T>*)&a->value;
  MSL_CHECK_ATOMIC(p, true);
  word<T> e = __builtin_bit_cast(word<T>, *expected);
  bool done = __atomic_compare_exchange_n(p, &e, __builtin_bit_cast(word<T>, desired), false,
                                          __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
  *expected = __builtin_bit_cast(T, e);
  return done;
}
// Any update as a loop around compare-and-exchange: floats, min and max have no instruction
// everywhere.
template <typename T, typename F>
MSL_ATOMIC T update(volatile metal::atomic<T>* a, F f) {
  volatile word<T>* p = (volatile word<T>*)&a->value;
  MSL_CHECK_ATOMIC(p, true);
  word<T> seen = __atomic_load_n(p, __ATOMIC_RELAXED);
  while (true) {
    T before = __builtin_bit_cast(T, seen);
    word<T> next = __builtin_bit_cast(word<T>, T(f(before)));
    if (__atomic_compare_exchange_n(p, &seen, next, true, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED)) {
      return before;
    }
  }
}
template <typename T>
MSL_ATOMIC T add(volatile metal::atomic<T>* a, T v) {
  if constexpr (is_integral<T>::value) {
    volatile word<T>* p = (volatile word<T>*)&a->value;
    MSL_CHECK_ATOMIC(p, true);
    return T(__atomic_fetch_add(p, word<T>(v), __ATOMIC_SEQ_CST));
  } else {
    return update(a, [=](T x) __attribute__((always_inline)) { return x + v; });
  }
}
} // namespace msl

namespace metal {
// The memory order that the source asks for is at most what is done here.
template <typename T>
MSL_INLINE T atomic_load_explicit(const volatile atomic<T>* a, memory_order) {
  return msl::load(a);
}
template <typename T>
MSL_INLINE void atomic_store_explicit(volatile atomic<T>* a, msl::same<T> v, memory_order) {
  msl::store(a, v);
}
template <typename T>
MSL_INLINE T atomic_exchange_explicit(volatile atomic<T>* a, msl::same<T> v, memory_order) {
  return msl::exchange(a, v);
}
template <typename T>
MSL_INLINE bool atomic_compare_exchange_weak_explicit(volatile atomic<T>* a, msl::same<T>* expected,
                                                      msl::same<T> desired, memory_order,
                                                      memory_order) {
  return msl::compare_exchange(a, expected, desired);
}
#define MSL_ATOMIC_FETCH(name, expr)                                                            \
  template <typename T>                                                                         \
  MSL_INLINE T atomic_fetch_##name##_explicit(volatile atomic<T>* a, msl::same<T> v,            \
                                              memory_order) {                                   \
    return expr;                                                                                \
  }                                                                                             \
  template <typename T>                                                                         \
  MSL_INLINE T atomic_fetch_##name(volatile atomic<T>* a, msl::same<T> v) {                     \
    return atomic_fetch_##name##_explicit(a, v, memory_order_seq_cst);                          \
  }
#define MSL_UPDATE(e) msl::update(a, [=](T x) __attribute__((always_inline)) { return e; })
MSL_ATOMIC_FETCH(add, msl::add(a, v))
MSL_ATOMIC_FETCH(sub, msl::add(a, T(T(0) - v)))
MSL_ATOMIC_FETCH(and, MSL_UPDATE(T(x & v)))
MSL_ATOMIC_FETCH(or, MSL_UPDATE(T(x | v)))
MSL_ATOMIC_FETCH(xor, MSL_UPDATE(T(x ^ v)))
MSL_ATOMIC_FETCH(min, MSL_UPDATE(v < x ? v : x))
MSL_ATOMIC_FETCH(max, MSL_UPDATE(v > x ? v : x))
#undef MSL_ATOMIC_FETCH
template <typename T>
MSL_INLINE void atomic_max_explicit(volatile atomic<T>* a, msl::same<T> v, memory_order) {
  MSL_UPDATE(v > x ? v : x);
}
template <typename T>
MSL_INLINE void atomic_min_explicit(volatile atomic<T>* a, msl::same<T> v, memory_order) {
  MSL_UPDATE(v < x ? v : x);
}
#undef MSL_UPDATE
template <typename T>
MSL_INLINE T atomic_load(const volatile atomic<T>* a) {
  return msl::load(a);
}
template <typename T>
MSL_INLINE void atomic_store(volatile atomic<T>* a, msl::same<T> v) {
  msl::store(a, v);
}
template <typename T>
MSL_INLINE void atomic_init(volatile atomic<T>* a, msl::same<T> v) {
  msl::store(a, v);
}
} // namespace metal
typedef metal::atomic<int> atomic_int;
typedef metal::atomic<uint> atomic_uint;
typedef metal::atomic<bool> atomic_bool;
typedef metal::atomic<float> atomic_float;
typedef metal::atomic<ulong> atomic_ulong;
namespace metal {
using ::atomic_bool;
using ::atomic_float;
using ::atomic_int;
using ::atomic_uint;
using ::atomic_ulong;
}
