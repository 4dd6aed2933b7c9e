package dev.assay.msl.reader.model;

import java.util.Locale;
import java.util.Optional;

/** The scalar types. Sizes and alignments: Metal Shading Language Specification, section 2.1. */
public enum ScalarType implements MslType {
  /** 8 bits. */
  BOOL(1),
  /** Signed, 8 bits. */
  CHAR(1),
  /** Unsigned, 8 bits. */
  UCHAR(1),
  /** Signed, 16 bits. */
  SHORT(2),
  /** Unsigned, 16 bits. */
  USHORT(2),
  /** Signed, 32 bits. */
  INT(4),
  /** Unsigned, 32 bits. */
  UINT(4),
  /** Signed, 64 bits. */
  LONG(8),
  /** Unsigned, 64 bits. */
  ULONG(8),
  /** IEEE 754 binary16. */
  HALF(2),
  /** The upper half of a binary32. */
  BFLOAT(2),
  /** IEEE 754 binary32. */
  FLOAT(4);

  private final int sizeBytes;

  ScalarType(int sizeBytes) {
    this.sizeBytes = sizeBytes;
  }

  /** Its size, which is also its alignment. */
  public int sizeBytes() {
    return sizeBytes;
  }

  /** Whether it holds integers; bool counts as one. */
  public boolean isInteger() {
    return this != HALF && this != BFLOAT && this != FLOAT;
  }

  @Override
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  @Override
  public Optional<Layout> layout() {
    return Optional.of(new Layout(sizeBytes, sizeBytes));
  }
}
