/* What can be judged only when a command buffer is committed, and how it is handed to the engine. */
#include "metal.h"
#include "control.h"

enum { READ_ONLY = 0, TYPE_BUFFER = 0, USAGE_WRITE = 2, FIRST_FAMILY_WITHOUT_TOUCH = 9 };

static _Thread_local char fault[256];

static bool is_work(const struct record *record) {
  bool dispatch = record->kind == DISPATCH_THREADS || record->kind == DISPATCH_GROUPS;
  return record->kind == EXECUTE || (dispatch && record->a != 0);
}

/* The usage that this encoder announced for a resource before a place, 0 for none; encoders end with a record. */
static int64_t usage_before(const struct recording *recording, uint64_t place, id resource) {
  int64_t usage = 0;
  while (place-- > 0 && recording->records[place].kind != END_ENCODING) {
    const struct record *each = &recording->records[place];
    if (each->kind == USE_RESOURCE && each->object == (int64_t)resource) {
      usage |= each->a;
    }
  }
  return usage;
}

static bool was_touched(const struct recording *recording, uint64_t place,
    struct pipeline *pipeline) {
  while (place-- > 0 && recording->records[place].kind != END_ENCODING) {
    const struct record *each = &recording->records[place];
    if (each->kind == SET_PIPELINE && each->object == (int64_t)pipeline) {
      return true;
    }
  }
  return false;
}

static bool in_sets(struct queue *queue, id buffer) {
  for (uint64_t i = 0; i < queue->set_count; i++) {
    if (is_resident(queue->sets[i], buffer)) {
      return true;
    }
  }
  return false;
}

static bool writes(struct pipeline *pipeline, int64_t index) {
  for (int64_t i = 0; i < pipeline->facts->binding_count; i++) {
    const struct binding_fact *fact = &pipeline->facts->bindings[i];
    if (fact->type == TYPE_BUFFER && fact->index == index) {
      return fact->access != READ_ONLY;
    }
  }
  return false;
}

/* A GPU that touches what is not resident faults, and the command buffer ends with that error. */
static const char *judge_buffers(struct commands *commands, uint64_t place, int64_t number,
    struct indirect_command *command) {
  uint64_t buffers = 0, memories = 0;
  for (int64_t i = 0; i < BUFFER_INDICES; i++) {
    memories |= (uint64_t)(command->memories[i] != 0) << i;
    id buffer = (id)command->buffers[i];
    if (buffer == NULL) {
      continue;
    }
    buffers |= 1ull << i;
    REQUIRE(is_live(buffer), "the buffer at index %ld of indirect command %ld was freed", i,
        number);
    int64_t usage = usage_before(commands->recording, place, buffer);
    bool by_set = in_sets(commands->queue, buffer);
    if (usage == 0 && !by_set) {
      snprintf(fault, sizeof fault, "Caused GPU Address Fault Error: the buffer at index %ld of"
          " indirect command %ld is not resident", i, number);
      violation("%s", fault);
      return fault;
    }
    if (!by_set && (usage & USAGE_WRITE) == 0 && writes(command->pipeline, i)) {
      violation("the buffer at index %ld of indirect command %ld is written, and announced as read",
          i, number);
    }
  }
  const struct binding_fact *missing = missing_binding(command->pipeline, buffers, memories);
  REQUIRE(missing == NULL, "nothing is set for '%s' (index %ld) of indirect command %ld",
      missing->name, missing->index, number);
  const struct binding_fact *askew = misaligned_binding(command->pipeline, command->offsets);
  REQUIRE(askew == NULL, "offset %lu of '%s' (index %ld) of indirect command %ld is no multiple of"
      " %ld", command->offsets[askew->index], askew->name, askew->index, number,
      askew->alignment);
  return NULL;
}

static const char *judge_execution(struct commands *commands, uint64_t place) {
  const struct record *record = &commands->recording->records[place];
  struct indirect *indirect = GIVEN(indirect, record->object, MTLIndirectCommandBuffer);
  for (int64_t i = record->a; i < record->a + record->b; i++) {
    struct indirect_command *command = &indirect->commands[i];
    REQUIRE(command->pipeline != NULL && command->dispatch != 0,
        "indirect command %ld is executed and has no dispatch", i);
    check_object((id)command->pipeline, &MTLComputePipelineState, "an indirect command's pipeline");
    /* Without it the driver of M1 and M2 crashes. */
    REQUIRE(options.apple_family >= FIRST_FAMILY_WITHOUT_TOUCH
        || was_touched(commands->recording, place, command->pipeline),
        "pipeline '%s' of indirect command %ld was not set on the encoder before",
        command->pipeline->label, i);
    const char *failure = judge_buffers(commands, place, i, command);
    if (failure != NULL) {
      return failure;
    }
  }
  return NULL;
}

/*
 * Metal does not see what indirect commands touch through a residency set, so that a fence has to order the encoders of
 * such a queue: waited for before their first work, updated after the last.
 */
