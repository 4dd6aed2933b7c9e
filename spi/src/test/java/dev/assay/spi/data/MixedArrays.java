package dev.assay.spi.data;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * A program that copies few bytes into arrays of one kind, and once in so many times of another, until the JVM has compiled
 * that, and prints how many copies came out wrong: with {@code bytes} through {@link Bytes}, with {@code jdk} through
 * {@code MemorySegment}. The latter loses bytes on JVMs with the fault for some of the frequencies, not in every run.
 */
final class MixedArrays {
  private static final int TURNS = 60_000;
  private static final int WARM = 1_000;
  private static final int MIXED = 30_000;
  private static final int[] SIZES = {44, 60, 20, 28, 24};
  private static final byte GIVEN = 7;

  private MixedArrays() {}

  /** A way to copy; each in a method that is compiled for itself. */
  private interface Way {
    void copy(MemorySegment source, MemorySegment target);
  }

  static void bytes(MemorySegment source, MemorySegment target) {
    Bytes.copy(source, target);
  }

  static void jdk(MemorySegment source, MemorySegment target) {
    MemorySegment.copy(source, 0, target, 0, source.byteSize());
  }

  /** Arguments: the way, the usual kind of array and the rare one, and how many turns lie between two of these. */
  public static void main(String[] arguments) {
    Way way = arguments[0].equals("bytes") ? MixedArrays::bytes : MixedArrays::jdk;
    MemorySegment source = Arena.ofAuto().allocate(64, Long.BYTES).fill(GIVEN);
    int wrong = 0;
    int frequency = Integer.parseInt(arguments[3]);
    for (int turn = 0; turn < TURNS; turn++) {
      boolean isRare = turn > WARM && turn < MIXED && turn % frequency == 0;
      int size = SIZES[turn % SIZES.length];
      byte[] expected = new byte[size];
      Arrays.fill(expected, GIVEN);
      Object array = array(arguments[isRare ? 2 : 1], size);
      way.copy(source.asSlice(0, size), segment(array));
      wrong += segment(array).mismatch(MemorySegment.ofArray(expected)) < 0 ? 0 : 1;
    }
    System.out.println(wrong + " wrong");
  }

  private static Object array(String kind, int size) {
    return switch (kind) {
      case "byte" -> new byte[size];
      case "float" -> new float[size / Float.BYTES];
      default -> throw new IllegalArgumentException(kind);
    };
  }

  private static MemorySegment segment(Object array) {
    return switch (array) {
      case byte[] bytes -> MemorySegment.ofArray(bytes);
      case float[] floats -> MemorySegment.ofArray(floats);
      default -> throw new IllegalArgumentException(array.getClass().toString());
    };
  }
}
