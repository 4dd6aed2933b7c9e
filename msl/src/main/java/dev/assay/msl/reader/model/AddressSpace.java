package dev.assay.msl.reader.model;

/** Where what a pointer or reference names lies. */
public enum AddressSpace {
  /** Device memory, readable and writable. */
  DEVICE("device"),
  /** Device memory that a dispatch only reads. */
  CONSTANT("constant"),
  /** Memory shared by the threads of a threadgroup. */
  THREADGROUP("threadgroup"),
  /** Memory of one thread; also where MSL states none. */
  THREAD("thread"),
  /** Imageblock memory of a tile. */
  THREADGROUP_IMAGEBLOCK("threadgroup_imageblock"),
  /** Payload of a ray. */
  RAY_DATA("ray_data"),
  /** Payload from object to mesh functions. */
  OBJECT_DATA("object_data");

  private final String keyword;

  AddressSpace(String keyword) {
    this.keyword = keyword;
  }

  /** The word of MSL. */
  public String keyword() {
    return keyword;
  }
}
