/* Command buffers, which do not retain what they use. */
#include "metal.h"
#include "control.h"

enum { DISPATCH_SERIAL, DISPATCH_CONCURRENT };

id new_commands(struct queue *queue) {
  struct commands *commands = (struct commands *)new_object(&MTLCommandBuffer);
  commands->queue = (struct queue *)retain((id)queue);
  commands->recording = calloc(1, sizeof(struct recording));
  return (id)commands;
}

static void set_label(id self, SEL selector, id label) {
  keep_text(&((struct commands *)self)->label, label);
}

static struct commands *uncommitted(id self) {
  struct commands *commands = (struct commands *)self;
  REQUIRE(commands->status == NOT_ENQUEUED, "the command buffer was committed before");
  return commands;
}

static id encoder(id self, SEL selector, NSUInteger dispatch_type) {
  struct commands *commands = uncommitted(self);
  REQUIRE(dispatch_type <= DISPATCH_CONCURRENT, "%lu is no MTLDispatchType", dispatch_type);
  REQUIRE(commands->open == NULL, "an encoder of the command buffer is open");
  if (dispatch_type != DISPATCH_CONCURRENT) {
    violation("an encoder is serial, so that barriers have no say");
  }
  return autorelease(new_encoder(commands));
}

static void add_handler(id self, SEL selector, void *block) {
  struct commands *commands = uncommitted(self);
  commands->handlers = new_handler(block, commands->handlers);
}

static void commit(id self, SEL selector) {
  struct commands *commands = uncommitted(self);
  REQUIRE(commands->open == NULL, "an encoder of the command buffer has not ended");
  commands->status = COMMITTED;
  /* Metal keeps it until its handlers have returned. */
  retain(self);
  queue_committed(commands->queue);
  begin_uses(commands);
  const char *failure = NULL;
  bool must_fail = must_fail_commit(&failure);
  const char *judged = judge(commands);
  commands->status = SCHEDULED;
  if (must_fail || judged != NULL) {
    double_ended(commands, 0, must_fail ? failure == NULL ? "asked to fail" : failure : judged);
    return;
  }
  struct recording expanded = {0};
  expand(commands, &expanded);
  engine.commit(commands->queue->handle, commands,
      commands->label == NULL ? "" : commands->label, expanded.records, (int64_t)expanded.count,
      commands->recording->bytes, (int64_t)commands->recording->byte_count);
  free(expanded.records);
}

static NSUInteger status(id self, SEL selector) { return ((struct commands *)self)->status; }

static id error(id self, SEL selector) {
  struct commands *commands = (struct commands *)self;
  if (commands->status < COMPLETED) {
    violation("the error of a command buffer is asked for before it has ended");
  }
  return commands->error == NULL ? NULL : autorelease(retain(commands->error));
}

static double start_time(id self, SEL selector) { return ((struct commands *)self)->start; }
static double end_time(id self, SEL selector) { return ((struct commands *)self)->end; }

static void free_commands(id self) {
  struct commands *commands = (struct commands *)self;
  if (commands->status == NOT_ENQUEUED) {
    queue_ended(commands->queue, false);
  }
  release((id)commands->queue);
  if (commands->error != NULL) {
    release(commands->error);
  }
  while (commands->handlers != NULL) {
    struct handler *next = commands->handlers->next;
    free(commands->handlers);
    commands->handlers = next;
  }
  free_recording(commands->recording);
  free(commands->label);
}

static const struct method commands_methods[] = {
    METHOD("setLabel:", "v@", set_label),
    METHOD("computeCommandEncoderWithDispatchType:", "@Q", encoder),
    METHOD("addCompletedHandler:", "v^", add_handler),
    METHOD("commit", "v", commit),
    METHOD("status", "Q", status),
    METHOD("error", "@", error),
    METHOD("GPUStartTime", "d", start_time),
    METHOD("GPUEndTime", "d", end_time),
    NO_MORE};
struct class MTLCommandBuffer = {.name = "MTLCommandBuffer",
    .parent = &NSObject,
    .methods = commands_methods,
    .dealloc = free_commands};
