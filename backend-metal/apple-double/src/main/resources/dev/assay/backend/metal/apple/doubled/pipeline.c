/* Pipelines, how they are described, and what their reflection says. */
#include "metal.h"
#include "control.h"

/* MTLBindingType, MTLBindingAccess, MTLPipelineOption */
enum { TYPE_BUFFER = 0, TYPE_MEMORY = 1, READ_ONLY = 0, BINDING_INFO = 1, BUFFER_TYPE_INFO = 2,
  FAIL_ON_ARCHIVE_MISS = 4 };

/* MTLComputePipelineDescriptor */

struct pipeline_descriptor {
  struct object object;
  struct function *function;
  id archives;
  bool indirect;
  char *label;
};

static void set_indirect(id self, SEL selector, bool indirect) {
  struct pipeline_descriptor *descriptor = (struct pipeline_descriptor *)self;
  /* Metal prepares the function when it is set. */
  REQUIRE(descriptor->function == NULL,
      "indirect use is to be announced before the function is set");
  descriptor->indirect = indirect;
}

static void set_function(id self, SEL selector, id function) {
  struct pipeline_descriptor *descriptor = (struct pipeline_descriptor *)self;
  struct function *given = GIVEN(function, function, MTLFunction);
  retain((id)given);
  if (descriptor->function != NULL) {
    release((id)descriptor->function);
  }
  descriptor->function = given;
}

static void set_archives(id self, SEL selector, id archives) {
  struct pipeline_descriptor *descriptor = (struct pipeline_descriptor *)self;
  retain(check_object(archives, &NSArray, "archives"));
  if (descriptor->archives != NULL) {
    release(descriptor->archives);
  }
  descriptor->archives = archives;
}

static void set_label(id self, SEL selector, id label) {
  keep_text(&((struct pipeline_descriptor *)self)->label, label);
}

static void free_descriptor(id self) {
  struct pipeline_descriptor *descriptor = (struct pipeline_descriptor *)self;
  if (descriptor->function != NULL) {
    release((id)descriptor->function);
  }
  if (descriptor->archives != NULL) {
    release(descriptor->archives);
  }
  free(descriptor->label);
}

static const struct method descriptor_methods[] = {
    METHOD("setSupportIndirectCommandBuffers:", "vB", set_indirect),
    METHOD("setComputeFunction:", "v@", set_function),
    METHOD("setBinaryArchives:", "v@", set_archives),
    METHOD("setLabel:", "v@", set_label),
    NO_MORE};
struct class MTLComputePipelineDescriptor = {.name = "MTLComputePipelineDescriptor",
    .parent = &NSObject,
    .methods = descriptor_methods,
    .dealloc = free_descriptor,
    .allocatable = true,
    .known = true};

/* MTLBinding */

struct binding {
  struct object object;
  struct pipeline *pipeline;
  const struct binding_fact *fact;
};

static id binding_name(id self, SEL selector) {
  return autoreleased_string(((struct binding *)self)->fact->name);
}
static NSInteger binding_type(id self, SEL selector) {
  return ((struct binding *)self)->fact->type;
}
static NSUInteger binding_access(id self, SEL selector) {
  return ((struct binding *)self)->fact->access;
}
static NSUInteger binding_index(id self, SEL selector) {
  return ((struct binding *)self)->fact->index;
}
static void free_binding(id self) { release((id)((struct binding *)self)->pipeline); }

static const struct method binding_methods[] = {METHOD("name", "@", binding_name),
    METHOD("type", "Q", binding_type), METHOD("access", "Q", binding_access),
    METHOD("index", "Q", binding_index), NO_MORE};
struct class MTLBinding = {.name = "MTLBinding",
    .parent = &NSObject,
    .methods = binding_methods,
    .dealloc = free_binding};

/* MTLComputePipelineReflection */

struct reflection {
  struct object object;
  id bindings;
};

static id new_reflection(struct pipeline *pipeline) {
  id made[MOST_BINDINGS];
  int64_t count = pipeline->facts->binding_count;
  for (int64_t i = 0; i < count; i++) {
    struct binding *binding = (struct binding *)new_object(&MTLBinding);
    binding->pipeline = (struct pipeline *)retain((id)pipeline);
    binding->fact = &pipeline->facts->bindings[i];
    made[i] = (id)binding;
  }
  struct reflection *reflection =
      (struct reflection *)new_object(&MTLComputePipelineReflection);
  reflection->bindings = new_array(count, made);
  for (int64_t i = 0; i < count; i++) {
    release(made[i]);
  }
  return (id)reflection;
}

static id bindings(id self, SEL selector) {
  return autorelease(retain(((struct reflection *)self)->bindings));
}
static void free_reflection(id self) { release(((struct reflection *)self)->bindings); }

static const struct method reflection_methods[] = {METHOD("bindings", "@", bindings), NO_MORE};
struct class MTLComputePipelineReflection = {.name = "MTLComputePipelineReflection",
    .parent = &NSObject,
    .methods = reflection_methods,
    .dealloc = free_reflection};

