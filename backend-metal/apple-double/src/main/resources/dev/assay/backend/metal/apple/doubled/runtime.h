/*
 * A small Objective-C runtime: classes, selectors, objects, pools. What ends a process on a Mac ends it here, by one line
 * on stderr and abort(); what Apple merely leaves undefined becomes a violation, a text that tests read.
 */
#pragma once
#include "libc.h"

#define HIDDEN __attribute__((visibility("hidden")))
#define EXPORT __attribute__((visibility("default")))

typedef uint64_t NSUInteger;
typedef int64_t NSInteger;
typedef struct object *id;
typedef struct selector *SEL;
typedef struct { NSUInteger width, height, depth; } MTLSize;
typedef struct { NSUInteger location, length; } NSRange;

enum { MOST_SELECTORS = 512, SELECTOR_ROOM = 120 };

/* The name comes first, so that a selector is the text that it names. */
struct selector {
  char name[SELECTOR_ROOM];
  uint64_t number;
};

/* What an installation may lack; see options in control.h. */
enum need { ALWAYS, RESIDENCY_SETS, MATH_MODES };

/*
 * types: result, then arguments. v nothing, @ object, ^ address, e address of an NSError *, Q 64-bit integer, B bool,
 * d double, S MTLSize by value, R NSRange by value.
 */
struct method {
  const char *selector;
  const char *types;
  void *function;
  enum need need;
};

struct class {
  const char *name;
  struct class *parent;
  const struct method *methods;       /* Ends with an empty one, or NULL. */
  const struct method *class_methods; /* The same. */
  void (*dealloc)(id self);           /* Or NULL. */
  bool allocatable;                   /* Whether alloc makes one. */
  bool known;                         /* Whether objc_getClass finds it: protocols are not classes. */
  enum need need;
  _Atomic int64_t live;
  const struct method *found[MOST_SELECTORS];
  const struct method *class_found[MOST_SELECTORS];
};

/* Every object lies in a cell of its own that is never used again: a freed one stays recognisable. */
enum { CELL_BYTES = 256 };

struct object {
  struct class *isa;
  _Atomic int64_t retains;
};

/* Makes an object that its caller owns, of a struct that begins with struct object; the rest is zero. */
HIDDEN id new_object(struct class *class);
HIDDEN id retain(id object);
HIDDEN void release(id object);
HIDDEN id autorelease(id object);
HIDDEN uint64_t number_of(id object);
HIDDEN bool is_live(id object);
HIDDEN bool is_a(id object, const struct class *class);

/* The object, if it is a live one of this class; ends the process otherwise. */
HIDDEN id check_object(id object, const struct class *class, const char *what);
#define GIVEN(type, object, class) ((struct type *)check_object((id)(object), &(class), #object))

/* Ends the process with one line that names the message being answered. */
HIDDEN _Noreturn __attribute__((format(printf, 1, 2))) void fatal(const char *format, ...);
#define REQUIRE(condition, ...) do { if (!(condition)) { fatal(__VA_ARGS__); } } while (0)

/* Where an address is not one of an object or of memory. */
HIDDEN void check_pointer(const void *pointer, const char *what);

/* The class of this name, protocols included, or NULL. */
HIDDEN struct class *find_class(const char *name);
HIDDEN struct class *class_at(uint64_t place);
HIDDEN SEL intern(const char *name);
HIDDEN SEL selector_at(uint64_t number);
HIDDEN const struct method *find_method(struct class *class, SEL selector, bool of_class);
HIDDEN int64_t open_pools(void);

extern struct class NSObject, NSString, NSError, NSArray, NSURL;
