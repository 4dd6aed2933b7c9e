/* MTLDevice: what it is, and what it makes. */
#include "metal.h"
#include "control.h"

/* MTLGPUFamily: Apple's chips, then what every Metal 3 device of the Mac has. */
enum { APPLE_1 = 1001, APPLE_LAST = 1012, COMMON_1 = 3001, COMMON_3 = 3003, MAC_1 = 2001,
  MAC_2 = 2002, METAL_3 = 5001, METAL_4 = 5002 };

/* MTLResourceOptions: cache mode, storage mode, hazard tracking. */
enum { CACHE_MODES = 0x1, STORAGE_SHARED = 0x00, STORAGE_PRIVATE = 0x20, STORAGE_MASK = 0xf0,
  UNTRACKED = 0x100, TRACKED = 0x200 };

static id device;

EXPORT id MTLCreateSystemDefaultDevice(void) {
  COUNT_FUNCTION("MTLCreateSystemDefaultDevice");
  /* A process has one, which everybody who asks owns a share of. */
  if (device != NULL && is_live(device)) {
    return retain(device);
  }
  device = new_object(&MTLDevice);
  return device;
}

void check_options(NSUInteger resource_options) {
  NSUInteger tracking = resource_options & (UNTRACKED | TRACKED);
  REQUIRE((resource_options & ~(NSUInteger)(CACHE_MODES | STORAGE_MASK | UNTRACKED | TRACKED)) == 0
      && tracking != (UNTRACKED | TRACKED), "0x%lx is none of MTLResourceOptions",
      resource_options);
  NSUInteger storage = resource_options & STORAGE_MASK;
  REQUIRE(storage == STORAGE_SHARED || storage == STORAGE_PRIVATE,
      "storage 0x%lx is one that this driver has no use for", storage);
}

static id name(id self, SEL selector) { return autoreleased_string(options.name); }

static bool supports_family(id self, SEL selector, NSUInteger family) {
  if (family >= APPLE_1 && family <= APPLE_LAST) {
    return family <= APPLE_1 + (NSUInteger)options.apple_family - 1;
  }
  REQUIRE((family >= COMMON_1 && family <= COMMON_3) || family == MAC_1 || family == MAC_2
      || family == METAL_3 || family == METAL_4, "%lu is no MTLGPUFamily", family);
  return family != METAL_4 && family != MAC_1;
}

static MTLSize threads_per_group(id self, SEL selector) {
  MTLSize size = {options.threads_per_group, options.threads_per_group,
      options.threads_per_group};
  return size;
}

static NSUInteger threadgroup_memory(id self, SEL selector) { return options.threadgroup_memory; }
static NSUInteger buffer_length(id self, SEL selector) { return options.max_buffer_length; }
static uint64_t working_set(id self, SEL selector) { return options.working_set; }
static bool unified(id self, SEL selector) { return true; }

static id library(id self, SEL selector, id text, id compile_options, id *error) {
  return new_library(text, compile_options, error);
}

static id pipeline(id self, SEL selector, id descriptor, NSUInteger wanted, id *reflection,
    id *error) {
  return new_pipeline(descriptor, wanted, reflection, error);
}

static id buffer(id self, SEL selector, NSUInteger length, NSUInteger resource_options) {
  check_options(resource_options);
  REQUIRE(length > 0, "a buffer of no bytes is asked for");
  return length > (NSUInteger)options.max_buffer_length ? NULL : new_buffer(length, NULL, NULL);
}

static id buffer_over(id self, SEL selector, void *memory, NSUInteger length,
    NSUInteger resource_options, void *deallocator) {
  check_options(resource_options);
  check_pointer(memory, "the memory of a buffer");
  REQUIRE(length > 0, "a buffer of no bytes is asked for");
  REQUIRE((uintptr_t)memory % options.page == 0 && length % options.page == 0,
      "memory of a buffer is to be whole pages of %ld bytes, and is %lu bytes at %p", options.page,
      length, memory);
  REQUIRE(deallocator == NULL, "a deallocator is a block that nobody here keeps");
  return length > (NSUInteger)options.max_buffer_length ? NULL : new_buffer(length, memory, NULL);
}

static id queue(id self, SEL selector, NSUInteger room) {
  REQUIRE(room > 0, "a queue without room for a command buffer is asked for");
  return new_queue(room);
}

static id indirect(id self, SEL selector, id descriptor, NSUInteger count,
    NSUInteger resource_options) {
  check_options(resource_options);
  if (strstr(options.name, "Paravirtual") != NULL) {
    /* Apple makes one, whose commands then do nothing. */
    violation("an indirect command buffer is made on a paravirtual device");
  }
  return new_indirect(descriptor, count);
}

static id archive(id self, SEL selector, id descriptor, id *error) {
  return new_archive(descriptor, error);
}

static id fence(id self, SEL selector) { return new_fence(); }

static id residency_set(id self, SEL selector, id descriptor, id *error) {
  return new_residency_set(descriptor, error);
}

static const struct method device_methods[] = {
    METHOD("name", "@", name),
    METHOD("supportsFamily:", "BQ", supports_family),
    METHOD("maxThreadsPerThreadgroup", "S", threads_per_group),
    METHOD("maxThreadgroupMemoryLength", "Q", threadgroup_memory),
    METHOD("maxBufferLength", "Q", buffer_length),
    METHOD("recommendedMaxWorkingSetSize", "Q", working_set),
    METHOD("hasUnifiedMemory", "B", unified),
    METHOD("newLibraryWithSource:options:error:", "@@@e", library),
    METHOD("newComputePipelineStateWithDescriptor:options:reflection:error:", "@@Q^e", pipeline),
    METHOD("newBufferWithLength:options:", "@QQ", buffer),
    METHOD("newBufferWithBytesNoCopy:length:options:deallocator:", "@^QQ^", buffer_over),
    METHOD("newCommandQueueWithMaxCommandBufferCount:", "@Q", queue),
    METHOD("newIndirectCommandBufferWithDescriptor:maxCommandCount:options:", "@@QQ", indirect),
    METHOD("newBinaryArchiveWithDescriptor:error:", "@@e", archive),
    METHOD("newFence", "@", fence),
    {"newResidencySetWithDescriptor:error:", "@@e", (void *)residency_set, RESIDENCY_SETS},
    NO_MORE};
struct class MTLDevice = {.name = "MTLDevice", .parent = &NSObject, .methods = device_methods};
