package dev.assay.runtime.tensor;

import dev.assay.spi.backend.CommandQueue;
import dev.assay.spi.backend.Encoder;
import dev.assay.spi.backend.Submission;
import dev.assay.spi.error.AssayException;
import dev.assay.spi.error.Codes;
import dev.assay.spi.error.InvalidCallException;
import dev.assay.spi.error.Problem;
import dev.assay.spi.error.ResourceException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The kernel calls of one scope on their way to the device, in order, in batches. A batch is committed when a result is
 * wanted or when it is full, so that work starts while more is encoded; few batches are in flight, so that the memory of
 * closed intermediates comes back. Belongs to one thread.
 */
final class CommandStream {
  private static final int CALLS_PER_BATCH = 64;
  private static final int BATCHES_IN_FLIGHT = 4;

  private final QueuePool queues;
  private final String label;
  private final Thread owner = Thread.currentThread();
  private final Deque<Batch> inFlight = new ArrayDeque<>();
  private @Nullable CommandQueue queue;
  private @Nullable Batch open;
  private @Nullable Batch last;
  private int batches;
  private boolean failureSeen;

  CommandStream(QueuePool queues, String label) {
    this.queues = queues;
    this.label = label;
  }

  boolean isOwner() {
    return Thread.currentThread() == owner;
  }

  /** Whether calls wait to be committed. */
  boolean hasOpenCalls() {
    return open != null;
  }

  /** Encodes one call; after a failure on the device, that failure is thrown. */
  void encode(Consumer<Encoder> call, List<TensorMemory> reads, List<TensorMemory> writes) {
    Batch full = open;
    if (full != null && full.calls() == CALLS_PER_BATCH) {
      // Before the call, so that a call is either encoded or refused.
      flush(full);
    }
    Batch batch = openBatch();
    call.accept(batch.encoder());
    reads.forEach(memory -> memory.usedBy(batch));
    writes.forEach(memory -> memory.writtenBy(batch));
    batch.encoded(reads, writes);
  }

  /** Encodes one call into a submission of its own, waits for it, and says what it took. */
  Submission.Clocks timed(Consumer<Encoder> call, List<TensorMemory> reads,
      List<TensorMemory> writes) {
    Batch before = open;
    if (before != null) {
      flush(before);
    }
    encode(call, reads, writes);
    Batch own = Objects.requireNonNull(open);
    own.finish();
    return own.clocks();
  }

  /** Commits this batch if it is the open one. */
  void flush(Batch batch) {
    if (!isOwner()) {
      throw new InvalidCallException(
          Problem
              .of(Codes.THREAD,
                  "a value is wanted that another thread still has to hand to the device")
              .at(label)
              .expected("thread '" + owner.getName() + "'",
                  "thread '" + Thread.currentThread().getName() + "'")
              .remedy("read the tensor once on its own thread before other threads use it"));
    }
    if (batch != open) {
      return;
    }
    if (inFlight.size() == BATCHES_IN_FLIGHT) {
      inFlight.getFirst().finish();
      inFlight.removeFirst();
    }
    open = null;
    try {
      batch.commit();
      queues.submitted();
    } catch (AssayException refused) {
      failureSeen = true;
      throw refused;
    }
    inFlight.addLast(batch);
  }

  /** Notes how a batch ended that somebody waited for. */
  void noteOutcome(Batch batch) {
    // A failure that another thread met is still news to the owner.
    if (isOwner() && batch.hasFailed()) {
      failureSeen = true;
    }
  }

  /** Commits and waits for everything; throws the first failure unless the caller has been told of one. */
  void close() {
    boolean told = failureSeen;
    CommandQueue used = queue;
    queue = null;
    try {
      if (last != null) {
        finishUninterruptibly(last);
      }
      if (used != null) {
        queues.giveBack(used);
      }
    } catch (AssayException failure) {
      abandon(failure);
      if (used != null) {
        used.close();
      }
      if (!told) {
        throw failure;
      }
    }
  }

  /** Gives up what was not committed, where the device is closed. */
  void abandon(RuntimeException reason) {
    if (open != null) {
      open.discard(reason);
      open = null;
    }
  }

  /** An interrupt must not leave work behind that still uses the memory; the caller finds it set afterwards. */
  private static void finishUninterruptibly(Batch batch) {
    boolean interrupted = false;
    try {
      while (true) {
        try {
          batch.finish();
          return;
        } catch (ResourceException stopped) {
          if (!stopped.code().equals(Codes.SUBMISSION_INTERRUPTED)) {
            throw stopped;
          }
          interrupted = Thread.interrupted() || interrupted;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private Batch openBatch() {
    Batch current = open;
    if (current != null) {
      return current;
    }
    if (queue == null) {
      queue = queues.take();
    }
    Batch before = last;
    Batch fresh;
    try {
      fresh = new Batch(this, queue.encoder(label + " batch " + ++batches), before);
    } catch (AssayException refused) {
      if (before != null) {
        // The queue refuses because of an earlier failure, which says more.
        before.finish();
      }
      throw refused;
    }
    open = fresh;
    last = fresh;
    return fresh;
  }
}
