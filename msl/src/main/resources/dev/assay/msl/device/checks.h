// What a checked build knows of memory. The layouts are repeated by CheckLayout on the Java side.
#pragma once
#include "scalar.h"

namespace msl {
enum failure_kind : uint {
  no_failure,
  out_of_bounds_read,
  out_of_bounds_write,
  read_only_write,
  uninitialised_read,
  race,
  divergent_barrier,
  time_limit,
  missing_lane,
  stack_overflow
};

enum region_kind : uint { buffer_region, threadgroup_argument, threadgroup_array };

// What an access of a region has to look at.
enum access_mode : uint {
  undecided,
  only_read,  // nothing: memory that nobody may write has no races
  anyones,    // nothing at all
  by_words,   // who came before, by words of 4 bytes
  by_bytes    // the same, and single bytes too: such an access happened
};

// Accesses of one word or byte: who wrote last and who read last, as stamps of history.h.
struct history {
  ulong write;
  ulong read;
};

struct region {
  ulong start;
  ulong end;
  uint kind;
  uint index;
  uint writable;
  uint shared;         // whether other threadgroups can reach it
  uchar* initialised;  // a byte for each byte, 0 where nobody wrote; null where all is written
  history* words;      // one for each aligned 4 bytes from start on; null where none is kept
  history* bytes;      // one for each byte, for accesses of fewer than 4 bytes
  // Derived from the above when a run begins.
  access_mode mode;
  uint stamp;          // which of a thread's stamps counts here
  ulong order_limit;   // see ordered() in history.h
  ulong alone;         // whether no other region overlaps it
};

// Regions that call sites of callbacks found last, by a hash of the site.
constexpr uint site_count = 256;

struct failure_record {
  uint kind;
  uint region_kind;
  uint region_index;
  uint size;
  long offset;   // of the access within the region nearest to it
  ulong pc;      // within the library
  uint thread[3];
  uint group[3];
  uint other_thread; // the other side of a race, by index in its threadgroup
  uint other_group;  // its threadgroup's linear index
};

struct checks {
  failure_record failure;
  uint region_count;
  uint device_epoch;       // the same, of barriers that order device memory
  volatile uint* cancel;   // set when the time limit is over
  ulong edges;
  uint epoch;              // counts threadgroups, and barriers that order threadgroup memory
  uint group_index;        // linear
  ushort simdgroup_epochs[32];
  region regions[96];
  region* sites[site_count];
  region exchange; // what lanes show each other: anyone's, and written by the runtime
};

struct worker;
struct thread;
} // namespace msl

extern "C" {
#define MSL_CHECK_HIDDEN __attribute__((visibility("hidden")))
// Renews the stamps of a thread that begins, or goes on after a barrier.
MSL_CHECK_HIDDEN void assay_check_thread(msl::thread* t);
MSL_CHECK_HIDDEN void assay_check_run(msl::checks* c, msl::worker* w);
MSL_CHECK_HIDDEN void assay_check_group(msl::checks* c);
MSL_CHECK_HIDDEN void assay_check_simdgroup_barrier(msl::checks* c, uint simdgroup);
MSL_CHECK_HIDDEN bool assay_check_threadgroup_barrier(msl::worker* w);
}
