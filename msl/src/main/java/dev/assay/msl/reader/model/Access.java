package dev.assay.msl.reader.model;

/** What a signature lets a kernel do with an argument; what the kernel then does may be less. */
public enum Access {
  /** It can only be read. */
  READ("read"),
  /** It can only be written. */
  WRITE("write"),
  /** It can be read and written. */
  READ_WRITE("read-write");

  private final String text;

  Access(String text) {
    this.text = text;
  }

  /** As reports spell it. */
  @Override
  public String toString() {
    return text;
  }
}
