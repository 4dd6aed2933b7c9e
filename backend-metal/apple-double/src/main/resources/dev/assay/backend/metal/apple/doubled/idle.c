/* The engine that is in place until another is handed in: takes everything and runs nothing. */
#include "engine.h"

enum { PAGE = 16384, MOST_THREADS_PER_GROUP = 1024, WIDTH = 32 };

static _Atomic int64_t handles;

static int64_t library(const char *text, int64_t math_mode, char *error) { return ++handles; }

static int64_t function(int64_t library, const char *name, const struct constant *constants,
    int64_t count, char *error) {
  return ++handles;
}

static int64_t pipeline(int64_t function, int64_t indirect, const char *label,
    struct pipeline_facts *facts, char *error) {
  facts->most_threads = MOST_THREADS_PER_GROUP;
  facts->width = WIDTH;
  return ++handles;
}

/* A handle is the address to free, with its lowest bit set so that it is never 0; 1 for memory of the host. */
static int64_t buffer(int64_t length, void *memory, void **contents, char *error) {
  size_t whole = ((size_t)length + PAGE - 1) / PAGE * PAGE;
  void *own = memory == NULL ? aligned_alloc(PAGE, whole) : NULL;
  *contents = memory == NULL ? own : memory;
  return *contents == NULL ? 0 : (int64_t)((uintptr_t)own | 1);
}

static int64_t queue(int64_t room, char *error) { return ++handles; }

static void release_handle(int64_t kind, int64_t handle) {
  if (kind == BUFFER_HANDLE) {
    free((void *)(uintptr_t)(handle & ~(int64_t)1));
  }
}

static void commit(int64_t queue, void *commands, const char *label, const struct record *records,
    int64_t count, const char *bytes, int64_t byte_count) {
  double_ended(commands, 1000, NULL);
}

struct engine engine = {library, function, pipeline, buffer, queue, release_handle, commit};

/* What is made by one engine is released by it: no object of Metal is live when another takes over. */
EXPORT void double_engine(const struct engine *wanted) {
  struct engine idle = {library, function, pipeline, buffer, queue, release_handle, commit};
  engine = wanted == NULL ? idle : *wanted;
}
