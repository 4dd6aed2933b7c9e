package dev.assay.msl.exec;

/** Sizes along x, y and z, as unsigned 32-bit values. */
public record Size3(int x, int y, int z) {
  /** One dimension. */
  public static Size3 of(int x) {
    return new Size3(x, 1, 1);
  }

  /** The product, which fits for sizes that {@link Geometry} admits. */
  long product() {
    return Integer.toUnsignedLong(x)
        * Integer.toUnsignedLong(y)
        * Integer.toUnsignedLong(z);
  }

  @Override
  public String toString() {
    return Integer.toUnsignedString(x) + " × " + Integer.toUnsignedString(y) + " × "
        + Integer.toUnsignedString(z);
  }
}
