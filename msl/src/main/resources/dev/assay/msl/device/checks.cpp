// The callbacks of a checked build. Clang calls one before every load, store and block transfer and
// one at every edge of the control flow; each looks the address up among the regions bound to the
// kernel. The first mistake is recorded and its thread left for good, before the access happens.
#include "history.h"

extern "C" char __ehdr_start[] __attribute__((visibility("hidden")));
extern "C" char _end[] __attribute__((visibility("hidden")));

namespace {
using namespace msl;

__attribute__((noinline, cold)) void fail(thread* t, failure_kind kind, const region* r, long offset,
                                          uint size, const void* pc, ulong other = 0) {
  const group* g = t->owner->current;
  failure_record* f = &g->check->failure;
  f->region_kind = r ? r->kind : ~0u;
  f->region_index = r ? r->index : 0;
  f->size = size;
  f->offset = offset;
  f->pc = static_cast<const char*>(pc) - __ehdr_start;
  f->thread[0] = t->x;
  f->thread[1] = t->y;
  f->thread[2] = t->z;
  for (uint d = 0; d < 3; d++) f->group[d] = g->position[d];
  bool one = other && other != several_groups && who_of(other) < several_of_simdgroup;
  f->other_thread = one ? who_of(other) - 1 : ~0u;
  f->other_group = other && other != several_groups ? uint(group_of(other)) : ~0u;
  f->kind = kind;
  assay_suspend(failed);
  __builtin_unreachable();
}

MSL_INLINE region* find(checks* c, ulong address, ulong size) {
  for (region* r = c->regions; r != c->regions + c->region_count; r++) {
    if (address >= r->start && address + size <= r->end && address + size >= address) return r;
  }
  return nullptr;
}

template <typename T>
MSL_INLINE bool within(ulong address, ulong size, const T* object, ulong bytes = sizeof(T)) {
  ulong start = reinterpret_cast<ulong>(object);
  return address >= start && address + size <= start + bytes;
}

// The access lies in no region: what the runtime shows to the code of our headers,
// the library's constants, or a mistake.
__attribute__((noinline)) void elsewhere(thread* t, checks* c, ulong address, ulong size, bool writes,
                                         const void* pc) {
  const group* g = t->owner->current;
  if (within(address, size, g) ||
      (!writes && (within(address, size, g->buffers, max_bindings * sizeof(void*)) ||
                   within(address, size, g->threadgroup_buffers, max_bindings * sizeof(void*))))) {
    return;
  }
  ulong image = reinterpret_cast<ulong>(__ehdr_start);
  bool constant = address >= image && address + size <= reinterpret_cast<ulong>(_end);
  if (constant && !writes) return;
  // The nearest region is the one that was meant, more often than not.
  const region* nearest = nullptr;
  ulong distance = ~0ul;
  for (uint i = 0; i < c->region_count; i++) {
    const region* r = &c->regions[i];
    ulong d = address < r->start ? r->start - address : address - r->end;
    if (address >= r->start && address < r->end) d = 0;
    if (d < distance) {
      distance = d;
      nearest = r;
    }
  }
  fail(t, constant ? read_only_write : writes ? out_of_bounds_write : out_of_bounds_read,
       constant ? nullptr : nearest, nearest ? long(address - nearest->start) : 0, uint(size), pc);
}

template <bool Writes>
MSL_INLINE void touch(thread* t, region* r, history* h, ulong now, long offset, ulong size,
                      const void* pc) {
  ulong write = get(&h->write);
  if (__builtin_expect(write != now && unordered(write, now, r->shared), 0)) {
    fail(t, race, r, offset, uint(size), pc, write);
  }
  ulong read = get(&h->read);
  if (Writes) {
    if (__builtin_expect(read != now && unordered(read, now, r->shared), 0)) {
      fail(t, race, r, offset, uint(size), pc, read);
    }
    put(&h->write, now);
  } else if (read != now) {
    put(&h->read, joined(read, now, r->shared));
  }
}

template <bool Writes>
MSL_INLINE void compare(thread* t, region* r, const history* h, ulong now, long offset, ulong size,
                        const void* pc) {
  ulong write = get(&h->write);
  if (unordered(write, now, r->shared)) fail(t, race, r, offset, uint(size), pc, write);
  ulong read = get(&h->read);
  if (Writes && unordered(read, now, r->shared)) fail(t, race, r, offset, uint(size), pc, read);
}

// Whether the thread's own variables hold the access.
MSL_INLINE bool is_own(const thread* t, ulong address, ulong size) {
  ulong top = reinterpret_cast<ulong>(t);
  ulong bottom = (top & ~(stack_size - 1)) + stack_reserve;
  return address >= bottom && address < top && size <= top - address;
}

MSL_INLINE region** site_of(checks* c, const void* pc) {
  return &c->sites[reinterpret_cast<ulong>(pc) / 2 % site_count];
}

// All there is to check, for accesses of any size.
template <bool Writes>
__attribute__((noinline)) void check(ulong address, ulong size, const void* pc, bool atomic = false) {
  thread* t = self();
  if (is_own(t, address, size)) return;
  checks* c = t->check;
  region* r = find(c, address, size);
  if (__builtin_expect(!r, 0)) {
    if (within(address, size, &t->owner->exchange)) {
      *site_of(c, pc) = &c->exchange;
    } else {
      elsewhere(t, c, address, size, Writes, pc);
    }
    return;
  }
  if (r->alone) *site_of(c, pc) = r;
  ulong offset = address - r->start;
  if (Writes) {
    if (__builtin_expect(!r->writable, 0)) fail(t, read_only_write, r, offset, uint(size), pc);
    if (r->initialised) {
      for (ulong i = 0; i < size; i++) r->initialised[offset + i] = 1;
    }
  } else {
    if (r->initialised) {
      for (ulong i = 0; i < size; i++) {
        if (__builtin_expect(!r->initialised[offset + i], 0)) {
          fail(t, uninitialised_read, r, offset, uint(size), pc);
        }
      }
    }
  }
  // Memory that nobody may write has no races.
  if (atomic || !r->writable) return;
  ulong now = t->stamps[r->stamp];
  if (__builtin_expect(!((offset | size) & 3), 1)) {
    for (ulong i = 0; i < size; i += 4) {
      touch<Writes>(t, r, &r->words[(offset + i) / 4], now, offset, size, pc);
    }
    if (__builtin_expect(r->mode == by_bytes, 0)) {
      for (ulong i = 0; i < size; i++) {
        compare<Writes>(t, r, &r->bytes[offset + i], now, offset, size, pc);
      }
    }
  } else {
    r->mode = by_bytes;
    for (ulong i = 0; i < size; i++) {
      touch<Writes>(t, r, &r->bytes[offset + i], now, offset, size, pc);
      compare<Writes>(t, r, &r->words[(offset + i) / 4], now, offset, size, pc);
    }
  }
}

// Right accesses as most are: into the region that this site found last, with nothing doubtful
// about who came before. False where check() has to look.
template <bool Writes, uint Size>
MSL_INLINE bool is_plain(ulong address, const void* pc) {
  thread* t = self();
  bool near = (address ^ reinterpret_cast<ulong>(t)) < stack_size;
  if (near) return is_own(t, address, Size);
  region* r = *site_of(t->check, pc);
  if (!r) return false;
  ulong offset = address - r->start;
  ulong length = r->end - r->start;
  if (offset >= length || length - offset < Size) return false;
  access_mode mode = r->mode;
  if (Writes && mode == only_read) return false;
  if (r->initialised) {
    using flags = unsigned _BitInt(8 * Size);
    constexpr flags all_written = flags(~flags(0)) / 255;
    flags seen = all_written;
    if (Writes) {
      __builtin_memcpy(r->initialised + offset, &seen, Size);
    } else {
      __builtin_memcpy(&seen, r->initialised + offset, Size);
      if (seen != all_written) return false;
    }
  }
  if (mode <= anyones) return true;
  ulong now = t->stamps[r->stamp];
  if (Size >= 4) {
    if (offset & 3 || mode != by_words) return false;
    for (uint i = 0; i < Size / 4; i++) {
      if (!touched<Writes>(r, &r->words[offset / 4 + i], now)) return false;
    }
    return true;
  }
  if (mode != by_bytes || offset % Size) return false;
  for (uint i = 0; i < Size; i++) {
    if (!touched<Writes>(r, &r->bytes[offset + i], now)) return false;
  }
  return compared<Writes>(r, &r->words[offset / 4], now);
}

template <bool Writes, uint Size>
MSL_INLINE void access(ulong address, const void* pc) {
  if (__builtin_expect(!is_plain<Writes, Size>(address, pc), 0)) {
    check<Writes>(address, Size, pc);
  }
}
} // namespace