static void judge_fences(struct commands *commands) {
  const struct recording *recording = commands->recording;
  bool waited = false, worked = false, updated = false;
  for (uint64_t i = 0; i < recording->count && commands->queue->set_count > 0; i++) {
    const struct record *each = &recording->records[i];
    if (each->kind == WAIT_FENCE) {
      waited = waited || !worked;
    } else if (each->kind == UPDATE_FENCE) {
      updated = true;
    } else if (is_work(each)) {
      worked = true;
      updated = false;
    } else if (each->kind == END_ENCODING) {
      if (worked && !(waited && updated)) {
        violation("no fence orders an encoder whose queue has a residency set: %s",
            waited ? "none is updated after its work" : "none is waited for before its work");
      }
      waited = worked = updated = false;
    }
  }
}

static void check_groups(const struct recording *recording) {
  int64_t depth = 0;
  for (uint64_t i = 0; i < recording->count; i++) {
    int64_t kind = recording->records[i].kind;
    depth += (kind == PUSH_GROUP) - (kind == POP_GROUP);
    REQUIRE(depth >= 0 && (kind != END_ENCODING || depth == 0),
        "debug groups are not popped as they were pushed");
  }
}

const char *judge(struct commands *commands) {
  check_groups(commands->recording);
  judge_fences(commands);
  for (uint64_t i = 0; i < commands->recording->count; i++) {
    if (commands->recording->records[i].kind == EXECUTE) {
      const char *failure = judge_execution(commands, i);
      if (failure != NULL) {
        return failure;
      }
    }
  }
  return NULL;
}

static void count_uses(struct commands *commands, int64_t change) {
  for (uint64_t i = 0; i < commands->recording->count; i++) {
    const struct record *each = &commands->recording->records[i];
    if (each->kind == SET_PIPELINE) {
      ((struct pipeline *)each->object)->uses += change;
    } else if (each->kind == SET_BUFFER) {
      ((struct buffer *)each->object)->uses += change;
    } else if (each->kind == EXECUTE) {
      struct indirect *indirect = (struct indirect *)each->object;
      indirect->uses += change;
      for (int64_t c = each->a; c < each->a + each->b; c++) {
        for (int b = 0; b < BUFFER_INDICES; b++) {
          if (indirect->commands[c].buffers[b] != NULL) {
            indirect->commands[c].buffers[b]->uses += change;
          }
        }
      }
    }
  }
}

/* Nothing is retained: whoever encoded keeps alive what work uses. */
void begin_uses(struct commands *commands) {
  for (uint64_t i = 0; i < commands->recording->count; i++) {
    const struct record *each = &commands->recording->records[i];
    if (each->kind == SET_PIPELINE || each->kind == SET_BUFFER || each->kind == EXECUTE) {
      check_object((id)each->object, &NSObject, "what the command buffer uses");
    }
  }
  count_uses(commands, 1);
}

void end_uses(struct commands *commands) {
  for (uint64_t i = 0; i < commands->recording->count; i++) {
    const struct record *each = &commands->recording->records[i];
    if (each->kind == EXECUTE && !is_live((id)each->object)) {
      /* Its commands are gone, and with them what they used. */
      return;
    }
  }
  count_uses(commands, -1);
}

static void expand_command(struct recording *to, int64_t number, struct indirect_command *command) {
  add_record(to, COMMAND)->a = number;
  if (command->barrier) {
    add_record(to, BARRIER);
  }
  add_record(to, SET_PIPELINE)->object = command->pipeline->handle;
  for (int64_t i = 0; i < BUFFER_INDICES; i++) {
    if (command->buffers[i] != NULL) {
      struct record *record = add_record(to, SET_BUFFER);
      record->object = command->buffers[i]->handle;
      record->index = i;
      record->a = (int64_t)command->offsets[i];
    }
  }
  for (int64_t i = 0; i < BUFFER_INDICES; i++) {
    if (command->memories[i] != 0) {
      struct record *record = add_record(to, SET_MEMORY);
      record->index = i;
      record->a = (int64_t)command->memories[i];
    }
  }
  struct record *record = add_record(to, command->dispatch);
  record->a = (int64_t)command->grid.width;
  record->b = (int64_t)command->grid.height;
  record->c = (int64_t)command->grid.depth;
  record->d = (int64_t)command->group.width;
  record->e = (int64_t)command->group.height;
  record->f = (int64_t)command->group.depth;
}

/* Objects by the engine's handles, and indirect commands as they are now. */
void expand(struct commands *commands, struct recording *to) {
  for (uint64_t i = 0; i < commands->recording->count; i++) {
    const struct record *each = &commands->recording->records[i];
    struct record *record = add_record(to, (enum record_kind)each->kind);
    *record = *each;
    if (each->kind == SET_PIPELINE) {
      record->object = ((struct pipeline *)each->object)->handle;
    } else if (each->kind == SET_BUFFER) {
      record->object = ((struct buffer *)each->object)->handle;
    } else if (each->kind == EXECUTE) {
      struct indirect *indirect = (struct indirect *)each->object;
      for (int64_t c = each->a; c < each->a + each->b; c++) {
        expand_command(to, c, &indirect->commands[c]);
      }
      add_record(to, EXECUTED);
    }
  }
}
