package dev.assay.spi.data;

import org.apiguardian.api.API;

/** The scalar element types of buffers and constants, with their names in MSL. */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public enum DType {
  /** IEEE binary32. */
  F32(4, "float", Kind.FLOAT),
  /** IEEE binary16. */
  F16(2, "half", Kind.FLOAT),
  /** The upper half of an IEEE binary32. */
  BF16(2, "bfloat", Kind.FLOAT),
  /** Signed 8-bit integer. */
  I8(1, "char", Kind.SIGNED),
  /** Signed 16-bit integer. */
  I16(2, "short", Kind.SIGNED),
  /** Signed 32-bit integer. */
  I32(4, "int", Kind.SIGNED),
  /** Signed 64-bit integer. */
  I64(8, "long", Kind.SIGNED),
  /** Unsigned 8-bit integer. */
  U8(1, "uchar", Kind.UNSIGNED),
  /** Unsigned 16-bit integer. */
  U16(2, "ushort", Kind.UNSIGNED),
  /** Unsigned 32-bit integer. */
  U32(4, "uint", Kind.UNSIGNED),
  /** Unsigned 64-bit integer. */
  U64(8, "ulong", Kind.UNSIGNED),
  /** One byte, 0 or 1. */
  BOOL(1, "bool", Kind.BOOLEAN);

  /** How the bits of a type are read. */
  public enum Kind {
    /** Binary floating point. */
    FLOAT,
    /** Two's complement. */
    SIGNED,
    /** Non-negative. */
    UNSIGNED,
    /** Zero or one. */
    BOOLEAN
  }

  private final int sizeBytes;
  private final String mslName;
  private final Kind kind;

  DType(int sizeBytes, String mslName, Kind kind) {
    this.sizeBytes = sizeBytes;
    this.mslName = mslName;
    this.kind = kind;
  }

  /** Size of one element in bytes; also its natural alignment. */
  public int sizeBytes() {
    return sizeBytes;
  }

  /** The type's name in the Metal Shading Language. */
  public String mslName() {
    return mslName;
  }

  /** How its bits are read. */
  public Kind kind() {
    return kind;
  }

  /** Whether this is a floating-point type. */
  public boolean isFloat() {
    return kind == Kind.FLOAT;
  }

  /** The smallest integer of this type; throws for floating-point types. U64 counts as signed bits here. */
  public long minLong() {
    return switch (kind) {
      case FLOAT -> throw new IllegalStateException(this + " has no integer range");
      case SIGNED -> sizeBytes == 8 ? Long.MIN_VALUE : -(1L << (8 * sizeBytes - 1));
      case UNSIGNED, BOOLEAN -> 0;
    };
  }

  /** The largest integer of this type that a Java {@code long} holds; throws for floating-point types. */
  public long maxLong() {
    return switch (kind) {
      case FLOAT -> throw new IllegalStateException(this + " has no integer range");
      case SIGNED -> sizeBytes == 8 ? Long.MAX_VALUE : (1L << (8 * sizeBytes - 1)) - 1;
      case UNSIGNED -> sizeBytes == 8 ? Long.MAX_VALUE : (1L << (8 * sizeBytes)) - 1;
      case BOOLEAN -> 1;
    };
  }

  /** The lower-case name used in messages, cases and on the command line. */
  @Override
  public String toString() {
    return name().toLowerCase(java.util.Locale.ROOT);
  }
}
