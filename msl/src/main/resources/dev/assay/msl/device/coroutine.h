// Kernels whose barriers all stand in their own bodies run as coroutines: a thread that waits leaves
// by returning, which costs a tenth of a switch of stacks. The compiler's jar has no <coroutine>;
// these are the names that the language looks for.
#pragma once
#include "exec.h"

extern "C" {
// The room of the group that runs; the same for as long as the group runs.
msl::frame_room* assay_frames() __attribute__((const));
// Gives it memory that is empty.
void assay_more_frames();
}

namespace std {
template <typename R, typename... A>
struct coroutine_traits {
  typedef typename R::promise_type promise_type;
};
template <typename P = void>
struct coroutine_handle {
  void* frame;
  MSL_INLINE static coroutine_handle from_address(void* address) noexcept { return {address}; }
  MSL_INLINE static coroutine_handle from_promise(P& promise) {
    return {__builtin_coro_promise(&promise, alignof(P), true)};
  }
  MSL_INLINE void* address() const noexcept { return frame; }
  MSL_INLINE operator coroutine_handle<>() const noexcept;
};
template <>
struct coroutine_handle<void> {
  void* frame;
  MSL_INLINE static coroutine_handle from_address(void* address) noexcept { return {address}; }
  MSL_INLINE void* address() const noexcept { return frame; }
};
template <typename P>
MSL_INLINE coroutine_handle<P>::operator coroutine_handle<>() const noexcept {
  return {frame};
}
struct suspend_always {
  MSL_INLINE bool await_ready() const noexcept { return false; }
  MSL_INLINE void await_suspend(coroutine_handle<>) const noexcept {}
  MSL_INLINE void await_resume() const noexcept {}
};
struct suspend_never {
  MSL_INLINE bool await_ready() const noexcept { return true; }
  MSL_INLINE void await_suspend(coroutine_handle<>) const noexcept {}
  MSL_INLINE void await_resume() const noexcept {}
};
} // namespace std

namespace msl {
// What a kernel returns instead of nothing. It has run to its first barrier by then.
struct task {
  struct promise_type {
    MSL_INLINE task get_return_object() {
      return {std::coroutine_handle<promise_type>::from_promise(*this).address()};
    }
    MSL_INLINE std::suspend_never initial_suspend() noexcept { return {}; }
    MSL_INLINE std::suspend_always final_suspend() noexcept { return {}; }
    MSL_INLINE void return_void() {}
    MSL_INLINE void unhandled_exception() {}
    // Frames live until their threadgroup ends and are given back together.
    MSL_INLINE static void* operator new(size_t bytes) {
      msl::frame_room* room = assay_frames();
      bytes = (bytes + 63) & ~size_t(63);
      if (__builtin_expect(room->next + bytes > room->end, 0)) assay_more_frames();
      void* frame = room->next;
      room->next += bytes;
      return frame;
    }
    MSL_INLINE static void operator delete(void*) {}
  };
  void* frame;
};
template <typename... A>
MSL_INLINE std::suspend_always coroutine_barrier(A...) {
  return {};
}
} // namespace msl
