/* Indirect command buffers: how they are described, and their commands. */
#include "metal.h"
#include "control.h"

/* MTLIndirectCommandType of compute work */
enum { CONCURRENT_GROUPS = 32, CONCURRENT_THREADS = 64 };
static const NSUInteger MOST_COMMANDS = 1 << 20;

/* MTLIndirectCommandBufferDescriptor; it inherits unless told otherwise, as Apple's does. */

struct indirect_descriptor {
  struct object object;
  NSUInteger types, bindings, memory_bindings;
  bool own_buffers, own_pipelines;
};

static void set_types(id self, SEL selector, NSUInteger types) {
  REQUIRE(types != 0 && (types & ~(NSUInteger)(CONCURRENT_GROUPS | CONCURRENT_THREADS)) == 0,
      "%lu are no command types of compute work", types);
  ((struct indirect_descriptor *)self)->types = types;
}
static void set_inherit_buffers(id self, SEL selector, bool inherit) {
  ((struct indirect_descriptor *)self)->own_buffers = !inherit;
}
static void set_inherit_pipeline(id self, SEL selector, bool inherit) {
  ((struct indirect_descriptor *)self)->own_pipelines = !inherit;
}
static void set_bindings(id self, SEL selector, NSUInteger count) {
  REQUIRE(count <= BUFFER_INDICES, "%lu buffer bindings are more than %d", count, BUFFER_INDICES);
  ((struct indirect_descriptor *)self)->bindings = count;
}
static void set_memory_bindings(id self, SEL selector, NSUInteger count) {
  REQUIRE(count <= BUFFER_INDICES, "%lu threadgroup bindings are more than %d", count,
      BUFFER_INDICES);
  ((struct indirect_descriptor *)self)->memory_bindings = count;
}
static NSUInteger types(id self, SEL selector) {
  return ((struct indirect_descriptor *)self)->types;
}
static bool inherit_buffers(id self, SEL selector) {
  return !((struct indirect_descriptor *)self)->own_buffers;
}
static bool inherit_pipeline(id self, SEL selector) {
  return !((struct indirect_descriptor *)self)->own_pipelines;
}
static NSUInteger bindings(id self, SEL selector) {
  return ((struct indirect_descriptor *)self)->bindings;
}
static NSUInteger memory_bindings(id self, SEL selector) {
  return ((struct indirect_descriptor *)self)->memory_bindings;
}

static const struct method descriptor_methods[] = {
    METHOD("setCommandTypes:", "vQ", set_types),
    METHOD("setInheritBuffers:", "vB", set_inherit_buffers),
    METHOD("setInheritPipelineState:", "vB", set_inherit_pipeline),
    METHOD("setMaxKernelBufferBindCount:", "vQ", set_bindings),
    METHOD("setMaxKernelThreadgroupMemoryBindCount:", "vQ", set_memory_bindings),
    METHOD("commandTypes", "Q", types),
    METHOD("inheritBuffers", "B", inherit_buffers),
    METHOD("inheritPipelineState", "B", inherit_pipeline),
    METHOD("maxKernelBufferBindCount", "Q", bindings),
    METHOD("maxKernelThreadgroupMemoryBindCount", "Q", memory_bindings),
    NO_MORE};
struct class MTLIndirectCommandBufferDescriptor = {.name = "MTLIndirectCommandBufferDescriptor",
    .parent = &NSObject,
    .methods = descriptor_methods,
    .allocatable = true,
    .known = true};

/* MTLIndirectCommandBuffer */

id new_indirect(id descriptor, NSUInteger size) {
  struct indirect_descriptor *described =
      GIVEN(indirect_descriptor, descriptor, MTLIndirectCommandBufferDescriptor);
  REQUIRE(size > 0 && size <= MOST_COMMANDS, "%lu indirect commands are none or too many", size);
  REQUIRE(described->types != 0, "the descriptor says no command types");
  REQUIRE(described->own_buffers && described->own_pipelines,
      "commands inherit what this driver never sets on the encoder");
  struct indirect *indirect = (struct indirect *)new_object(&MTLIndirectCommandBuffer);
  indirect->size = size;
  indirect->types = described->types;
  indirect->bindings = described->bindings;
  indirect->memory_bindings = described->memory_bindings;
  indirect->commands = calloc(size, sizeof(struct indirect_command));
  return (id)indirect;
}

struct command {
  struct object object;
  struct indirect *indirect;
  NSUInteger place;
};

static id command_at(id self, SEL selector, NSUInteger index) {
  struct indirect *indirect = (struct indirect *)self;
  REQUIRE(index < indirect->size, "command %lu is past the %lu that there are", index,
      indirect->size);
  struct command *command = (struct command *)new_object(&MTLIndirectComputeCommand);
  command->indirect = indirect;
  command->place = index;
  return autorelease((id)command);
}

