package dev.assay.backend.support;

import dev.assay.spi.backend.Backend;
import dev.assay.spi.backend.Buffer;
import dev.assay.spi.error.Codes;
import dev.assay.spi.error.InvalidCallException;
import dev.assay.spi.error.Problem;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A buffer that knows how many submissions in flight use it. All state is changed under its monitor. */
final class SupportBuffer implements Buffer {
  /** Where the memory of a buffer goes when it is no longer used. */
  interface Home {
    /** Called once, when the buffer is closed and nothing in flight uses it. */
    void released(SupportBuffer buffer, DevicePort.Memory memory);
  }

  private static final AtomicInteger NUMBERS = new AtomicInteger();
  private static final long EVERY_BIT = -1;

  private final SupportBackend owner;
  private final String label;
  private final long lengthBytes;
  private final Home home;
  // Where it stands for a slot of a capture, the slots of that capture.
  private final @Nullable CaptureSlots slots;
  // Null after the release, and for a buffer that stands for a slot.
  private volatile DevicePort.@Nullable Memory memory;
  private final long bits;
  private final QueueUses uses = new QueueUses();
  private boolean mapped;
  private volatile boolean closed;
  // The submission that counted this buffer last, so that it counts it once without a look-up; a lost race counts twice.
  private long countedBy;
  private long writeCountedBy;

  SupportBuffer(
      SupportBackend owner, String label, long lengthBytes, Home home,
      DevicePort.@Nullable Memory memory) {
    this.owner = owner;
    this.label = label;
    this.lengthBytes = lengthBytes;
    this.home = home;
    this.slots = home instanceof CaptureSlots known ? known : null;
    this.memory = memory;
    this.bits = slots == null ? 1L << NUMBERS.getAndIncrement() : EVERY_BIT;
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
  public boolean isClosed() {
    return closed;
  }

  @Override
  public synchronized void read(long offsetBytes, MemorySegment target) {
    checkHostAccess("read", offsetBytes, target.byteSize());
    checkUnmapped("host read");
    memory().read(offsetBytes, target);
  }

  @Override
  public synchronized void write(long offsetBytes, MemorySegment source) {
    checkHostAccess("write", offsetBytes, source.byteSize());
    checkUnmapped("host write");
    memory().write(offsetBytes, source);
  }

  @Override
  public <T extends @Nullable Object> T map(Function<MemorySegment, T> action) {
    DevicePort.Memory current;
    synchronized (this) {
      checkHostAccess("map", 0, lengthBytes);
      checkUnmapped("host map");
      current = memory();
      mapped = true;
    }
    try {
      MemorySegment shared = current.map();
      return shared == null
          ? mapByCopy(current, action)
          : action.apply(shared.asSlice(0, lengthBytes));
    } finally {
      synchronized (this) {
        mapped = false;
        if (closed) {
          releaseIfIdle();
        }
      }
    }
  }

  /** For devices with memory of their own: a copy in, and a copy back when the action returns. */
  private <T extends @Nullable Object> T mapByCopy(DevicePort.Memory device,
      Function<MemorySegment, T> action) {
    try (Arena arena = Arena.ofShared()) {
      MemorySegment copy = arena.allocate(lengthBytes);
      device.read(0, copy);
      T result = action.apply(copy);
      device.write(0, copy);
      return result;
    }
  }

  @Override
  public synchronized void close() {
    if (!closed) {
      closed = true;
      releaseIfIdle();
    }
  }

  /** Counts one more submission in flight; refused when the buffer is closed, mapped, or written by another queue. */
  synchronized void beginUse(String submission, SupportQueue queue) {
    if (closed) {
      throw closedError(commit(submission));
    }
    if (mapped) {
      throw mappedError(commit(submission));
    }
    checkQueues(submission, queue, false);
    uses.begin(queue);
  }

  /** Says of a submission just counted that it writes; refused when another queue uses the buffer. */
  synchronized void beginWrite(String submission, SupportQueue queue) {
    checkQueues(submission, queue, true);
    uses.beginWrite(queue);
  }

  synchronized void endWrite(SupportQueue queue) {
    uses.endWrite(queue);
  }

  synchronized void endUse(SupportQueue queue) {
    uses.end(queue);
    if (closed) {
      releaseIfIdle();
    }
  }

  private void checkQueues(String submission, SupportQueue queue, boolean writes) {
    SupportQueue other = uses.conflict(queue, writes);
    if (other != null) {
      throw new InvalidCallException(Problem
          .of(Codes.IN_FLIGHT,
              "buffer '" + label + "' is in use by work in flight on queue '" + other.label()
                  + "', and one of the two writes it")
          .at(commit(submission))
          .remedy("wait for that submission first, or use one queue: two have no order"));
    }
  }

  private static String commit(String submission) {
    return "commit of submission '" + submission + "'";
  }

  /** Whether these uses ask for the first time. */
  boolean countFor(long submission) {
    if (countedBy == submission) {
      return false;
    }
    countedBy = submission;
    return true;
  }

  /** The same for writes. */
  boolean countWriteFor(long submission) {
    if (writeCountedBy == submission) {
      return false;
    }
    writeCountedBy = submission;
    return true;
  }

  /** Has a bit in common with those of every buffer that may share memory with this one, and seldom with others'. */
  long bits() {
    return bits;
  }

  /** Whether two buffers may share memory: no, but slots that were declared to may. */
  boolean mayOverlap(SupportBuffer other) {
    return slots != null && slots.mayOverlap(this, other);
  }

  /** The memory of a buffer that was found open; a race with {@link #close()} on another thread is that thread's error. */
  DevicePort.Memory memory() {
    DevicePort.Memory current = memory;
    if (current == null) {
      throw closedError("use");
    }
    return current;
  }

  private void releaseIfIdle() {
    DevicePort.Memory released = memory;
    if (uses.total() == 0 && !mapped && released != null) {
      memory = null;
      home.released(this, released);
    }
  }

  private void checkHostAccess(String action, long offsetBytes, long length) {
    owner.checkUsable("host " + action + " of buffer '" + label + "'");
    if (closed) {
      throw closedError("host " + action);
    }
    if (memory == null) {
      throw new InvalidCallException(
          Problem.of(Codes.BIND_FOREIGN, "slot '" + label + "' of a capture has no memory")
              .at("host " + action)
              .remedy("give it a view when the schedule runs"));
    }
    if (uses.total() > 0) {
      throw new InvalidCallException(
          Problem
              .of(Codes.IN_FLIGHT,
                  "buffer '" + label + "' is in use by " + uses.total()
                      + " submission(s) in flight")
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

  /** A map may work on a copy that is written back: what anything else writes meanwhile would be lost. */
  private void checkUnmapped(String where) {
    if (mapped) {
      throw mappedError(where);
    }
  }

  private InvalidCallException mappedError(String where) {
    return new InvalidCallException(
        Problem.of(Codes.IN_FLIGHT, "buffer '" + label + "' is mapped by the host")
            .at(where)
            .remedy("let the call of map return first"));
  }

  InvalidCallException closedError(String where) {
    return new InvalidCallException(
        Problem.of(Codes.CLOSED, "buffer '" + label + "' is closed").at(where));
  }
}
