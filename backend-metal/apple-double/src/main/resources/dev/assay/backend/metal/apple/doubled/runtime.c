/* Classes and selectors, and the search for the method that answers a message. */
#include "control.h"
#include "metal.h"

EXPORT void *_NSConcreteGlobalBlock[32];
EXPORT void *_NSConcreteStackBlock[32];

static struct class *const CLASSES[] = {&NSObject, &NSString, &NSError, &NSArray, &NSURL,
    &MTLDevice, &MTLCompileOptions, &MTLLibrary, &MTLFunctionConstantValues, &MTLFunction,
    &MTLComputePipelineDescriptor, &MTLComputePipelineState, &MTLComputePipelineReflection,
    &MTLBinding, &MTLBinaryArchiveDescriptor, &MTLBinaryArchive, &MTLResource, &MTLBuffer,
    &MTLResidencySetDescriptor, &MTLResidencySet, &MTLFence, &MTLCommandQueue, &MTLCommandBuffer,
    &MTLCommandEncoder, &MTLComputeCommandEncoder, &MTLIndirectCommandBufferDescriptor,
    &MTLIndirectCommandBuffer, &MTLIndirectComputeCommand};
enum { CLASS_COUNT = sizeof(CLASSES) / sizeof(CLASSES[0]) };

static pthread_mutex_t selectors_lock;
static struct selector selectors[MOST_SELECTORS];
static _Atomic uint64_t selector_count;

/* The message that this thread is answering, for fatal(). */
static _Thread_local struct class *answering;
static _Thread_local SEL answering_selector;

void answer_function(void) { answering_selector = NULL; }

SEL intern(const char *name) {
  uint64_t known = selector_count;
  for (uint64_t i = 0; i < known; i++) {
    if (strcmp(selectors[i].name, name) == 0) {
      return &selectors[i];
    }
  }
  REQUIRE(strlen(name) < SELECTOR_ROOM, "the selector %s is longer than any", name);
  pthread_mutex_lock(&selectors_lock);
  uint64_t i = 0;
  while (i < selector_count && strcmp(selectors[i].name, name) != 0) {
    i++;
  }
  if (i == selector_count) {
    REQUIRE(i < MOST_SELECTORS, "there are more selectors than there is room for");
    memcpy(selectors[i].name, name, strlen(name) + 1);
    selectors[i].number = i;
    selector_count++;
  }
  pthread_mutex_unlock(&selectors_lock);
  return &selectors[i];
}

SEL selector_at(uint64_t number) { return number < selector_count ? &selectors[number] : NULL; }

static void fill(const struct method *methods, const struct method **found) {
  for (const struct method *each = methods; each != NULL && each->selector != NULL; each++) {
    found[intern(each->selector)->number] = each;
  }
}

/* A class has what its parents have, which come first so that it can answer in its own way. */
static void inherit(struct class *class, struct class *from) {
  if (from->parent != NULL) {
    inherit(class, from->parent);
  }
  fill(from->methods, class->found);
  fill(from->class_methods, class->class_found);
}

__attribute__((constructor(102))) static void fill_classes(void) {
  for (int i = 0; i < CLASS_COUNT; i++) {
    inherit(CLASSES[i], CLASSES[i]);
  }
}

struct class *class_at(uint64_t place) { return place < CLASS_COUNT ? CLASSES[place] : NULL; }

struct class *find_class(const char *name) {
  for (int i = 0; i < CLASS_COUNT; i++) {
    if (strcmp(CLASSES[i]->name, name) == 0 && has(CLASSES[i]->need)) {
      return CLASSES[i];
    }
  }
  return NULL;
}

EXPORT struct class *objc_getClass(const char *name) {
  check_pointer(name, "the name of a class");
  COUNT_FUNCTION("objc_getClass");
  struct class *class = find_class(name);
  return class != NULL && class->known ? class : NULL;
}

EXPORT SEL sel_registerName(const char *name) {
  check_pointer(name, "the name of a selector");
  COUNT_FUNCTION("sel_registerName");
  return intern(name);
}

static struct class *as_class(id receiver) {
  for (int i = 0; i < CLASS_COUNT; i++) {
    if ((void *)CLASSES[i] == (void *)receiver) {
      return CLASSES[i];
    }
  }
  return NULL;
}

const struct method *find_method(struct class *class, SEL selector, bool of_class) {
  const struct method *method =
      (of_class ? class->class_found : class->found)[selector->number];
  return method != NULL && has(method->need) ? method : NULL;
}

