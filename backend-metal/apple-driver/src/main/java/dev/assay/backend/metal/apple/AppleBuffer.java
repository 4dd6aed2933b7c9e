package dev.assay.backend.metal.apple;

import dev.assay.backend.metal.apple.objc.Owned;
import dev.assay.backend.metal.driver.MetalBuffer;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/** A buffer in shared storage. */
final class AppleBuffer implements MetalBuffer {
  private final AppleDriver driver;
  private final Owned buffer;
  private final MemorySegment contents;
  // The address once more: the path of a dispatch reads a plain field.
  private final long id;
  @SuppressWarnings("unused") // held, so that a collector does not free it
  private final @Nullable MemorySegment host;
  private volatile boolean released;

  /** A buffer; memory of the host that it lies over stays as long as it does. */
  AppleBuffer(AppleDriver driver, Owned buffer, MemorySegment contents,
      @Nullable MemorySegment host) {
    this.driver = driver;
    this.buffer = buffer;
    this.contents = contents;
    this.id = buffer.id();
    this.host = host;
  }

  /** The object, which is live. */
  long id() {
    if (released) {
      throw Refusal.call("a buffer is used after its release", "a binding");
    }
    return id;
  }

  @Override
  public long length() {
    return contents.byteSize();
  }

  @Override
  public MemorySegment contents() {
    return contents;
  }

  @Override
  public void release() {
    if (released) {
      throw Refusal.call("a buffer is released twice", "release of a buffer");
    }
    released = true;
    driver.residency().remove(id);
    buffer.close();
  }
}
