/* A list of records with the texts and bytes that they speak of. */
#include "metal.h"

struct record *add_record(struct recording *recording, enum record_kind kind) {
  if (recording->count == recording->room) {
    recording->room = recording->room == 0 ? 64 : 2 * recording->room;
    recording->records =
        realloc(recording->records, recording->room * sizeof(struct record));
  }
  struct record *record = &recording->records[recording->count++];
  memset(record, 0, sizeof *record);
  record->kind = kind;
  return record;
}

int64_t add_bytes(struct recording *recording, const void *bytes, uint64_t length) {
  if (recording->byte_count + length > recording->byte_room) {
    recording->byte_room = 2 * recording->byte_room + length + 256;
    recording->bytes = realloc(recording->bytes, recording->byte_room);
  }
  memcpy(recording->bytes + recording->byte_count, bytes, length);
  recording->byte_count += length;
  return (int64_t)(recording->byte_count - length);
}

void free_recording(struct recording *recording) {
  free(recording->records);
  free(recording->bytes);
  free(recording);
}
