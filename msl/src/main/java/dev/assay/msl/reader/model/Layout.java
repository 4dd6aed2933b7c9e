package dev.assay.msl.reader.model;

/**
 * A type's place in memory.
 *
 * @param sizeBytes with the padding at its end
 * @param alignBytes a power of two
 */
public record Layout(long sizeBytes, long alignBytes) {

  /** The lowest offset from {@code offset} on that is a multiple of {@code align}. */
  public static long aligned(long offset, long align) {
    return (offset + align - 1) / align * align;
  }
}
