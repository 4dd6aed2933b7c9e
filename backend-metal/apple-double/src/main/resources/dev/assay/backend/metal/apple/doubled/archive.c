/* Binary archives: here a file holds the labels of pipelines, whose device code it would hold. */
#include "metal.h"
#include "control.h"

enum { READ_ONLY_FILE = 0, NEW_FILE = 0x241, OWNER_ONLY = 0600, MOST_CONTENT = 1 << 20 };
static const char HEADER[] = "archive of the double\n";

struct archive_descriptor {
  struct object object;
  id url;
};

struct archive {
  struct object object;
  pthread_mutex_t lock;
  char *content; /* The header, and a line for each pipeline. */
};

static void set_url(id self, SEL selector, id url) {
  struct archive_descriptor *descriptor = (struct archive_descriptor *)self;
  path_of(url);
  retain(url);
  if (descriptor->url != NULL) {
    release(descriptor->url);
  }
  descriptor->url = url;
}

static void free_descriptor(id self) {
  if (((struct archive_descriptor *)self)->url != NULL) {
    release(((struct archive_descriptor *)self)->url);
  }
}

static const struct method descriptor_methods[] = {METHOD("setUrl:", "v@", set_url), NO_MORE};
struct class MTLBinaryArchiveDescriptor = {.name = "MTLBinaryArchiveDescriptor",
    .parent = &NSObject,
    .methods = descriptor_methods,
    .dealloc = free_descriptor,
    .allocatable = true,
    .known = true};

/* The content of an archive's file, or NULL where it is none. */
static char *load(const char *path) {
  int file = open(path, READ_ONLY_FILE);
  char *found = calloc(1, MOST_CONTENT);
  long length = file < 0 ? -1 : read(file, found, MOST_CONTENT - 1);
  if (file >= 0) {
    close(file);
  }
  if (length > 0 && strncmp(found, HEADER, strlen(HEADER)) == 0) {
    return found;
  }
  free(found);
  return NULL;
}

/* Without a URL a new one, with it the one in the file. */
id new_archive(id descriptor, id *error) {
  struct archive_descriptor *described =
      GIVEN(archive_descriptor, descriptor, MTLBinaryArchiveDescriptor);
  char *content = NULL;
  if (described->url != NULL && (content = load(path_of(described->url))) == NULL) {
    give_error(error, "MTLBinaryArchiveDomain", 1, "the file is no archive of this device");
    return NULL;
  }
  struct archive *archive = (struct archive *)new_object(&MTLBinaryArchive);
  archive->content = content == NULL ? strdup(HEADER) : content;
  return (id)archive;
}

static void line_of(id descriptor, char *line, size_t room) {
  const char *label = label_of(descriptor);
  snprintf(line, room, "%s%s\n", label, is_described_indirect(descriptor) ? " (indirect)" : "");
}

bool is_archived(id archive, id descriptor) {
  struct archive *asked = GIVEN(archive, archive, MTLBinaryArchive);
  char line[1024];
  line_of(descriptor, line, sizeof line);
  pthread_mutex_lock(&asked->lock);
  bool found = strstr(asked->content, line) != NULL;
  pthread_mutex_unlock(&asked->lock);
  return found;
}

static bool add_pipeline(id self, SEL selector, id descriptor, id *error) {
  struct archive *archive = (struct archive *)self;
  check_object(descriptor, &MTLComputePipelineDescriptor, "descriptor");
  char line[1024];
  line_of(descriptor, line, sizeof line);
  pthread_mutex_lock(&archive->lock);
  size_t room = strlen(archive->content) + strlen(line) + 1;
  char *longer = malloc(room);
  snprintf(longer, room, "%s%s", archive->content, line);
  free(archive->content);
  archive->content = longer;
  pthread_mutex_unlock(&archive->lock);
  return true;
}

static bool serialize(id self, SEL selector, id url, id *error) {
  struct archive *archive = (struct archive *)self;
  int file = open(path_of(url), NEW_FILE, OWNER_ONLY);
  pthread_mutex_lock(&archive->lock);
  long length = (long)strlen(archive->content);
  bool written = file >= 0 && write(file, archive->content, length) == length;
  pthread_mutex_unlock(&archive->lock);
  if (file >= 0) {
    close(file);
  }
  if (!written) {
    give_error(error, "MTLBinaryArchiveDomain", 4, "the file cannot be written");
  }
  return written;
}

static void free_archive(id self) { free(((struct archive *)self)->content); }

static const struct method archive_methods[] = {
    METHOD("addComputePipelineFunctionsWithDescriptor:error:", "B@e", add_pipeline),
    METHOD("serializeToURL:error:", "B@e", serialize),
    NO_MORE};
struct class MTLBinaryArchive = {
    .name = "MTLBinaryArchive", .parent = &NSObject, .methods = archive_methods,
    .dealloc = free_archive};