/* MTLComputePipelineState */

const char *label_of(id descriptor) {
  const char *label = ((struct pipeline_descriptor *)descriptor)->label;
  return label == NULL ? "" : label;
}

bool is_described_indirect(id descriptor) {
  return ((struct pipeline_descriptor *)descriptor)->indirect;
}

static bool in_archives(struct pipeline_descriptor *descriptor) {
  struct array *archives = (struct array *)descriptor->archives;
  for (uint64_t i = 0; archives != NULL && i < archives->count; i++) {
    if (is_archived(archives->elements[i], (id)descriptor)) {
      return true;
    }
  }
  return false;
}

id new_pipeline(id descriptor, NSUInteger wanted, id *reflection, id *error) {
  struct pipeline_descriptor *described =
      GIVEN(pipeline_descriptor, descriptor, MTLComputePipelineDescriptor);
  REQUIRE(described->function != NULL, "the descriptor has no function");
  REQUIRE((wanted & ~(NSUInteger)(BINDING_INFO | BUFFER_TYPE_INFO | FAIL_ON_ARCHIVE_MISS)) == 0,
      "%lu is none of MTLPipelineOption", wanted);
  if ((wanted & FAIL_ON_ARCHIVE_MISS) != 0 && !in_archives(described)) {
    give_error(error, "AGXMetalDouble", 1, "no archive has the pipeline");
    return NULL;
  }
  char *refusal = malloc(ERROR_ROOM);
  struct pipeline_facts *facts = calloc(1, sizeof *facts);
  int64_t handle = engine.pipeline(described->function->handle, described->indirect,
      label_of(descriptor), facts, refusal);
  struct pipeline *pipeline = NULL;
  if (handle == 0) {
    give_error(error, "AGXMetalDouble", 2, refusal);
    free(facts);
  } else {
    pipeline = (struct pipeline *)new_object(&MTLComputePipelineState);
    pipeline->handle = handle;
    pipeline->indirect = described->indirect;
    pipeline->label = strdup(label_of(descriptor));
    pipeline->facts = facts;
    if (reflection != NULL) {
      check_pointer(reflection, "where the reflection goes");
      *reflection = wanted & BINDING_INFO ? autorelease(new_reflection(pipeline)) : NULL;
    }
  }
  free(refusal);
  return (id)pipeline;
}

const struct binding_fact *missing_binding(struct pipeline *pipeline, uint64_t buffers,
    uint64_t memories) {
  for (int64_t i = 0; i < pipeline->facts->binding_count; i++) {
    const struct binding_fact *fact = &pipeline->facts->bindings[i];
    uint64_t set = fact->type == TYPE_MEMORY ? memories : buffers;
    if ((set >> fact->index & 1) == 0) {
      return fact;
    }
  }
  return NULL;
}

const struct binding_fact *misaligned_binding(struct pipeline *pipeline,
    const NSUInteger *offsets) {
  for (int64_t i = 0; i < pipeline->facts->binding_count; i++) {
    const struct binding_fact *fact = &pipeline->facts->bindings[i];
    if (fact->type == TYPE_BUFFER && fact->alignment > 1
        && offsets[fact->index] % (NSUInteger)fact->alignment != 0) {
      return fact;
    }
  }
  return NULL;
}

const struct binding_fact *written_inline(struct pipeline *pipeline, uint64_t inline_bytes) {
  for (int64_t i = 0; i < pipeline->facts->binding_count; i++) {
    const struct binding_fact *fact = &pipeline->facts->bindings[i];
    if (fact->type == TYPE_BUFFER && fact->access != READ_ONLY
        && (inline_bytes >> fact->index & 1) == 1) {
      return fact;
    }
  }
  return NULL;
}

static NSUInteger most_threads(id self, SEL selector) {
  return ((struct pipeline *)self)->facts->most_threads;
}
static NSUInteger width(id self, SEL selector) { return ((struct pipeline *)self)->facts->width; }
static NSUInteger static_memory(id self, SEL selector) {
  return ((struct pipeline *)self)->facts->static_memory;
}
static bool indirect(id self, SEL selector) { return ((struct pipeline *)self)->indirect; }

static void free_pipeline(id self) {
  struct pipeline *pipeline = (struct pipeline *)self;
  if (pipeline->uses > 0) {
    violation("pipeline '%s' is freed while work in flight uses it", pipeline->label);
  }
  engine.release(PIPELINE_HANDLE, pipeline->handle);
  free(pipeline->label);
  free(pipeline->facts);
}

static const struct method pipeline_methods[] = {
    METHOD("maxTotalThreadsPerThreadgroup", "Q", most_threads),
    METHOD("threadExecutionWidth", "Q", width),
    METHOD("staticThreadgroupMemoryLength", "Q", static_memory),
    METHOD("supportIndirectCommandBuffers", "B", indirect),
    NO_MORE};
struct class MTLComputePipelineState = {.name = "MTLComputePipelineState",
    .parent = &NSObject,
    .methods = pipeline_methods,
    .dealloc = free_pipeline};
