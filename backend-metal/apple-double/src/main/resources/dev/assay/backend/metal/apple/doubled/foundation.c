/* NSObject, NSString, NSArray, NSURL, NSError. */
#include "metal.h"
#include "control.h"

enum { UTF8 = 4 };

/* NSObject */

static id alloc(struct class *class, SEL selector) {
  REQUIRE(class->allocatable, "a %s is made by other objects, not by alloc", class->name);
  return new_object(class);
}

static id init(id self, SEL selector) { return self; }

static bool responds(id self, SEL selector, SEL asked) {
  check_pointer(asked, "the selector that is asked for");
  return find_method(self->isa, asked, false) != NULL;
}

static bool class_responds(struct class *class, SEL selector, SEL asked) {
  check_pointer(asked, "the selector that is asked for");
  return find_method(class, asked, true) != NULL;
}

static const struct method object_methods[] = {
    METHOD("init", "@", init), METHOD("respondsToSelector:", "B^", responds), NO_MORE};
static const struct method object_class_methods[] = {
    METHOD("alloc", "@", alloc), METHOD("respondsToSelector:", "B^", class_responds), NO_MORE};
struct class NSObject = {.name = "NSObject",
    .methods = object_methods,
    .class_methods = object_class_methods,
    .allocatable = true,
    .known = true};

/* NSString */

id new_string(const char *text) {
  struct string *string = (struct string *)new_object(&NSString);
  string->text = strdup(text);
  return (id)string;
}

id autoreleased_string(const char *text) { return autorelease(new_string(text)); }

const char *text_of(id string, const char *what) {
  return ((struct string *)check_object(string, &NSString, what))->text;
}

void keep_text(char **kept, id string) {
  char *text = strdup(text_of(string, "a label"));
  free(*kept);
  *kept = text;
}

static id string_with(struct class *class, SEL selector, const char *text, NSUInteger encoding) {
  check_pointer(text, "the text of a string");
  REQUIRE(encoding == UTF8, "a Java text comes in UTF-8 (4), not in encoding %lu", encoding);
  return autoreleased_string(text);
}

static const char *utf8(id self, SEL selector) { return text_of(self, "self"); }

static void free_string(id self) { free(((struct string *)self)->text); }

static const struct method string_methods[] = {METHOD("UTF8String", "^", utf8), NO_MORE};
static const struct method string_class_methods[] = {
    METHOD("stringWithCString:encoding:", "@^Q", string_with), NO_MORE};
struct class NSString = {.name = "NSString",
    .parent = &NSObject,
    .methods = string_methods,
    .class_methods = string_class_methods,
    .dealloc = free_string,
    .known = true};

/* NSError */

struct error {
  struct object object;
  id domain, text;
  NSInteger code;
};

id new_error(const char *domain, NSInteger code, const char *text) {
  struct error *error = (struct error *)new_object(&NSError);
  error->domain = new_string(domain);
  error->text = new_string(text);
  error->code = code;
  return (id)error;
}

void give_error(id *error, const char *domain, NSInteger code, const char *text) {
  if (error != NULL) {
    check_pointer(error, "where the error goes");
    *error = autorelease(new_error(domain, code, text));
  }
}

static id error_domain(id self, SEL selector) {
  return autorelease(retain(((struct error *)self)->domain));
}
static id error_text(id self, SEL selector) {
  return autorelease(retain(((struct error *)self)->text));
}
static NSInteger error_code(id self, SEL selector) { return ((struct error *)self)->code; }

static void free_error(id self) {
  release(((struct error *)self)->domain);
  release(((struct error *)self)->text);
}

static const struct method error_methods[] = {METHOD("domain", "@", error_domain),
    METHOD("localizedDescription", "@", error_text), METHOD("code", "Q", error_code), NO_MORE};
struct class NSError = {.name = "NSError",
    .parent = &NSObject,
    .methods = error_methods,
    .dealloc = free_error,
    .known = true};

/* NSArray */

id new_array(uint64_t count, id *elements) {
  struct array *array = (struct array *)new_object(&NSArray);
  array->count = count;
  array->elements = malloc(count * sizeof(id) + 1);
  for (uint64_t i = 0; i < count; i++) {
    array->elements[i] = retain(elements[i]);
  }
  return (id)array;
}

static id array_with(struct class *class, SEL selector, id element) {
  check_object(element, &NSObject, "the element of an array");
  return autorelease(new_array(1, &element));
}

static NSUInteger array_count(id self, SEL selector) { return ((struct array *)self)->count; }

static id array_element(id self, SEL selector, NSUInteger index) {
  struct array *array = (struct array *)self;
  REQUIRE(index < array->count, "index %lu is past an array of %lu", index, array->count);
  return array->elements[index];
}

static void free_array(id self) {
  struct array *array = (struct array *)self;
  for (uint64_t i = 0; i < array->count; i++) {
    release(array->elements[i]);
  }
  free(array->elements);
}

static const struct method array_methods[] = {METHOD("count", "Q", array_count),
    METHOD("objectAtIndex:", "@Q", array_element), NO_MORE};
static const struct method array_class_methods[] = {
    METHOD("arrayWithObject:", "@@", array_with), NO_MORE};
struct class NSArray = {.name = "NSArray",
    .parent = &NSObject,
    .methods = array_methods,
    .class_methods = array_class_methods,
    .dealloc = free_array,
    .known = true};

/* NSURL */

static id file_url(struct class *class, SEL selector, id path) {
  const char *text = text_of(path, "the path of a URL");
  REQUIRE(text[0] == '/', "the path of a file is to be absolute: %s", text);
  struct string *url = (struct string *)new_object(&NSURL);
  url->text = strdup(text);
  return autorelease((id)url);
}

const char *path_of(id url) { return ((struct string *)check_object(url, &NSURL, "url"))->text; }

static const struct method url_class_methods[] = {
    METHOD("fileURLWithPath:", "@@", file_url), NO_MORE};
struct class NSURL = {.name = "NSURL",
    .parent = &NSObject,
    .class_methods = url_class_methods,
    .dealloc = free_string,
    .known = true};
