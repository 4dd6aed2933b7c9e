/* Objects, their retain counts, and autorelease pools. */
#include "control.h"

/* Room for 32 million objects, taken from the system as it is used. */
enum { READ_WRITE = 3, PRIVATE_ANONYMOUS_UNRESERVED = 0x4022 };
static const uint64_t MOST_OBJECTS = 1ull << 25;

static char *cells;
static _Atomic uint64_t objects = 1; /* Number 0 is nobody's. */

__attribute__((constructor(101))) static void reserve_cells(void) {
  cells = mmap(NULL, MOST_OBJECTS * CELL_BYTES, READ_WRITE, PRIVATE_ANONYMOUS_UNRESERVED, -1, 0);
  REQUIRE(cells != (void *)-1, "no address space is left for objects");
}

id new_object(struct class *class) {
  uint64_t number = objects++;
  REQUIRE(number < MOST_OBJECTS, "there were more objects than one process has room for");
  id object = (id)(cells + number * CELL_BYTES);
  object->retains = 1;
  object->isa = class;
  class->live++;
  return object;
}

static bool is_cell(id object) {
  char *address = (char *)object;
  return address > cells && address < cells + objects * CELL_BYTES
      && (uint64_t)(address - cells) % CELL_BYTES == 0 && object->isa != NULL;
}

uint64_t number_of(id object) {
  return is_cell(object) ? (uint64_t)((char *)object - cells) / CELL_BYTES : 0;
}

bool is_live(id object) { return is_cell(object) && object->retains > 0; }

bool is_a(id object, const struct class *class) {
  for (struct class *each = object->isa; each != NULL; each = each->parent) {
    if (each == class) {
      return true;
    }
  }
  return false;
}

id check_object(id object, const struct class *class, const char *what) {
  REQUIRE(object != NULL, "%s is nil, and is to be a %s", what, class->name);
  REQUIRE(is_cell(object), "%s is no object: %p", what, (void *)object);
  REQUIRE(object->retains > 0, "%s is a %s (object %lu) that was freed", what, object->isa->name,
      number_of(object));
  REQUIRE(is_a(object, class), "%s is a %s, and is to be a %s", what, object->isa->name,
      class->name);
  return object;
}

void check_pointer(const void *pointer, const char *what) {
  /* The first pages are nobody's: a small number was taken for an address. */
  REQUIRE((uintptr_t)pointer >= 65536, "%s is no address: %p", what, pointer);
}

id retain(id object) {
  int64_t before = object->retains++;
  REQUIRE(before > 0, "a freed %s (object %lu) is retained", object->isa->name, number_of(object));
  return object;
}

void release(id object) {
  int64_t after = --object->retains;
  REQUIRE(after >= 0, "a freed %s (object %lu) is released", object->isa->name, number_of(object));
  if (after > 0) {
    return;
  }
  for (struct class *each = object->isa; each != NULL; each = each->parent) {
    if (each->dealloc != NULL) {
      each->dealloc(object);
    }
  }
  object->isa->live--;
}

EXPORT id objc_retain(id object) {
  COUNT_FUNCTION("objc_retain");
  return retain(check_object(object, &NSObject, "what objc_retain was given"));
}

/* Apple's takes nil too; a driver that has nothing to release has lost what it had. */
EXPORT void objc_release(id object) {
  COUNT_FUNCTION("objc_release");
  release(check_object(object, &NSObject, "what objc_release was given"));
}

/* The pools of a thread of the system: what was autoreleased, and NULL where a pool begins. */
struct pools {
  id *entries;
  uint64_t count, room;
  uint64_t thread;
};

static _Thread_local struct pools pools;
static _Atomic uint64_t threads_with_pools;
static _Atomic int64_t pools_open;

int64_t open_pools(void) { return pools_open; }

static void add_to_pools(id object) {
  if (pools.count == pools.room) {
    pools.room = pools.room == 0 ? 64 : 2 * pools.room;
    pools.entries = realloc(pools.entries, pools.room * sizeof(id));
  }
  pools.entries[pools.count++] = object;
}

/* A token that names the thread and the place, so that a pop elsewhere is noticed. */
static uint64_t token(uint64_t place) { return pools.thread << 32 | (place + 1); }

EXPORT uint64_t objc_autoreleasePoolPush(void) {
  COUNT_FUNCTION("objc_autoreleasePoolPush");
  if (pools.thread == 0) {
    pools.thread = ++threads_with_pools;
  }
  pools_open++;
  add_to_pools(NULL);
  return token(pools.count - 1);
}

EXPORT void objc_autoreleasePoolPop(uint64_t pool) {
  COUNT_FUNCTION("objc_autoreleasePoolPop");
  uint64_t place = (pool & 0xffffffff) - 1;
  REQUIRE(pool >> 32 == pools.thread && pool != 0, "a pool is popped on another thread");
  REQUIRE(place < pools.count && pools.entries[place] == NULL,
      "a pool is popped that is not in place");
  while (pools.count > place + 1) {
    id object = pools.entries[--pools.count];
    if (object == NULL) {
      /* Apple pops it too; whoever opened it still means to use it. */
      pools_open--;
      violation("a pool is popped while one that was opened later is in place");
    } else {
      release(object);
    }
  }
  pools.count--;
  pools_open--;
}

id autorelease(id object) {
  /* OBJC_DEBUG_MISSING_POOLS says so on a Mac, where the object is never freed. */
  if (pools.count == 0) {
    violation("a %s was autoreleased with no pool in place", object->isa->name);
  } else {
    add_to_pools(object);
  }
  return object;
}
