/* Compute encoders. A wrong argument ends the process here, as it does on a Mac under the validation layer. */
#include "metal.h"
#include "control.h"

/* MTLBarrierScope, MTLResourceUsage */
enum { SCOPES = 7, SCOPE_BUFFERS = 1, USAGES = 3 };

id new_encoder(struct commands *commands) {
  struct encoder *encoder = (struct encoder *)new_object(&MTLComputeCommandEncoder);
  encoder->commands = commands;
  encoder->offsets = calloc(BUFFER_INDICES, sizeof(NSUInteger));
  commands->open = encoder;
  return (id)encoder;
}

static struct encoder *open_encoder(id self) {
  struct encoder *encoder = (struct encoder *)self;
  REQUIRE(!encoder->ended, "the encoder has ended");
  check_object((id)encoder->commands, &MTLCommandBuffer, "the encoder's command buffer");
  return encoder;
}

static struct record *add(struct encoder *encoder, enum record_kind kind) {
  return add_record(encoder->commands->recording, kind);
}

static void set_pipeline(id self, SEL selector, id pipeline) {
  struct encoder *encoder = open_encoder(self);
  encoder->pipeline = GIVEN(pipeline, pipeline, MTLComputePipelineState);
  add(encoder, SET_PIPELINE)->object = (int64_t)pipeline;
}

static void check_index(NSUInteger index) {
  REQUIRE(index < BUFFER_INDICES, "index %lu is not one of 0 to %d", index, BUFFER_INDICES - 1);
}

static void set_buffer(id self, SEL selector, id buffer, NSUInteger offset, NSUInteger index) {
  struct encoder *encoder = open_encoder(self);
  struct buffer *given = GIVEN(buffer, buffer, MTLBuffer);
  check_index(index);
  REQUIRE(offset < given->length, "offset %lu is past a buffer of %lu bytes", offset,
      given->length);
  struct record *record = add(encoder, SET_BUFFER);
  record->object = (int64_t)buffer;
  record->index = (int64_t)index;
  record->a = (int64_t)offset;
  encoder->buffers |= 1ull << index;
  encoder->inline_bytes &= ~(1ull << index);
  encoder->offsets[index] = offset;
}

static void set_bytes(id self, SEL selector, const void *bytes, NSUInteger length,
    NSUInteger index) {
  struct encoder *encoder = open_encoder(self);
  check_pointer(bytes, "the address of inline bytes");
  check_index(index);
  REQUIRE(length > 0 && length <= INLINE_BYTES, "%lu bytes cannot be set inline", length);
  int64_t place = add_bytes(encoder->commands->recording, bytes, length);
  struct record *record = add(encoder, SET_BYTES);
  record->index = (int64_t)index;
  record->a = place;
  record->b = (int64_t)length;
  encoder->buffers |= 1ull << index;
  encoder->inline_bytes |= 1ull << index;
  encoder->offsets[index] = 0;
}

static void set_memory(id self, SEL selector, NSUInteger length, NSUInteger index) {
  struct encoder *encoder = open_encoder(self);
  check_index(index);
  REQUIRE(length > 0 && length % 16 == 0, "threadgroup memory of %lu bytes is no multiple of 16",
      length);
  REQUIRE(length <= (NSUInteger)options.threadgroup_memory,
      "threadgroup memory of %lu bytes is more than the device has", length);
  struct record *record = add(encoder, SET_MEMORY);
  record->index = (int64_t)index;
  record->a = (int64_t)length;
  encoder->memories |= 1ull << index;
}

void check_group(struct pipeline *pipeline, MTLSize group) {
  NSUInteger most = (NSUInteger)pipeline->facts->most_threads;
  REQUIRE(group.width > 0 && group.height > 0 && group.depth > 0 && group.width <= most
      && group.height <= most && group.depth <= most
      && group.width * group.height * group.depth <= most,
      "a threadgroup of %lux%lux%lu threads, where pipeline '%s' takes 1 to %lu", group.width,
      group.height, group.depth, pipeline->label, most);
}

void check_grid(MTLSize grid) {
  REQUIRE(grid.width > 0 && grid.height > 0 && grid.depth > 0, "a grid of %lux%lux%lu is empty",
      grid.width, grid.height, grid.depth);
  REQUIRE(grid.width <= MOST_THREADS && grid.height <= MOST_THREADS && grid.depth <= MOST_THREADS,
      "a grid of %lux%lux%lu is no sane one", grid.width, grid.height, grid.depth);
}

static void add_dispatch(struct encoder *encoder, enum record_kind kind, MTLSize grid,
    MTLSize group) {
  struct record *record = add(encoder, kind);
  record->a = (int64_t)grid.width;
  record->b = (int64_t)grid.height;
  record->c = (int64_t)grid.depth;
  record->d = (int64_t)group.width;
  record->e = (int64_t)group.height;
  record->f = (int64_t)group.depth;
}

static void dispatch(id self, enum record_kind kind, MTLSize grid, MTLSize group) {
  struct encoder *encoder = open_encoder(self);
  struct pipeline *pipeline = encoder->pipeline;
  REQUIRE(pipeline != NULL, "no pipeline is set");
  check_object((id)pipeline, &MTLComputePipelineState, "the pipeline that is set");
  check_group(pipeline, group);
  /* Of no threadgroups: sets the pipeline for indirect commands and runs nothing. */
  if (kind == DISPATCH_GROUPS && grid.width == 0 && grid.height == 0 && grid.depth == 0) {
    count_touch();
    add_dispatch(encoder, kind, grid, group);
    return;
  }
  check_grid(grid);
  const struct binding_fact *missing =
      missing_binding(pipeline, encoder->buffers, encoder->memories);
  REQUIRE(missing == NULL, "nothing is set for '%s' (index %ld) of pipeline '%s'", missing->name,
      missing->index, pipeline->label);
  const struct binding_fact *written = written_inline(pipeline, encoder->inline_bytes);
  REQUIRE(written == NULL, "'%s' (index %ld) of pipeline '%s' is written and has inline bytes",
      written->name, written->index, pipeline->label);
  const struct binding_fact *askew = misaligned_binding(pipeline, encoder->offsets);
  REQUIRE(askew == NULL, "offset %lu of '%s' (index %ld) of pipeline '%s' is no multiple of %ld",
      encoder->offsets[askew->index], askew->name, askew->index, pipeline->label,
      askew->alignment);
  encoder->dispatches++;
  add_dispatch(encoder, kind, grid, group);
}

