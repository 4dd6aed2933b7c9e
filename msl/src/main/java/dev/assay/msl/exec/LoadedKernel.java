package dev.assay.msl.exec;

/** A kernel's library in this process. Immutable and shared freely. */
public final class LoadedKernel {
  private final KernelLibrary library;

  LoadedKernel(KernelLibrary library) {
    this.library = library;
  }

  /** Bytes of the threadgroup variables of all kernels in the text. */
  public long threadgroupBytes() {
    return library.threadgroupBytes();
  }

  KernelLibrary library() {
    return library;
  }
}
