/* The objects of Foundation and Metal, and what their files share. */
#pragma once
#include "runtime.h"
#include "engine.h"

extern struct class MTLDevice, MTLCompileOptions, MTLLibrary, MTLFunctionConstantValues, MTLFunction,
    MTLComputePipelineDescriptor, MTLComputePipelineState, MTLComputePipelineReflection, MTLBinding,
    MTLBinaryArchiveDescriptor, MTLBinaryArchive, MTLResource, MTLBuffer, MTLResidencySetDescriptor,
    MTLResidencySet, MTLFence, MTLCommandQueue, MTLCommandBuffer, MTLCommandEncoder,
    MTLComputeCommandEncoder, MTLIndirectCommandBufferDescriptor, MTLIndirectCommandBuffer,
    MTLIndirectComputeCommand;

#define METHOD(selector, types, function) {selector, types, (void *)(function), ALWAYS}
#define NO_MORE {NULL, NULL, NULL, ALWAYS}

enum { BUFFER_INDICES = 31, INLINE_BYTES = 4096, MOST_EXECUTED = 16384 };
static const NSUInteger MOST_THREADS = 1ull << 32;
static const NSUInteger OFFSET_BITS_32 = 1ull << 32;

/* foundation.c */
struct string {
  struct object object;
  char *text;
};
HIDDEN id new_string(const char *text);
HIDDEN id autoreleased_string(const char *text);
HIDDEN const char *text_of(id string, const char *what);
HIDDEN id new_error(const char *domain, NSInteger code, const char *text);
/* Puts an error of the current pool where the caller wants one, which may be nowhere. */
HIDDEN void give_error(id *error, const char *domain, NSInteger code, const char *text);
struct array {
  struct object object;
  uint64_t count;
  id *elements;
};
HIDDEN id new_array(uint64_t count, id *elements);
HIDDEN const char *path_of(id url);
HIDDEN void keep_text(char **kept, id string);

/* device.c */
HIDDEN void check_options(NSUInteger resource_options);

/* library.c */
struct function {
  struct object object;
  int64_t handle;
};
HIDDEN id new_library(id text, id compile_options, id *error);

/* pipeline.c */
struct pipeline {
  struct object object;
  int64_t handle;
  bool indirect;
  char *label;
  struct pipeline_facts *facts;
  _Atomic int64_t uses; /* By command buffers that are committed and have not ended. */
};
HIDDEN const char *label_of(id descriptor);
HIDDEN bool is_described_indirect(id descriptor);
HIDDEN id new_pipeline(id descriptor, NSUInteger wanted, id *reflection, id *error);
/* What a dispatch with this pipeline lacks, or NULL; the masks have a bit for each index. */
HIDDEN const struct binding_fact *missing_binding(struct pipeline *pipeline, uint64_t buffers,
    uint64_t memories);
HIDDEN const struct binding_fact *misaligned_binding(struct pipeline *pipeline,
    const NSUInteger *offsets);
HIDDEN const struct binding_fact *written_inline(struct pipeline *pipeline, uint64_t inline_bytes);

/* archive.c */
HIDDEN id new_archive(id descriptor, id *error);
HIDDEN bool is_archived(id archive, id descriptor);

/* memory.c */
struct buffer {
  struct object object;
  int64_t handle;
  NSUInteger length;
  void *contents;
  _Atomic int64_t uses;
};
struct residency_set;
HIDDEN id new_buffer(NSUInteger length, void *memory, id *error);
HIDDEN id new_residency_set(id descriptor, id *error);
HIDDEN id new_fence(void);
HIDDEN bool is_resident(struct residency_set *set, id allocation);

/* queue.c */
enum { MOST_SETS = 16 };
struct queue {
  struct object object;
  int64_t handle;
  NSUInteger room;
  NSUInteger live; /* Command buffers that were made and have not ended; guarded by the lock of queues. */
  NSUInteger in_flight;
  struct residency_set *sets[MOST_SETS];
  uint64_t set_count;
  char *label;
};
HIDDEN id new_queue(NSUInteger room);

/* commands.c */
enum status { NOT_ENQUEUED, ENQUEUED, COMMITTED, SCHEDULED, COMPLETED, FAILED };
struct commands {
  struct object object;
  struct queue *queue;
  _Atomic int64_t status;
  struct encoder *open; /* The encoder that has not ended. */
  struct handler *handlers;
  struct recording *recording;
  id error;
  double start, end;
  char *label;
};
HIDDEN id new_commands(struct queue *queue);
HIDDEN void queue_ended(struct queue *queue, bool was_in_flight);
HIDDEN void queue_committed(struct queue *queue);

/* recording.c: what a command buffer was told, in memory of its own */
struct recording {
  struct record *records;
  uint64_t count, room;
  char *bytes;
  uint64_t byte_count, byte_room;
};
HIDDEN struct record *add_record(struct recording *recording, enum record_kind kind);
HIDDEN int64_t add_bytes(struct recording *recording, const void *bytes, uint64_t length);
HIDDEN void free_recording(struct recording *recording);

/* encoder.c */
struct encoder {
  struct object object;
  struct commands *commands;
  bool ended;
  struct pipeline *pipeline;
  uint64_t buffers, inline_bytes, memories; /* Which indices are set. */
  NSUInteger *offsets;                      /* Of the buffer at each index. */
  uint64_t dispatches;
};
HIDDEN id new_encoder(struct commands *commands);
HIDDEN void check_group(struct pipeline *pipeline, MTLSize group);
HIDDEN void check_grid(MTLSize grid);

/* indirect.c */
struct indirect_command {
  struct pipeline *pipeline;
  struct buffer *buffers[BUFFER_INDICES];
  NSUInteger offsets[BUFFER_INDICES];
  NSUInteger memories[BUFFER_INDICES];
  bool barrier;
  enum record_kind dispatch; /* 0 for none. */
  MTLSize grid, group;
};
struct indirect {
  struct object object;
  NSUInteger size, bindings, memory_bindings, types;
  struct indirect_command *commands;
  _Atomic int64_t uses;
};
HIDDEN id new_indirect(id descriptor, NSUInteger size);

/* execution.c: what is judged when a command buffer is committed, and what the engine is given */
HIDDEN void expand(struct commands *commands, struct recording *to);
HIDDEN const char *judge(struct commands *commands);
HIDDEN void begin_uses(struct commands *commands);
HIDDEN void end_uses(struct commands *commands);

/* completion.c */
struct handler {
  void *block;
  struct handler *next;
};
HIDDEN struct handler *new_handler(void *block, struct handler *next);
HIDDEN void end_later(struct commands *commands);