static void dispatch_threads(id self, SEL selector, MTLSize grid, MTLSize group) {
  dispatch(self, DISPATCH_THREADS, grid, group);
}

static void dispatch_groups(id self, SEL selector, MTLSize grid, MTLSize group) {
  dispatch(self, DISPATCH_GROUPS, grid, group);
}

static void barrier(id self, SEL selector, NSUInteger scope) {
  struct encoder *encoder = open_encoder(self);
  REQUIRE(scope != 0 && (scope & ~(NSUInteger)SCOPES) == 0, "%lu is no MTLBarrierScope", scope);
  if ((scope & SCOPE_BUFFERS) == 0) {
    violation("a barrier of scope %lu leaves buffers out", scope);
  }
  add(encoder, BARRIER)->a = (int64_t)scope;
}

static void execute(id self, SEL selector, id commands, NSRange range) {
  struct encoder *encoder = open_encoder(self);
  struct indirect *indirect = GIVEN(indirect, commands, MTLIndirectCommandBuffer);
  REQUIRE(range.length > 0 && range.length <= MOST_EXECUTED,
      "%lu commands cannot be executed at once", range.length);
  REQUIRE(range.location < indirect->size && range.length <= indirect->size - range.location,
      "commands %lu to %lu are past the %lu that there are", range.location,
      range.location + range.length, indirect->size);
  struct record *record = add(encoder, EXECUTE);
  record->object = (int64_t)commands;
  record->a = (int64_t)range.location;
  record->b = (int64_t)range.length;
  encoder->dispatches++;
  /* What was set does not outlast the commands. */
  encoder->pipeline = NULL;
  encoder->buffers = encoder->inline_bytes = encoder->memories = 0;
}

static void use_resource(id self, SEL selector, id resource, NSUInteger usage) {
  struct encoder *encoder = open_encoder(self);
  check_object(resource, &MTLResource, "resource");
  REQUIRE(usage != 0 && (usage & ~(NSUInteger)USAGES) == 0, "%lu is no MTLResourceUsage", usage);
  struct record *record = add(encoder, USE_RESOURCE);
  record->object = (int64_t)resource;
  record->a = (int64_t)usage;
}

static void wait_fence(id self, SEL selector, id fence) {
  check_object(fence, &MTLFence, "fence");
  add(open_encoder(self), WAIT_FENCE)->object = (int64_t)fence;
}

static void update_fence(id self, SEL selector, id fence) {
  check_object(fence, &MTLFence, "fence");
  add(open_encoder(self), UPDATE_FENCE)->object = (int64_t)fence;
}

static void push_group(id self, SEL selector, id label) {
  struct encoder *encoder = open_encoder(self);
  const char *text = text_of(label, "the name of a group");
  int64_t place = add_bytes(encoder->commands->recording, text, strlen(text));
  struct record *record = add(encoder, PUSH_GROUP);
  record->a = place;
  record->b = (int64_t)strlen(text);
}

static void pop_group(id self, SEL selector) { add(open_encoder(self), POP_GROUP); }

static void end_encoding(id self, SEL selector) {
  struct encoder *encoder = open_encoder(self);
  add(encoder, END_ENCODING);
  encoder->ended = true;
  encoder->commands->open = NULL;
}

/* Metal asserts so: its command buffer would wait for an end that cannot come any more. */
static void free_encoder(id self) {
  REQUIRE(((struct encoder *)self)->ended, "an encoder is freed that has not ended");
  free(((struct encoder *)self)->offsets);
}

static const struct method encoder_base_methods[] = {
    METHOD("pushDebugGroup:", "v@", push_group),
    METHOD("popDebugGroup", "v", pop_group),
    METHOD("endEncoding", "v", end_encoding),
    NO_MORE};
struct class MTLCommandEncoder = {
    .name = "MTLCommandEncoder", .parent = &NSObject, .methods = encoder_base_methods};

static const struct method encoder_methods[] = {
    METHOD("setComputePipelineState:", "v@", set_pipeline),
    METHOD("setBuffer:offset:atIndex:", "v@QQ", set_buffer),
    METHOD("setBytes:length:atIndex:", "v^QQ", set_bytes),
    METHOD("setThreadgroupMemoryLength:atIndex:", "vQQ", set_memory),
    METHOD("dispatchThreads:threadsPerThreadgroup:", "vSS", dispatch_threads),
    METHOD("dispatchThreadgroups:threadsPerThreadgroup:", "vSS", dispatch_groups),
    METHOD("memoryBarrierWithScope:", "vQ", barrier),
    METHOD("executeCommandsInBuffer:withRange:", "v@R", execute),
    METHOD("useResource:usage:", "v@Q", use_resource),
    METHOD("waitForFence:", "v@", wait_fence),
    METHOD("updateFence:", "v@", update_fence),
    NO_MORE};
struct class MTLComputeCommandEncoder = {.name = "MTLComputeCommandEncoder",
    .parent = &MTLCommandEncoder,
    .methods = encoder_methods,
    .dealloc = free_encoder};
