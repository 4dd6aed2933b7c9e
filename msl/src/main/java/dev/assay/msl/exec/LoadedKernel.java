package dev.assay.msl.exec;

/** A kernel's library in this process; only {@link KernelRunner} looks inside. */
public final class LoadedKernel {
  private final KernelLibrary library;

  LoadedKernel(KernelLibrary library) {
    this.library = library;
  }

  KernelLibrary library() {
    return library;
  }
}
