package dev.assay.msl.exec;

import dev.assay.msl.MslCodes;
import dev.assay.spi.error.DeviceException;
import dev.assay.spi.error.ErrorCode;
import dev.assay.spi.error.Problem;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Optional;

/**
 * A mistake that a checked build found.
 *
 * @param regionKind as in {@link CheckLayout}, or -1 where no memory is concerned
 * @param offset of the access in bytes from the start of the nearest region
 * @param returnAddress in the library, of the callback's call
 */
record CheckFailure(
    Kind kind,
    int regionKind,
    int regionIndex,
    int size,
    long offset,
    long returnAddress,
    Size3 thread,
    Size3 group,
    int otherThread,
    int otherGroup) {

  enum Kind {
    NONE("does nothing wrong"),
    OUT_OF_BOUNDS_READ("reads out of bounds"),
    OUT_OF_BOUNDS_WRITE("writes out of bounds"),
    READ_ONLY_WRITE("writes to read-only memory"),
    UNINITIALISED_READ("reads memory that nobody wrote"),
    RACE("races with another thread"),
    DIVERGENT_BARRIER("waits at a barrier that not every thread reaches"),
    TIME_LIMIT("ran past its time limit"),
    MISSING_LANE("asks a lane that takes no part for its value"),
    STACK_OVERFLOW("needs more than its stack");

    private final String words;

    Kind(String words) {
      this.words = words;
    }

    private ErrorCode code() {
      return switch (this) {
        case NONE -> throw new IllegalStateException("no mistake was made");
        case OUT_OF_BOUNDS_READ -> MslCodes.OUT_OF_BOUNDS_READ;
        case OUT_OF_BOUNDS_WRITE -> MslCodes.OUT_OF_BOUNDS_WRITE;
        case READ_ONLY_WRITE -> MslCodes.READ_ONLY_WRITE;
        case UNINITIALISED_READ -> MslCodes.UNINITIALISED_READ;
        case RACE -> MslCodes.RACE;
        case DIVERGENT_BARRIER -> MslCodes.DIVERGENT_BARRIER;
        case TIME_LIMIT -> MslCodes.TIME_LIMIT;
        case MISSING_LANE -> MslCodes.MISSING_LANE;
        case STACK_OVERFLOW -> MslCodes.STACK_OVERFLOW;
      };
    }

    private boolean isOutOfBounds() {
      return this == OUT_OF_BOUNDS_READ || this == OUT_OF_BOUNDS_WRITE;
    }
  }

  private static final int NOBODY = -1;

  static Optional<CheckFailure> read(MemorySegment checks) {
    Kind kind = Kind.values()[checks.get(ValueLayout.JAVA_INT, CheckLayout.FAILURE_KIND)];
    if (kind == Kind.NONE) {
      return Optional.empty();
    }
    return Optional.of(
        new CheckFailure(
            kind,
            checks.get(ValueLayout.JAVA_INT, CheckLayout.FAILURE_REGION_KIND),
            checks.get(ValueLayout.JAVA_INT, CheckLayout.FAILURE_REGION_INDEX),
            checks.get(ValueLayout.JAVA_INT, CheckLayout.FAILURE_SIZE),
            checks.get(ValueLayout.JAVA_LONG, CheckLayout.FAILURE_OFFSET),
            checks.get(ValueLayout.JAVA_LONG, CheckLayout.FAILURE_PC),
            size(checks, CheckLayout.FAILURE_THREAD),
            size(checks, CheckLayout.FAILURE_GROUP),
            checks.get(ValueLayout.JAVA_INT, CheckLayout.FAILURE_OTHER_THREAD),
            checks.get(ValueLayout.JAVA_INT, CheckLayout.FAILURE_OTHER_GROUP)));
  }

  private static Size3 size(MemorySegment checks, long offset) {
    return new Size3(
        checks.get(ValueLayout.JAVA_INT, offset),
        checks.get(ValueLayout.JAVA_INT, offset + 4),
        checks.get(ValueLayout.JAVA_INT, offset + 8));
  }

  DeviceException toException(String kernel, List<BoundBuffer> buffers, String sourceLine) {
    String what = "kernel '" + kernel + "' " + kind.words;
    String memory = memory(buffers);
    Problem problem =
        Problem.of(kind.code(), memory.isEmpty() ? what : what + " at " + memory)
            .at(
                sourceLine + ", thread " + position(thread) + " of threadgroup " + position(group)
                    + other());
    return new DeviceException(
        kind.isOutOfBounds()
            ? problem.expected(bounds(buffers), size + " bytes at offset " + offset)
            : problem);
  }

  private String memory(List<BoundBuffer> buffers) {
    return switch (regionKind) {
      case CheckLayout.BUFFER ->
          "parameter '" + buffers.get(regionIndex).parameter() + "', byte " + offset;
      case CheckLayout.THREADGROUP_ARGUMENT ->
          "threadgroup argument " + regionIndex + ", byte " + offset;
      case CheckLayout.THREADGROUP_ARRAY ->
          "threadgroup array " + regionIndex + ", byte " + offset;
      default -> "";
    };
  }

  private String bounds(List<BoundBuffer> buffers) {
    return regionKind == CheckLayout.BUFFER
        ? "within " + buffers.get(regionIndex).memory().byteSize() + " bytes"
        : "within bound or declared memory";
  }

  private String other() {
    StringBuilder other = new StringBuilder();
    if (otherThread != NOBODY) {
      other.append("; the other is thread ").append(otherThread);
    }
    if (otherGroup != NOBODY) {
      // The native side counts groups from one, so that none is zero.
      other.append(otherThread != NOBODY ? " of threadgroup " : "; the other is in threadgroup ");
      other.append(otherGroup - 1);
    }
    return other.toString();
  }

  private static String position(Size3 at) {
    return "(" + Integer.toUnsignedString(at.x()) + ", " + Integer.toUnsignedString(at.y()) + ", "
        + Integer.toUnsignedString(at.z()) + ")";
  }
}
