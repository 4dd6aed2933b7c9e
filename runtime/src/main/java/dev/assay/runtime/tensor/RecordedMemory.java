package dev.assay.runtime.tensor;

import org.jspecify.annotations.Nullable;

/**
 * Memory that a program will have when it runs: an input, an output, or a place in the arena. What is known of it is
 * found while the program is recorded. Belongs to the recording thread.
 */
final class RecordedMemory {
  private static final int UNUSED = -1;

  private final ProgramRecorder recorder;
  private final String label;
  private final long lengthBytes;
  private final boolean input;
  private @Nullable String output;
  private int firstUse = UNUSED;
  private int lastUse = UNUSED;
  private boolean written;
  private long arenaOffset;

  RecordedMemory(ProgramRecorder recorder, String label, long lengthBytes, boolean input) {
    this.recorder = recorder;
    this.label = label;
    this.lengthBytes = lengthBytes;
    this.input = input;
    this.written = input;
  }

  ProgramRecorder recorder() {
    return recorder;
  }

  String label() {
    return label;
  }

  long lengthBytes() {
    return lengthBytes;
  }

  boolean isInput() {
    return input;
  }

  /** The name under which it leaves the program, or null. */
  @Nullable
  String output() {
    return output;
  }

  void makeOutput(String name) {
    output = name;
  }

  /** Whether it lies in the arena. */
  boolean isIntermediate() {
    return !input && output == null && firstUse != UNUSED;
  }

  boolean isWritten() {
    return written;
  }

  /** Call {@code index} uses it. */
  void use(int index, boolean writes) {
    firstUse = firstUse == UNUSED ? index : firstUse;
    lastUse = index;
    written |= writes;
  }

  int firstUse() {
    return firstUse;
  }

  int lastUse() {
    return lastUse;
  }

  long arenaOffset() {
    return arenaOffset;
  }

  void place(long offset) {
    arenaOffset = offset;
  }
}
