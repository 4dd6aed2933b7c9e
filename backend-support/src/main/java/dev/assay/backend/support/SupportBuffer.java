package dev.assay.backend.support;

import dev.assay.spi.backend.Backend;
import dev.assay.spi.backend.Buffer;
import dev.assay.spi.error.Codes;
import dev.assay.spi.error.InvalidCallException;
import dev.assay.spi.error.Problem;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/** A buffer that knows how many submissions in flight use it. All state is guarded by its monitor. */
final class SupportBuffer implements Buffer {
  private final SupportBackend owner;
  private final String label;
  private final long lengthBytes;
  // Null after the release.
  private DevicePort.@Nullable Memory memory;
  private int uses;
  private boolean closed;

  SupportBuffer(SupportBackend owner, String label, long lengthBytes, DevicePort.Memory memory) {
    this.owner = owner;
    this.label = label;
    this.lengthBytes = lengthBytes;
    this.memory = memory;
  }

  @Override
  public String label() {
    return label;
  }

  @Override
  public long lengthBytes() {
    return lengthBytes;
  }

  @Override
  public Backend owner() {
    return owner;
  }

  @Override
  public synchronized boolean isClosed() {
    return closed;
  }

  @Override
  public synchronized void read(long offsetBytes, MemorySegment target) {
    checkHostAccess("read", offsetBytes, target.byteSize());
    memory().read(offsetBytes, target);
  }

  @Override
  public synchronized void write(long offsetBytes, MemorySegment source) {
    checkHostAccess("write", offsetBytes, source.byteSize());
    memory().write(offsetBytes, source);
  }

  @Override
  public synchronized void close() {
    if (!closed) {
      closed = true;
      releaseIfIdle();
    }
  }

  /** Counts one more submission in flight; false when the buffer is closed. */
  synchronized boolean beginUse() {
    if (closed) {
      return false;
    }
    uses++;
    return true;
  }

  synchronized void endUse() {
    uses--;
    if (closed) {
      releaseIfIdle();
    }
  }

  /** The memory of a buffer that was found open; a race with {@link #close()} on another thread is that thread's error. */
  synchronized DevicePort.Memory memory() {
    DevicePort.Memory current = memory;
    if (current == null) {
      throw closedError("use");
    }
    return current;
  }

  private void releaseIfIdle() {
    if (uses == 0) {
      DevicePort.Memory released = memory;
      memory = null;
      if (released != null) {
        released.release();
      }
      owner.released(this);
    }
  }

  private void checkHostAccess(String action, long offsetBytes, long length) {
    if (closed) {
      throw closedError("host " + action);
    }
    if (uses > 0) {
      throw new InvalidCallException(
          Problem
              .of(Codes.IN_FLIGHT,
                  "buffer '" + label + "' is in use by " + uses + " submission(s) in flight")
              .at("host " + action)
              .remedy("wait for the submission first"));
    }
    if (offsetBytes < 0 || offsetBytes > lengthBytes || length > lengthBytes - offsetBytes) {
      throw new InvalidCallException(
          Problem.of(Codes.BUFFER_RANGE, "host access reaches outside buffer '" + label + "'")
              .at("host " + action)
              .expected("within " + lengthBytes + " bytes",
                  length + " bytes from byte " + offsetBytes));
    }
  }

  InvalidCallException closedError(String where) {
    return new InvalidCallException(
        Problem.of(Codes.CLOSED, "buffer '" + label + "' is closed").at(where));
  }
}
