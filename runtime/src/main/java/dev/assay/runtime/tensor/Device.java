package dev.assay.runtime.tensor;

import dev.assay.runtime.Indirect;
import dev.assay.spi.backend.Backend;
import dev.assay.spi.error.Codes;
import dev.assay.spi.error.InvalidCallException;
import dev.assay.spi.error.Problem;
import dev.assay.spi.op.OpLibrary;
import dev.assay.spi.op.TensorScope;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/** An open backend with what its scopes share. Thread-safe. */
public final class Device implements AutoCloseable {
  private final Backend backend;
  private final List<OpLibrary<?>> libraries;
  private final Indirect indirect;
  private final QueuePool queues;
  private final AtomicLong scopes = new AtomicLong();
  private final AtomicBoolean closed = new AtomicBoolean();

  /** Takes over an open backend; programs are recorded for it in this way. */
  public Device(Backend backend, List<OpLibrary<?>> libraries, Indirect indirect) {
    this.backend = backend;
    this.indirect = indirect;
    this.libraries = List.copyOf(libraries);
    this.queues = new QueuePool(backend);
  }

  /** The backend. */
  public Backend backend() {
    return backend;
  }

  /** A new scope of the calling thread. */
  public TensorScope scope() {
    checkOpen("scope");
    return new EagerScope(this, "scope " + scopes.incrementAndGet());
  }

  /** A recorder of the calling thread. */
  public ProgramRecorder recorder(String label) {
    checkOpen("recording of " + label);
    return new ProgramRecorder(this, label);
  }

  /** The submissions of all scopes so far. */
  public long submissions() {
    return queues.submissions();
  }

  /** Closes the backend and everything made by it. */
  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      backend.close();
    }
  }

  List<OpLibrary<?>> libraries() {
    return libraries;
  }

  Indirect indirect() {
    return indirect;
  }

  QueuePool queues() {
    return queues;
  }

  boolean isClosed() {
    return closed.get();
  }

  void checkOpen(String where) {
    if (isClosed()) {
      throw new InvalidCallException(
          Problem.of(Codes.CLOSED, "the Assay of backend '" + backend.id() + "' is closed")
              .at(where));
    }
  }
}
