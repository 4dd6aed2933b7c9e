package dev.assay.backend.metal.apple.doubled;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * What a command buffer was sent, as the native part wrote it down; good as long as the commit.
 *
 * @param count how many there are
 * @param words nine for each: kind, object, index and six values
 * @param pool the bytes and texts that they speak of
 */
record Records(int count, MemorySegment words, MemorySegment pool) {
  private static final int WORDS = 9;
  private static final int OBJECT = 1;
  private static final int INDEX = 2;
  private static final int VALUES = 3;
  private static final Kind[] KINDS = Kind.values();

  /** In the order of the native part, which counts from 1. */
  enum Kind {
    SET_PIPELINE, SET_BUFFER, SET_BYTES, SET_MEMORY, DISPATCH_THREADS, DISPATCH_GROUPS, BARRIER,
    EXECUTE, COMMAND, EXECUTED, USE_RESOURCE, WAIT_FENCE, UPDATE_FENCE, PUSH_GROUP, POP_GROUP,
    END_ENCODING
  }

  @SuppressWarnings("restricted")
  static Records at(MemorySegment records, long count, MemorySegment bytes, long byteCount) {
    return new Records(Math.toIntExact(count),
        records.reinterpret(count * WORDS * Long.BYTES), bytes.reinterpret(byteCount));
  }

  private long word(int place, int word) {
    return words.getAtIndex(ValueLayout.JAVA_LONG, (long) place * WORDS + word);
  }

  Kind kind(int place) {
    return KINDS[Math.toIntExact(word(place, 0) - 1)];
  }

  long object(int place) {
    return word(place, OBJECT);
  }

  int index(int place) {
    return Math.toIntExact(word(place, INDEX));
  }

  long value(int place, int number) {
    return word(place, VALUES + number);
  }

  List<Byte> bytes(long at, long length) {
    List<Byte> bytes = new ArrayList<>();
    for (byte each : pool.asSlice(at, length).toArray(ValueLayout.JAVA_BYTE)) {
      bytes.add(each);
    }
    return List.copyOf(bytes);
  }

  String text(long at, long length) {
    return new String(pool.asSlice(at, length).toArray(ValueLayout.JAVA_BYTE),
        StandardCharsets.UTF_8);
  }
}
