package dev.assay.spi.kernel;

import org.apiguardian.api.API;

/** What a kernel does to a buffer. */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public enum Access {
  /** Only read. */
  READ,
  /** Every declared element is written, none is read: what was there before cannot matter. */
  WRITE_ALL,
  /** Some declared elements are written, none is read; the others keep their value. */
  WRITE_SOME,
  /** Read and written. */
  READ_WRITE;

  /** Whether the kernel may change the buffer. */
  public boolean writes() {
    return this != READ;
  }

  /** Whether what was in the buffer before still matters: it is read, or it is kept where nothing is written. */
  public boolean reads() {
    return this != WRITE_ALL;
  }

  /** The lower-case name with a hyphen, as the command line prints it. */
  @Override
  public String toString() {
    return name().toLowerCase(java.util.Locale.ROOT).replace('_', '-');
  }
}
