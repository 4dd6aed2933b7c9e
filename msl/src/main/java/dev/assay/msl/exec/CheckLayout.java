package dev.assay.msl.exec;

/** Offsets of the structures in {@code device/checks.h}. */
final class CheckLayout {
  static final int BUFFER = 0;
  static final int THREADGROUP_ARGUMENT = 1;
  static final int THREADGROUP_ARRAY = 2;

  static final long CHECKS_BYTES = 9968;
  static final int MAX_REGIONS = 96;
  static final long REGION_COUNT = 64;
  static final long CANCEL = 72;
  static final long REGIONS = 160;

  static final long REGION_BYTES = 80;
  static final long START = 0;
  static final long END = 8;
  static final long KIND = 16;
  static final long INDEX = 20;
  static final long WRITABLE = 24;
  static final long SHARED = 28;
  static final long WRITTEN = 32;
  static final long WORDS = 40;
  static final long BYTES = 48;

  static final long FAILURE_KIND = 0;
  static final long FAILURE_REGION_KIND = 4;
  static final long FAILURE_REGION_INDEX = 8;
  static final long FAILURE_SIZE = 12;
  static final long FAILURE_OFFSET = 16;
  static final long FAILURE_PC = 24;
  static final long FAILURE_THREAD = 32;
  static final long FAILURE_GROUP = 44;
  static final long FAILURE_OTHER_THREAD = 56;
  static final long FAILURE_OTHER_GROUP = 60;

  private CheckLayout() {}
}
