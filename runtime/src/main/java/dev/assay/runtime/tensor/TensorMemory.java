package dev.assay.runtime.tensor;

import dev.assay.runtime.RuntimeCodes;
import dev.assay.spi.backend.Buffer;
import dev.assay.spi.error.Codes;
import dev.assay.spi.error.InvalidCallException;
import dev.assay.spi.error.Problem;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The buffer behind a tensor and its views, and what is known of its content: whether anything was written, by which
 * batch last, and which batches use it. Written by its own scope only, and by nobody once another scope has read it; so
 * work of different scopes, which runs on different queues, never races on it. Thread-safe.
 */
final class TensorMemory {
  private final EagerScope scope;
  private final Buffer buffer;
  private volatile boolean written;
  private volatile boolean shared;
  private volatile @Nullable Batch lastWrite;
  // Guarded by this.
  private final List<Batch> uses = new ArrayList<>();
  private boolean closed;
  private boolean released;

  TensorMemory(EagerScope scope, Buffer buffer) {
    this.scope = scope;
    this.buffer = buffer;
  }

  EagerScope scope() {
    return scope;
  }

  Buffer buffer() {
    return buffer;
  }

  boolean isWritten() {
    return written;
  }

  boolean isShared() {
    return shared;
  }

  synchronized boolean isClosed() {
    return closed;
  }

  /** Fills the buffer before anything uses it. */
  void fill(MemorySegment values) {
    buffer.write(0, values);
    written = true;
  }

  /** A call in this batch reads it. */
  synchronized void usedBy(Batch batch) {
    if (uses.isEmpty() || uses.getLast() != batch) {
      uses.removeIf(Batch::isDone);
      uses.add(batch);
    }
  }

  /** A call in this batch writes it. */
  void writtenBy(Batch batch) {
    usedBy(batch);
    lastWrite = batch;
    written = true;
  }

  /** Waits until the content is there; a failure of the work that writes it is thrown. */
  void awaitContent() {
    Batch writer = lastWrite;
    if (writer != null) {
      writer.finish();
    }
  }

  /** From now on other scopes may read it and nobody may write it. */
  void share() {
    if (!shared) {
      awaitContent();
      shared = true;
    }
  }

  /** Copies out of the buffer once its content is there and nothing in flight uses it. */
  void read(long offsetBytes, MemorySegment target) {
    checkOpen("read");
    if (!written) {
      throw new InvalidCallException(unwritten("the tensor").at("read"));
    }
    awaitContent();
    List<Batch> users;
    synchronized (this) {
      users = List.copyOf(uses);
    }
    users.forEach(Batch::leaveDevice);
    buffer.read(offsetBytes, target);
  }

  void checkOpen(String where) {
    scope.device().checkOpen(where);
    if (isClosed()) {
      throw new InvalidCallException(closed("the tensor").at(where));
    }
  }

  Problem closed(String what) {
    return Problem.of(Codes.CLOSED, what + " (" + buffer.label() + ") is closed")
        .remedy("close tensors and scopes after their last use");
  }

  Problem unwritten(String what) {
    return Problem
        .of(RuntimeCodes.TENSOR_UNWRITTEN,
            what + " (" + buffer.label() + ") holds no values: nothing was written into it")
        .remedy("run the call that fills it first, or make it from values");
  }

  /** No new use from here on; the buffer is released when no call that waits to be committed uses it. */
  synchronized void close() {
    closed = true;
    releaseIfClosed();
  }

  /** Releases the buffer of a closed tensor once no open batch uses it; what is in flight the backend waits for. */
  synchronized void releaseIfClosed() {
    if (closed && !released && uses.stream().noneMatch(Batch::isOpen)) {
      released = true;
      uses.clear();
      buffer.close();
    }
  }
}