static void free_indirect(id self) {
  struct indirect *indirect = (struct indirect *)self;
  if (indirect->uses > 0) {
    violation("an indirect command buffer is freed while work in flight executes it");
  }
  free(indirect->commands);
}

static const struct method indirect_methods[] = {
    METHOD("indirectComputeCommandAtIndex:", "@Q", command_at), NO_MORE};
struct class MTLIndirectCommandBuffer = {.name = "MTLIndirectCommandBuffer",
    .parent = &MTLResource,
    .methods = indirect_methods,
    .dealloc = free_indirect};

/* MTLIndirectComputeCommand */

static struct indirect_command *change(id self) {
  struct command *command = (struct command *)self;
  check_object((id)command->indirect, &MTLIndirectCommandBuffer, "the command's buffer");
  if (command->indirect->uses > 0) {
    violation("command %lu is changed while work in flight executes it", command->place);
  }
  return &command->indirect->commands[command->place];
}

static void set_pipeline(id self, SEL selector, id pipeline) {
  struct pipeline *given = GIVEN(pipeline, pipeline, MTLComputePipelineState);
  REQUIRE(given->indirect, "pipeline '%s' was not made for indirect command buffers",
      given->label);
  change(self)->pipeline = given;
}

static void set_buffer(id self, SEL selector, id buffer, NSUInteger offset, NSUInteger index) {
  struct command *command = (struct command *)self;
  struct indirect_command *changed = change(self);
  struct buffer *given = GIVEN(buffer, buffer, MTLBuffer);
  /* Beyond the count Metal drops the binding without a word. */
  REQUIRE(index < command->indirect->bindings, "index %lu is past the %lu bindings declared",
      index, command->indirect->bindings);
  REQUIRE(offset < given->length, "offset %lu is past a buffer of %lu bytes", offset,
      given->length);
  REQUIRE(offset < OFFSET_BITS_32, "offset %lu does not fit the 32 bits that Metal keeps",
      offset);
  changed->buffers[index] = given;
  changed->offsets[index] = offset;
}

static void set_memory(id self, SEL selector, NSUInteger length, NSUInteger index) {
  struct command *command = (struct command *)self;
  struct indirect_command *changed = change(self);
  REQUIRE(index < command->indirect->memory_bindings,
      "index %lu is past the %lu threadgroup bindings declared", index,
      command->indirect->memory_bindings);
  REQUIRE(length > 0 && length % 16 == 0 && length <= (NSUInteger)options.threadgroup_memory,
      "threadgroup memory of %lu bytes is no multiple of 16 up to what there is", length);
  changed->memories[index] = length;
}

static void set_barrier(id self, SEL selector) { change(self)->barrier = true; }

static void dispatch(id self, enum record_kind kind, NSUInteger type, MTLSize grid,
    MTLSize group) {
  struct indirect_command *changed = change(self);
  REQUIRE((((struct command *)self)->indirect->types & type) != 0,
      "the descriptor does not allow commands of type %lu", type);
  REQUIRE(changed->pipeline != NULL, "the command has no pipeline");
  check_object((id)changed->pipeline, &MTLComputePipelineState, "the command's pipeline");
  check_group(changed->pipeline, group);
  check_grid(grid);
  changed->dispatch = kind;
  changed->grid = grid;
  changed->group = group;
}

static void dispatch_threads(id self, SEL selector, MTLSize grid, MTLSize group) {
  dispatch(self, DISPATCH_THREADS, CONCURRENT_THREADS, grid, group);
}

static void dispatch_groups(id self, SEL selector, MTLSize grid, MTLSize group) {
  dispatch(self, DISPATCH_GROUPS, CONCURRENT_GROUPS, grid, group);
}

static const struct method command_methods[] = {
    METHOD("setComputePipelineState:", "v@", set_pipeline),
    METHOD("setKernelBuffer:offset:atIndex:", "v@QQ", set_buffer),
    METHOD("setThreadgroupMemoryLength:atIndex:", "vQQ", set_memory),
    METHOD("setBarrier", "v", set_barrier),
    METHOD("concurrentDispatchThreads:threadsPerThreadgroup:", "vSS", dispatch_threads),
    METHOD("concurrentDispatchThreadgroups:threadsPerThreadgroup:", "vSS", dispatch_groups),
    NO_MORE};
struct class MTLIndirectComputeCommand = {
    .name = "MTLIndirectComputeCommand", .parent = &NSObject, .methods = command_methods};
