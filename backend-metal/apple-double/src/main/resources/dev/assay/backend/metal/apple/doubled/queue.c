/* Command queues. */
#include "metal.h"
#include "control.h"

static pthread_mutex_t lock;
static pthread_cond_t room_again;

id new_queue(NSUInteger room) {
  char *refusal = malloc(ERROR_ROOM);
  int64_t handle = engine.queue((int64_t)room, refusal);
  free(refusal);
  if (handle == 0) {
    return NULL;
  }
  struct queue *queue = (struct queue *)new_object(&MTLCommandQueue);
  queue->handle = handle;
  queue->room = room;
  return (id)queue;
}

static void set_label(id self, SEL selector, id label) {
  keep_text(&((struct queue *)self)->label, label);
}

static void add_set(id self, SEL selector, id set) {
  struct queue *queue = (struct queue *)self;
  check_object(set, &MTLResidencySet, "set");
  REQUIRE(queue->set_count < MOST_SETS, "a queue takes %d residency sets", MOST_SETS);
  queue->sets[queue->set_count++] = (struct residency_set *)retain(set);
}

/* Metal waits here for room: for ever, where only the waiting thread could make it. */
static id command_buffer(id self, SEL selector) {
  struct queue *queue = (struct queue *)self;
  pthread_mutex_lock(&lock);
  while (queue->live >= queue->room) {
    REQUIRE(queue->in_flight > 0, "a command buffer more than the %lu that the queue has room for"
        " is asked for, and none is in flight: this would wait for ever", queue->room);
    pthread_cond_wait(&room_again, &lock);
  }
  queue->live++;
  pthread_mutex_unlock(&lock);
  return autorelease(new_commands(queue));
}

void queue_committed(struct queue *queue) {
  pthread_mutex_lock(&lock);
  queue->in_flight++;
  pthread_mutex_unlock(&lock);
}

void queue_ended(struct queue *queue, bool was_in_flight) {
  pthread_mutex_lock(&lock);
  queue->live--;
  queue->in_flight -= was_in_flight;
  pthread_cond_broadcast(&room_again);
  pthread_mutex_unlock(&lock);
}

static void free_queue(id self) {
  struct queue *queue = (struct queue *)self;
  for (uint64_t i = 0; i < queue->set_count; i++) {
    release((id)queue->sets[i]);
  }
  engine.release(QUEUE_HANDLE, queue->handle);
  free(queue->label);
}

static const struct method queue_methods[] = {
    METHOD("setLabel:", "v@", set_label),
    METHOD("commandBufferWithUnretainedReferences", "@", command_buffer),
    {"addResidencySet:", "v@", (void *)add_set, RESIDENCY_SETS},
    NO_MORE};
struct class MTLCommandQueue = {.name = "MTLCommandQueue",
    .parent = &NSObject,
    .methods = queue_methods,
    .dealloc = free_queue};
