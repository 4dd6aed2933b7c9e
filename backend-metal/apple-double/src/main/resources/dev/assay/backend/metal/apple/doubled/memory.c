/* Buffers, what is resident, and fences. */
#include "metal.h"
#include "control.h"

/* MTLResource has no methods that are sent here; it is what buffers and indirect command buffers are. */
struct class MTLResource = {.name = "MTLResource", .parent = &NSObject};

id new_buffer(NSUInteger length, void *memory, id *error) {
  char *refusal = malloc(ERROR_ROOM);
  void *contents = NULL;
  int64_t handle = engine.buffer((int64_t)length, memory, &contents, refusal);
  free(refusal);
  if (handle == 0) {
    return NULL;
  }
  struct buffer *buffer = (struct buffer *)new_object(&MTLBuffer);
  buffer->handle = handle;
  buffer->length = length;
  buffer->contents = contents;
  return (id)buffer;
}

static void *contents(id self, SEL selector) { return ((struct buffer *)self)->contents; }

static void free_buffer(id self) {
  struct buffer *buffer = (struct buffer *)self;
  if (buffer->uses > 0) {
    violation("a buffer of %lu bytes (object %lu) is freed while work in flight uses it",
        buffer->length, number_of(self));
  }
  engine.release(BUFFER_HANDLE, buffer->handle);
}

static const struct method buffer_methods[] = {METHOD("contents", "^", contents), NO_MORE};
struct class MTLBuffer = {.name = "MTLBuffer",
    .parent = &MTLResource,
    .methods = buffer_methods,
    .dealloc = free_buffer};

/* MTLResidencySet: what was added counts from the commit on, and what was removed until then. */

struct allocation {
  id object;
  bool added, committed;
};

struct residency_set {
  struct object object;
  pthread_mutex_t lock;
  struct allocation *allocations;
  uint64_t count, room;
};

struct class MTLResidencySetDescriptor = {.name = "MTLResidencySetDescriptor",
    .parent = &NSObject,
    .allocatable = true,
    .known = true,
    .need = RESIDENCY_SETS};

id new_residency_set(id descriptor, id *error) {
  check_object(descriptor, &MTLResidencySetDescriptor, "descriptor");
  return new_object(&MTLResidencySet);
}

/* Objects are never made twice in the same place, so an address says which one is meant, freed or not. */
static struct allocation *find(struct residency_set *set, id object) {
  for (uint64_t i = 0; i < set->count; i++) {
    if (set->allocations[i].object == object) {
      return &set->allocations[i];
    }
  }
  return NULL;
}

static void add_allocation(id self, SEL selector, id allocation) {
  struct residency_set *set = (struct residency_set *)self;
  check_object(allocation, &MTLResource, "allocation");
  pthread_mutex_lock(&set->lock);
  struct allocation *found = find(set, allocation);
  if (found == NULL) {
    if (set->count == set->room) {
      set->room = set->room == 0 ? 64 : 2 * set->room;
      set->allocations = realloc(set->allocations, set->room * sizeof *found);
    }
    found = &set->allocations[set->count++];
    found->object = allocation;
    found->committed = false;
    /* The set keeps what is in it. */
    retain(allocation);
  }
  found->added = true;
  pthread_mutex_unlock(&set->lock);
}

static void remove_allocation(id self, SEL selector, id allocation) {
  struct residency_set *set = (struct residency_set *)self;
  check_object(allocation, &MTLResource, "allocation");
  pthread_mutex_lock(&set->lock);
  struct allocation *found = find(set, allocation);
  if (found == NULL || !found->added) {
    violation("object %lu is removed from a residency set that it is not in",
        number_of(allocation));
  } else {
    found->added = false;
  }
  pthread_mutex_unlock(&set->lock);
}

static void commit_set(id self, SEL selector) {
  struct residency_set *set = (struct residency_set *)self;
  pthread_mutex_lock(&set->lock);
  uint64_t kept = 0, dropped = 0;
  id *gone = malloc((set->count + 1) * sizeof(id));
  for (uint64_t i = 0; i < set->count; i++) {
    struct allocation each = set->allocations[i];
    if (each.added) {
      each.committed = true;
      set->allocations[kept++] = each;
    } else {
      gone[dropped++] = each.object;
    }
  }
  set->count = kept;
  pthread_mutex_unlock(&set->lock);
  /* Outside the lock: the last owner's release goes to the engine. */
  while (dropped > 0) {
    release(gone[--dropped]);
  }
  free(gone);
}

static void request_residency(id self, SEL selector) {}

bool is_resident(struct residency_set *set, id allocation) {
  pthread_mutex_lock(&set->lock);
  struct allocation *found = find(set, allocation);
  bool resident = found != NULL && found->committed;
  pthread_mutex_unlock(&set->lock);
  return resident;
}

static void free_set(id self) {
  struct residency_set *set = (struct residency_set *)self;
  for (uint64_t i = 0; i < set->count; i++) {
    release(set->allocations[i].object);
  }
  free(set->allocations);
}

static const struct method set_methods[] = {METHOD("addAllocation:", "v@", add_allocation),
    METHOD("removeAllocation:", "v@", remove_allocation), METHOD("commit", "v", commit_set),
    METHOD("requestResidency", "v", request_residency), NO_MORE};
struct class MTLResidencySet = {.name = "MTLResidencySet",
    .parent = &NSObject,
    .methods = set_methods,
    .dealloc = free_set,
    .need = RESIDENCY_SETS};

/* MTLFence */

struct class MTLFence = {.name = "MTLFence", .parent = &NSObject};
id new_fence(void) { return new_object(&MTLFence); }
