/* The end of work: handlers are blocks, called from a thread of Metal's own with no pool in place. */
#include "metal.h"
#include "control.h"

enum { BLOCK_IS_GLOBAL = 1 << 28, ERROR_PAGE_FAULT = 3, ERROR_INTERNAL = 1 };
static const double NANOS = 1e9;

/* The layout that Apple's compiler gives a block. */
struct block {
  void *isa;
  int32_t flags, reserved;
  void (*invoke)(struct block *block, id commands);
  struct {
    uint64_t reserved, size;
  } *descriptor;
};

struct ended {
  struct commands *commands;
  struct ended *next;
};

static pthread_mutex_t lock;
static pthread_cond_t something_ended;
static struct ended *first, *last;
static bool started;
static double clock_seconds = 1;

extern EXPORT void *_NSConcreteGlobalBlock[32];
extern EXPORT void *_NSConcreteStackBlock[32];

struct handler *new_handler(void *given, struct handler *next) {
  check_pointer(given, "a block");
  struct block *block = given;
  bool global = (block->flags & BLOCK_IS_GLOBAL) != 0;
  REQUIRE(block->isa == (global ? (void *)_NSConcreteGlobalBlock : (void *)_NSConcreteStackBlock),
      "a block's class does not suit its flags 0x%x", block->flags);
  check_pointer((void *)block->invoke, "the function of a block");
  check_pointer(block->descriptor, "the descriptor of a block");
  REQUIRE(block->descriptor->size >= sizeof(struct block), "a block of %lu bytes is none",
      block->descriptor->size);
  struct handler *handler = malloc(sizeof *handler);
  handler->next = next;
  handler->block = given;
  if (!global) {
    /* Never freed: Apple frees it with the command buffer, which nobody can tell from outside. */
    handler->block = memcpy(malloc(block->descriptor->size), block, block->descriptor->size);
  }
  return handler;
}

static void *call_handlers(void *unused) {
  while (true) {
    pthread_mutex_lock(&lock);
    while (first == NULL) {
      pthread_cond_wait(&something_ended, &lock);
    }
    struct ended *ended = first;
    first = ended->next;
    if (first == NULL) {
      last = NULL;
    }
    pthread_mutex_unlock(&lock);
    for (struct handler *each = ended->commands->handlers; each != NULL; each = each->next) {
      struct block *block = each->block;
      block->invoke(block, (id)ended->commands);
    }
    release((id)ended->commands);
    free(ended);
  }
  return NULL;
}

void double_ended(void *given, int64_t nanos, const char *error) {
  struct commands *commands = given;
  end_uses(commands);
  pthread_mutex_lock(&lock);
  /* A clock of the device's own, on which command buffers follow each other. */
  commands->start = nanos == 0 ? 0 : clock_seconds;
  clock_seconds += (double)nanos / NANOS;
  commands->end = nanos == 0 ? 0 : clock_seconds;
  pthread_mutex_unlock(&lock);
  if (error != NULL) {
    commands->error = new_error("MTLCommandBufferErrorDomain", ERROR_INTERNAL, error);
  }
  commands->status = error == NULL ? COMPLETED : FAILED;
  queue_ended(commands->queue, true);
  end_later(commands);
}

void end_later(struct commands *commands) {
  struct ended *ended = malloc(sizeof *ended);
  ended->commands = commands;
  ended->next = NULL;
  pthread_mutex_lock(&lock);
  if (last == NULL) {
    first = ended;
  } else {
    last->next = ended;
  }
  last = ended;
  if (!started) {
    started = true;
    uint64_t thread;
    REQUIRE(pthread_create(&thread, NULL, call_handlers, NULL) == 0,
        "no thread for completions can be had");
    pthread_detach(thread);
  }
  pthread_cond_broadcast(&something_ended);
  pthread_mutex_unlock(&lock);
}
