package dev.assay.backend.support;

import dev.assay.spi.backend.Buffer;
import dev.assay.spi.backend.BufferPool;
import dev.assay.spi.error.Codes;
import dev.assay.spi.error.InvalidCallException;
import dev.assay.spi.error.Problem;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.TreeMap;

/** Lends memory by size classes: powers of two, so that a lease wastes less than half and fits again and again. */
final class SupportPool implements BufferPool, SupportBuffer.Home {
  private static final long SMALLEST_BYTES = 256;

  private final SupportBackend backend;
  private final String label;
  private final TreeMap<Long, Deque<DevicePort.Memory>> free = new TreeMap<>();
  private long heldBytes;
  private boolean closed;

  SupportPool(SupportBackend backend, String label) {
    this.backend = backend;
    this.label = label;
  }

  @Override
  public synchronized Buffer lease(long lengthBytes, String leaseLabel) {
    if (closed) {
      throw new InvalidCallException(
          Problem.of(Codes.CLOSED, "pool '" + label + "' is closed").at("lease"));
    }
    if (lengthBytes < 0) {
      throw new InvalidCallException(
          Problem.of(Codes.BUFFER_RANGE, "lease '" + leaseLabel + "' would have a negative length")
              .at("lease from pool '" + label + "'")
              .expected("0 or more bytes", Long.toString(lengthBytes)));
    }
    return backend.make("lease of '" + leaseLabel + "'", () -> lend(lengthBytes, leaseLabel));
  }

  private Buffer lend(long lengthBytes, String leaseLabel) {
    long size = sizeClass(lengthBytes);
    Deque<DevicePort.Memory> same = free.get(size);
    DevicePort.Memory memory = same == null ? null : same.poll();
    if (memory == null) {
      memory = backend.budget().reserve(size, leaseLabel);
      heldBytes += size;
    }
    return backend.adopt(new SupportBuffer(backend, leaseLabel, lengthBytes, this, memory));
  }

  @Override
  public synchronized long heldBytes() {
    return heldBytes;
  }

  @Override
  public synchronized void released(SupportBuffer buffer, DevicePort.Memory memory) {
    backend.forget(buffer);
    long size = sizeClass(buffer.lengthBytes());
    if (closed) {
      release(memory, size);
    } else {
      free.computeIfAbsent(size, key -> new ArrayDeque<>()).push(memory);
    }
  }

  @Override
  public synchronized void close() {
    if (!closed) {
      closed = true;
      free.forEach((size, memories) -> memories.forEach(memory -> release(memory, size)));
      free.clear();
      backend.closed(this);
    }
  }

  private void release(DevicePort.Memory memory, long size) {
    backend.release(memory::release);
    backend.budget().unreserve(size);
    heldBytes -= size;
  }

  private static long sizeClass(long lengthBytes) {
    long wanted = Math.max(SMALLEST_BYTES, lengthBytes);
    long floor = Long.highestOneBit(wanted);
    // Beyond the largest power of two the request itself decides; the budget refuses it.
    return floor == wanted || floor >= 1L << 61 ? wanted : floor << 1;
  }
}