extern "C" {
#define MSL_ACCESS(suffix, size)                                                            \
  MSL_CHECK_HIDDEN void __asan_load##suffix##_noabort(ulong address) {                      \
    access<false, size>(address, __builtin_return_address(0));                              \
  }                                                                                         \
  MSL_CHECK_HIDDEN void __asan_store##suffix##_noabort(ulong address) {                     \
    access<true, size>(address, __builtin_return_address(0));                               \
  }
MSL_ACCESS(1, 1)
MSL_ACCESS(2, 2)
MSL_ACCESS(4, 4)
MSL_ACCESS(8, 8)
MSL_ACCESS(16, 16)
#undef MSL_ACCESS
MSL_CHECK_HIDDEN void __asan_loadN_noabort(ulong address, ulong size) {
  if (size) check<false>(address, size, __builtin_return_address(0));
}
MSL_CHECK_HIDDEN void __asan_storeN_noabort(ulong address, ulong size) {
  if (size) check<true>(address, size, __builtin_return_address(0));
}
MSL_CHECK_HIDDEN void* __asan_memcpy(void* to, const void* from, size_t bytes) {
  if (bytes) {
    check<false>(reinterpret_cast<ulong>(from), bytes, __builtin_return_address(0));
    check<true>(reinterpret_cast<ulong>(to), bytes, __builtin_return_address(0));
  }
  return __builtin_memcpy(to, from, bytes);
}
MSL_CHECK_HIDDEN void* __asan_memmove(void* to, const void* from, size_t bytes) {
  if (bytes) {
    check<false>(reinterpret_cast<ulong>(from), bytes, __builtin_return_address(0));
    check<true>(reinterpret_cast<ulong>(to), bytes, __builtin_return_address(0));
  }
  return __builtin_memmove(to, from, bytes);
}
MSL_CHECK_HIDDEN void* __asan_memset(void* to, int value, size_t bytes) {
  if (bytes) check<true>(reinterpret_cast<ulong>(to), bytes, __builtin_return_address(0));
  return __builtin_memset(to, value, bytes);
}
MSL_CHECK_HIDDEN void __asan_handle_no_return() {}
MSL_CHECK_HIDDEN void assay_check_atomic(const volatile void* address, uint size, bool writes) {
  ulong at = reinterpret_cast<ulong>(address);
  check<false>(at, size, __builtin_return_address(0), true);
  if (writes) check<true>(at, size, __builtin_return_address(0), true);
}

