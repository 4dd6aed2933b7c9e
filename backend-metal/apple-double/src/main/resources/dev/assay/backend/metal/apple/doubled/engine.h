/*
 * Who executes. The Java side hands in a table of functions; handles are its own and never 0. A function that fails
 * writes why into error, which has room for ERROR_ROOM bytes, and returns 0.
 */
#pragma once
#include "runtime.h"

enum { ERROR_ROOM = 65536, MOST_BINDINGS = 64, BINDING_NAME_ROOM = 128 };

enum handle_kind { LIBRARY_HANDLE = 1, FUNCTION_HANDLE, PIPELINE_HANDLE, BUFFER_HANDLE, QUEUE_HANDLE };

/* A function constant: its value as the bytes that were given, in the low bytes of a word. */
struct constant {
  int64_t index, type, value;
};

/*
 * type and access as in MTLBindingType and MTLBindingAccess. alignment is what the offset of a buffer has to be a multiple
 * of: the alignment of the type in device memory, and 4 or more in constant memory.
 */
struct binding_fact {
  char name[BINDING_NAME_ROOM];
  int64_t type, access, index, alignment;
};

struct pipeline_facts {
  int64_t most_threads, width, static_memory, binding_count;
  struct binding_fact bindings[MOST_BINDINGS];
};

/* What an encoder or an indirect command was told. Objects are handles of the engine, texts and bytes places in the pool. */
enum record_kind {
  SET_PIPELINE = 1,      /* object */
  SET_BUFFER,            /* object, index, a: offset */
  SET_BYTES,             /* index, a: place, b: length */
  SET_MEMORY,            /* index, a: length */
  DISPATCH_THREADS,      /* a..f: grid, group */
  DISPATCH_GROUPS,       /* a..f: grid, group */
  BARRIER,               /* a: scope */
  EXECUTE,               /* object: address of the ICB, a: from, b: count; the commands follow where expanded */
  COMMAND,               /* a: number of the command whose records follow */
  EXECUTED,              /* the end of those commands */
  USE_RESOURCE,          /* object: address, a: usage */
  WAIT_FENCE,            /* object: address */
  UPDATE_FENCE,          /* object: address */
  PUSH_GROUP,            /* a: place of the text, b: its length */
  POP_GROUP,
  END_ENCODING
};

struct record {
  int64_t kind, object, index, a, b, c, d, e, f;
};

struct engine {
  int64_t (*library)(const char *text, int64_t math_mode, char *error);
  int64_t (*function)(int64_t library, const char *name, const struct constant *constants,
      int64_t count, char *error);
  int64_t (*pipeline)(int64_t function, int64_t indirect, const char *label,
      struct pipeline_facts *facts, char *error);
  /* Over memory of the host where it is not NULL; contents is where the buffer lies. */
  int64_t (*buffer)(int64_t length, void *memory, void **contents, char *error);
  int64_t (*queue)(int64_t room, char *error);
  void (*release)(int64_t kind, int64_t handle);
  /* Runs what was recorded; double_ended() with this command buffer follows, from any thread, also before this returns. */
  void (*commit)(int64_t queue, void *commands, const char *label, const struct record *records,
      int64_t count, const char *bytes, int64_t byte_count);
};

extern HIDDEN struct engine engine;

/* The work of a command buffer has ended after so many nanoseconds; error is NULL where it ran to its end. */
EXPORT void double_ended(void *commands, int64_t nanos, const char *error);