void fatal(const char *format, ...) {
  char text[1024];
  int used = snprintf(text, sizeof text, "apple double: ");
  if (answering_selector != NULL) {
    used += snprintf(text + used, sizeof text - used, "-[%s %s]: ", answering->name,
        answering_selector->name);
  }
  __builtin_va_list arguments;
  __builtin_va_start(arguments, format);
  used += vsnprintf(text + used, sizeof text - used, format, arguments);
  __builtin_va_end(arguments);
  used = used < (int)sizeof text - 1 ? used : (int)sizeof text - 2;
  text[used++] = '\n';
  write(2, text, used);
  abort();
}

static int describe_object(char *text, int room, id object) {
  struct class *class = as_class(object);
  if (object == NULL || class != NULL) {
    return snprintf(text, room, " %s", class == NULL ? "nil" : class->name);
  }
  if (!is_live(object)) {
    return snprintf(text, room, " invalid");
  }
  return is_a(object, &NSString)
      ? snprintf(text, room, " \"%.60s\"", text_of(object, "a string"))
      : snprintf(text, room, " %s#%lu", object->isa->name, number_of(object));
}

/* Integer registers hold the arguments first and the stack the rest; a size is in memory by either platform's rule. */
struct arguments {
  const uint64_t *registers, *stack;
  int next, most;
};

static uint64_t next_word(struct arguments *from) {
  return from->next < from->most ? from->registers[from->next++] : *from->stack++;
}

static const uint64_t *next_size(struct arguments *from) {
#if defined(__x86_64__)
  const uint64_t *size = from->stack;
  from->stack += 3;
  return size;
#else
  return (const uint64_t *)next_word(from);
#endif
}

static void log_message(id receiver, SEL selector, const char *types, struct arguments from) {
  char text[512];
  int room = sizeof text, used = describe_object(text, room, receiver);
  used += snprintf(text + used, room - used, " %s", selector->name);
  for (const char *type = types + 1; *type != 0 && used < room - 150; type++) {
    if (*type == 'S') {
      const uint64_t *size = next_size(&from);
      used += snprintf(text + used, room - used, " %lux%lux%lu", size[0], size[1], size[2]);
    } else if (*type == 'R') {
      uint64_t location = next_word(&from);
      used += snprintf(text + used, room - used, " %lu+%lu", location, next_word(&from));
    } else if (*type == '@') {
      used += describe_object(text + used, room - used, (id)next_word(&from));
    } else if (*type == 'B') {
      used += snprintf(text + used, room - used, " %s", next_word(&from) & 1 ? "YES" : "NO");
    } else if (*type == 'Q') {
      used += snprintf(text + used, room - used, " %lu", next_word(&from));
    } else {
      used += snprintf(text + used, room - used, next_word(&from) == 0 ? " NULL" : " address");
    }
  }
  log_line(text + 1);
}

static id answer_nil(void) { return NULL; }

/* The failure that a test asked for: the result is nil, and the error is given where the message gives one. */
static void *fail(const char *types, struct arguments from, const char *text) {
  for (const char *type = types + 1; *type != 0; type++) {
    uint64_t word = next_word(&from);
    if (*type == 'e' && word != 0 && text != NULL) {
      *(id *)word = autorelease(new_error("MTLDoubleDomain", 77, text));
    }
  }
  return (void *)answer_nil;
}

/* Called by the entry points with the registers that they saved; returns what they jump to. */
__attribute__((used)) HIDDEN void *find_for_message(const uint64_t *registers,
    const uint64_t *stack, int in_memory) {
  id receiver = (id)registers[in_memory];
  SEL selector = (SEL)registers[in_memory + 1];
  answering_selector = NULL;
  REQUIRE(selector >= selectors && selector < selectors + selector_count,
      "a message has no selector: %p", (void *)selector);
  REQUIRE(receiver != NULL, "%s was sent to nil", selector->name);
  struct class *class = as_class(receiver);
  bool of_class = class != NULL;
  if (!of_class) {
    REQUIRE(number_of(receiver) != 0, "%s was sent to what is no object: %p", selector->name,
        (void *)receiver);
    class = receiver->isa;
    REQUIRE(is_live(receiver), "%s was sent to a freed %s (object %lu)", selector->name,
        class->name, number_of(receiver));
  }
  const struct method *method = find_method(class, selector, of_class);
  REQUIRE(method != NULL, "%c[%s %s]: unrecognized selector", of_class ? '+' : '-', class->name,
      selector->name);
#if defined(__x86_64__)
  REQUIRE((method->types[0] == 'S') == (in_memory == 1),
      "-[%s %s] was sent through the wrong entry point for its result", class->name,
      selector->name);
  int most = 6;
#else
  int most = 8;
#endif
  answering = class;
  answering_selector = selector;
  struct arguments arguments = {registers, stack, in_memory + 2, most};
  count_call(selector);
  if (is_logging()) {
    log_message(receiver, selector, method->types, arguments);
  }
  const char *text = NULL;
  return must_fail(selector, &text) ? fail(method->types, arguments, text) : method->function;
}
