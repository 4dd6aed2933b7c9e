/* What tests set and read: options, counters, the log, violations, failures on request. */
#pragma once
#include "runtime.h"

/* Laid out as the Java side writes it. */
struct options {
  char name[128];
  int64_t apple_family;       /* The highest, 1 for Apple1. */
  int64_t residency_sets;     /* Whether there are any, as since macOS 15. */
  int64_t math_modes;         /* Whether setMathMode: exists, as since macOS 15. */
  int64_t max_buffer_length;
  int64_t working_set;
  int64_t threadgroup_memory;
  int64_t threads_per_group;
  int64_t page;               /* What memory of the host starts at and ends with a multiple of. */
};

extern HIDDEN struct options options;

HIDDEN bool has(enum need need);
HIDDEN __attribute__((format(printf, 1, 2))) void violation(const char *format, ...);

/* Counts a call that came in, and writes it down when the log is on. */
HIDDEN void count_call(SEL selector);
HIDDEN bool is_logging(void);
HIDDEN void log_line(const char *line);

/* The same for a function of the runtime, which fatal() then no longer calls a message. */
HIDDEN void answer_function(void);
#define COUNT_FUNCTION(name) \
  do { \
    static _Atomic(SEL) known; \
    if (known == NULL) { \
      known = intern(name); \
    } \
    answer_function(); \
    count_call(known); \
    if (is_logging()) { \
      log_line(name); \
    } \
  } while (0)

/* Whether this call is the one that was to fail; text is then what the NSError says, or NULL for none. */
HIDDEN bool must_fail(SEL selector, const char **text);
HIDDEN bool must_fail_commit(const char **text);
HIDDEN void count_touch(void);
