package dev.assay.spi.kernel;

import org.apiguardian.api.API;

/** The integer type in which a source computes element indices. */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public enum IndexType {
  /** Signed 32 bits: up to 2³¹ elements. */
  INT32(1L << 31),
  /** Unsigned 32 bits: up to 2³² elements. */
  UINT32(1L << 32),
  /** 64 bits. */
  INT64(Long.MAX_VALUE);

  private final long mostElements;

  IndexType(long mostElements) {
    this.mostElements = mostElements;
  }

  /** The most elements that an index of this type can tell apart. */
  public long mostElements() {
    return mostElements;
  }
}