// The time limit is looked at on every edge: a loop that touches no memory has nothing else.
MSL_CHECK_HIDDEN void __sanitizer_cov_trace_pc() {
  if (__builtin_expect(*self()->cancel, 0)) {
    fail(self(), time_limit, nullptr, 0, 0, __builtin_return_address(0));
  }
  // Stacks begin at multiples of their size.
  ulong height = reinterpret_cast<ulong>(__builtin_frame_address(0)) & (stack_size - 1);
  if (__builtin_expect(height < stack_reserve + 8192, 0)) {
    fail(self(), stack_overflow, nullptr, 0, 0, __builtin_return_address(0));
  }
}
MSL_CHECK_HIDDEN void assay_missing_lane(uint lane) {
  fail(self(), missing_lane, nullptr, long(lane), 0, __builtin_return_address(0));
}

MSL_CHECK_HIDDEN void assay_check_thread(thread* t) {
  t->stamps[0] = stamp(t->check, t, t->check->epoch);
  t->stamps[1] = stamp(t->check, t, t->check->device_epoch);
}
MSL_CHECK_HIDDEN void assay_check_run(checks* c, worker* w) {
  c->exchange.start = reinterpret_cast<ulong>(&w->exchange);
  c->exchange.end = c->exchange.start + sizeof(w->exchange);
  c->exchange.writable = 1;
  c->exchange.mode = anyones;
  for (uint i = 0; i < c->region_count; i++) {
    region* r = &c->regions[i];
    // Decided once: that single bytes were accessed is not forgotten.
    if (r->mode == undecided) r->mode = !r->writable ? only_read : r->words ? by_words : anyones;
    r->stamp = r->kind == buffer_region;
    r->order_limit = r->shared ? (1ul << barrier_bits) - 1 : ~0ul;
    r->alone = 1;
    for (uint k = 0; k < c->region_count; k++) {
      const region* other = &c->regions[k];
      if (k != i && other->start < r->end && r->start < other->end) r->alone = 0;
    }
  }
}
MSL_CHECK_HIDDEN void assay_check_group(checks* c) {
  c->epoch++;
  c->device_epoch++;
  for (uint i = 0; i < c->region_count; i++) {
    region* r = &c->regions[i];
    if (r->kind != buffer_region) __builtin_memset(r->initialised, 0, r->end - r->start);
  }
}
MSL_CHECK_HIDDEN void assay_check_simdgroup_barrier(checks* c, uint simdgroup) {
  c->simdgroup_epochs[simdgroup]++;
}
// Called when no thread can go on. False, with the failure recorded, where they are not all at one
// and the same barrier or all at their end.
MSL_CHECK_HIDDEN bool assay_check_threadgroup_barrier(worker* w) {
  checks* c = w->current->check;
  // A barrier orders only the memory that its flags name.
  if (w->fence & fence_threadgroup) c->epoch++;
  if (w->fence & fence_device) c->device_epoch++;
  uint first = 0;
  while (first < w->thread_count && w->waits[first].at != at_threadgroup_barrier) first++;
  if (first == w->thread_count) return true;
  const void* site = w->waits[first].site;
  uint odd = 0;
  while (odd < w->thread_count && w->waits[odd].at != finished && w->waits[odd].site == site) odd++;
  if (odd == w->thread_count) return true;
  const thread* waiting = thread_of(w, first);
  failure_record* f = &c->failure;
  f->region_kind = ~0u;
  f->pc = static_cast<const char*>(site) - __ehdr_start;
  f->thread[0] = waiting->x;
  f->thread[1] = waiting->y;
  f->thread[2] = waiting->z;
  for (uint d = 0; d < 3; d++) f->group[d] = w->current->position[d];
  f->other_thread = odd;
  f->other_group = ~0u;
  f->kind = divergent_barrier;
  return false;
}
}
