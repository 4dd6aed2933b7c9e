/* What tests set and read. Everything counts for the whole process. */
#include "control.h"
#include "metal.h"

struct options options = {"Apple M2 (double)", 8, 1, 1, 1ll << 34, 1ll << 34, 32768, 1024, 16384};

enum { MOST_VIOLATIONS = 64, MOST_LINES = 1 << 20 };

static pthread_mutex_t lock;
static _Atomic int64_t calls, touches, commits;
static _Atomic int64_t calls_of[MOST_SELECTORS];
static char *violations[MOST_VIOLATIONS];
static int64_t violation_count;
static _Atomic bool logging;
static char **lines;
static int64_t line_count;

/* Failures on request: for each selector how many calls from now, 0 for none. */
struct request {
  _Atomic int64_t in;
  char *text;
};
static _Atomic int64_t requests_open;
static struct request requests[MOST_SELECTORS];
static struct request commit_request;

bool has(enum need need) {
  return need == ALWAYS || (need == RESIDENCY_SETS ? options.residency_sets : options.math_modes);
}

void count_call(SEL selector) {
  calls++;
  calls_of[selector->number]++;
}

bool is_logging(void) { return logging; }

void log_line(const char *line) {
  pthread_mutex_lock(&lock);
  if (lines == NULL) {
    lines = calloc(MOST_LINES, sizeof(char *));
  }
  if (line_count < MOST_LINES) {
    lines[line_count++] = strdup(line);
  }
  pthread_mutex_unlock(&lock);
}

void violation(const char *format, ...) {
  char text[4096];
  __builtin_va_list arguments;
  __builtin_va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  __builtin_va_end(arguments);
  pthread_mutex_lock(&lock);
  if (violation_count < MOST_VIOLATIONS) {
    violations[violation_count++] = strdup(text);
  }
  pthread_mutex_unlock(&lock);
}

/* Its turn comes once; between calls of several threads one of them takes it. */
static bool take(struct request *request, const char **text) {
  if (request->in == 0 || --request->in != 0) {
    return false;
  }
  requests_open--;
  *text = request->text;
  return true;
}

bool must_fail(SEL selector, const char **text) {
  return requests_open != 0 && take(&requests[selector->number], text);
}

bool must_fail_commit(const char **text) {
  commits++;
  return requests_open != 0 && take(&commit_request, text);
}

void count_touch(void) { touches++; }

static void ask(struct request *request, int64_t in, const char *text) {
  requests_open += (in != 0) - (request->in != 0);
  request->text = text == NULL ? NULL : strdup(text);
  request->in = in;
}

/* The n-th call of this selector from now on answers nil, with an NSError where text is given. */
EXPORT void double_fail(const char *selector, int64_t in, const char *text) {
  ask(&requests[intern(selector)->number], in, text);
}

/* The n-th command buffer committed from now on ends in an error with this text and does not run. */
EXPORT void double_fail_commit(int64_t in, const char *text) { ask(&commit_request, in, text); }

EXPORT void double_configure(const struct options *wanted) { options = *wanted; }

/* Forgets what was counted, logged, reported and requested; objects stay. */
EXPORT void double_reset(void) {
  pthread_mutex_lock(&lock);
  calls = touches = commits = 0;
  logging = false;
  for (int i = 0; i < MOST_SELECTORS; i++) {
    calls_of[i] = 0;
    requests[i].in = 0;
  }
  commit_request.in = 0;
  requests_open = 0;
  while (violation_count > 0) {
    free(violations[--violation_count]);
  }
  while (line_count > 0) {
    free(lines[--line_count]);
  }
  pthread_mutex_unlock(&lock);
}

EXPORT int64_t double_calls(void) { return calls; }
EXPORT int64_t double_calls_of(const char *selector) {
  return calls_of[intern(selector)->number];
}
EXPORT int64_t double_touches(void) { return touches; }
EXPORT int64_t double_commits(void) { return commits; }
EXPORT int64_t double_open_pools(void) { return open_pools(); }

EXPORT const char *double_class_name(int64_t place) {
  struct class *class = class_at(place);
  return class == NULL ? NULL : class->name;
}
EXPORT int64_t double_class_live(int64_t place) { return class_at(place)->live; }

EXPORT const char *double_selector_name(int64_t number) {
  SEL selector = selector_at(number);
  return selector == NULL ? NULL : selector->name;
}

/* The types of a method, or NULL where the class has none of this selector; class methods count too. */
EXPORT const char *double_types(const char *class_name, const char *selector) {
  struct class *class = find_class(class_name);
  if (class == NULL) {
    return NULL;
  }
  const struct method *method = find_method(class, intern(selector), false);
  if (method == NULL) {
    method = find_method(class, intern(selector), true);
  }
  return method == NULL ? NULL : method->types;
}

/* The text of a violation or a line, copied for the caller by Java; NULL past the last. */
static const char *text_at(char **texts, int64_t *count, int64_t place) {
  pthread_mutex_lock(&lock);
  const char *text = place < *count ? texts[place] : NULL;
  pthread_mutex_unlock(&lock);
  return text;
}

EXPORT const char *double_violation(int64_t place) {
  return text_at(violations, &violation_count, place);
}

/* For what the Java side finds wrong in an upcall. */
EXPORT void double_add_violation(const char *text) { violation("%s", text); }

EXPORT void double_log(int64_t on) { logging = on != 0; }
EXPORT const char *double_log_line(int64_t place) { return text_at(lines, &line_count, place); }
