/* What a text becomes: compile options, libraries, function constants, functions. */
#include "metal.h"
#include "control.h"

/* MTLCompileOptions */

enum { MATH_SAFE, MATH_RELAXED, MATH_FAST };

struct compile_options {
  struct object object;
  bool mode_set, fast_off;
  NSUInteger mode;
};

static void set_fast_math(id self, SEL selector, bool fast) {
  ((struct compile_options *)self)->fast_off = !fast;
}

static void set_math_mode(id self, SEL selector, NSUInteger mode) {
  REQUIRE(mode <= MATH_FAST, "%lu is no MTLMathMode", mode);
  ((struct compile_options *)self)->mode = mode;
  ((struct compile_options *)self)->mode_set = true;
}

static void set_math_functions(id self, SEL selector, NSUInteger functions) {
  REQUIRE(functions <= 1, "%lu is no MTLMathFloatingPointFunctions", functions);
}

/* Fast unless something else was asked for, as Apple's compiler is. */
static int64_t math_mode(struct compile_options *asked) {
  if (asked == NULL) {
    return MATH_FAST;
  }
  return asked->mode_set ? (int64_t)asked->mode : asked->fast_off ? MATH_SAFE : MATH_FAST;
}

/* MTLLanguageVersion: major and minor, 16 bits each; 3.2 came with the math modes, and 4.0 after. */
static void set_language_version(id self, SEL selector, NSUInteger version) {
  NSUInteger newest = options.math_modes ? 0x40000 : 0x30001;
  REQUIRE(version >= 0x10000 && version <= newest, "the system has no Metal language version %lx",
      version);
}

static const struct method compile_options_methods[] = {
    METHOD("setLanguageVersion:", "vQ", set_language_version),
    METHOD("setFastMathEnabled:", "vB", set_fast_math),
    {"setMathMode:", "vQ", (void *)set_math_mode, MATH_MODES},
    {"setMathFloatingPointFunctions:", "vQ", (void *)set_math_functions, MATH_MODES},
    NO_MORE};
struct class MTLCompileOptions = {.name = "MTLCompileOptions",
    .parent = &NSObject,
    .methods = compile_options_methods,
    .allocatable = true,
    .known = true};

/* MTLLibrary */

struct library {
  struct object object;
  int64_t handle;
  char *label;
};

id new_library(id text, id compile_options, id *error) {
  const char *source = text_of(text, "the source");
  struct compile_options *asked =
      compile_options == NULL ? NULL : GIVEN(compile_options, compile_options, MTLCompileOptions);
  char *refusal = malloc(ERROR_ROOM);
  int64_t handle = engine.library(source, math_mode(asked), refusal);
  struct library *library = NULL;
  if (handle == 0) {
    give_error(error, "MTLLibraryErrorDomain", 3, refusal);
  } else {
    library = (struct library *)new_object(&MTLLibrary);
    library->handle = handle;
  }
  free(refusal);
  return (id)library;
}

static void set_library_label(id self, SEL selector, id label) {
  keep_text(&((struct library *)self)->label, label);
}

static void free_library(id self) {
  engine.release(LIBRARY_HANDLE, ((struct library *)self)->handle);
  free(((struct library *)self)->label);
}

/* MTLFunctionConstantValues */

enum { MOST_CONSTANTS = 256 };

struct constant_values {
  struct object object;
  int64_t count;
  struct constant *constants;
};

/* The bytes of a scalar of this MTLDataType, or 0 where it is none that a kernel's constants have. */
static size_t bytes_of(NSUInteger type) {
  enum { FLOAT = 3, HALF = 16, INT = 29, UINT = 33, SHORT = 37, USHORT = 41, CHAR = 45, UCHAR = 49,
    BOOL = 53, LONG = 81, ULONG = 85, BFLOAT = 121 };
  switch (type) {
    case BOOL: case CHAR: case UCHAR: return 1;
    case SHORT: case USHORT: case HALF: case BFLOAT: return 2;
    case INT: case UINT: case FLOAT: return 4;
    case LONG: case ULONG: return 8;
    default: return 0;
  }
}

static void set_constant(id self, SEL selector, const void *value, NSUInteger type,
    NSUInteger index) {
  struct constant_values *values = (struct constant_values *)self;
  check_pointer(value, "the value of a function constant");
  size_t bytes = bytes_of(type);
  REQUIRE(bytes != 0, "%lu is no MTLDataType of a scalar", type);
  REQUIRE(index < 65536, "function constant %lu has no such index", index);
  struct constant *constant = NULL;
  for (int64_t i = 0; i < values->count; i++) {
    if (values->constants[i].index == (int64_t)index) {
      constant = &values->constants[i];
      violation("function constant %lu is set twice", index);
    }
  }
  if (constant == NULL) {
    REQUIRE(values->count < MOST_CONSTANTS, "there are more function constants than expected");
    if (values->constants == NULL) {
      values->constants = calloc(MOST_CONSTANTS, sizeof(struct constant));
    }
    constant = &values->constants[values->count++];
  }
  constant->index = (int64_t)index;
  constant->type = (int64_t)type;
  constant->value = 0;
  memcpy(&constant->value, value, bytes);
}

static void free_constants(id self) { free(((struct constant_values *)self)->constants); }

static const struct method constants_methods[] = {
    METHOD("setConstantValue:type:atIndex:", "v^QQ", set_constant), NO_MORE};
struct class MTLFunctionConstantValues = {.name = "MTLFunctionConstantValues",
    .parent = &NSObject,
    .methods = constants_methods,
    .dealloc = free_constants,
    .allocatable = true,
    .known = true};

/* MTLFunction */

static id new_function(id self, SEL selector, id name, id constant_values, id *error) {
  struct library *library = (struct library *)self;
  const char *text = text_of(name, "the name of a function");
  struct constant_values *values =
      GIVEN(constant_values, constant_values, MTLFunctionConstantValues);
  char *refusal = malloc(ERROR_ROOM);
  int64_t handle =
      engine.function(library->handle, text, values->constants, values->count, refusal);
  struct function *function = NULL;
  if (handle == 0) {
    give_error(error, "MTLLibraryErrorDomain", 2, refusal);
  } else {
    function = (struct function *)new_object(&MTLFunction);
    function->handle = handle;
  }
  free(refusal);
  return (id)function;
}

static const struct method library_methods[] = {METHOD("setLabel:", "v@", set_library_label),
    METHOD("newFunctionWithName:constantValues:error:", "@@@e", new_function), NO_MORE};
struct class MTLLibrary = {.name = "MTLLibrary",
    .parent = &NSObject,
    .methods = library_methods,
    .dealloc = free_library};

static void free_function(id self) {
  engine.release(FUNCTION_HANDLE, ((struct function *)self)->handle);
}

struct class MTLFunction = {
    .name = "MTLFunction", .parent = &NSObject, .dealloc = free_function};
