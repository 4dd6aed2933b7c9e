package dev.assay.runtime.tensor;

import dev.assay.spi.backend.Encoder;
import dev.assay.spi.backend.Submission;
import dev.assay.spi.error.AssayException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Kernel calls that go to the device together. Open until it is committed; then any thread may wait for it. Encoding and
 * committing belong to the scope's thread.
 */
final class Batch {
  private final CommandStream stream;
  private final Encoder encoder;
  private final List<TensorMemory> memories = new ArrayList<>();
  private int calls;
  // Cut once it has completed, so that finished batches do not pile up behind a live one.
  private volatile @Nullable Batch previous;
  private volatile @Nullable Submission submission;
  private volatile @Nullable RuntimeException refusal;

  Batch(CommandStream stream, Encoder encoder, @Nullable Batch previous) {
    this.stream = stream;
    this.encoder = encoder;
    this.previous = previous;
  }

  Encoder encoder() {
    return encoder;
  }

  /** Whether it was not committed yet. */
  boolean isOpen() {
    return submission == null && refusal == null;
  }

  /** Whether it is a batch of this stream. */
  boolean isOf(CommandStream other) {
    return stream == other;
  }

  /** Whether nothing of it is left to run. */
  boolean isDone() {
    Submission handed = submission;
    return handed == null ? refusal != null : handed.status() != Submission.Status.PENDING;
  }

  /** The number of calls encoded. */
  int calls() {
    return calls;
  }

  /** Notes one more call that uses these memories. */
  void encoded(List<TensorMemory> reads, List<TensorMemory> writes) {
    memories.addAll(reads);
    memories.addAll(writes);
    calls++;
  }

  /** Hands the work to the device. When that fails because earlier work failed, the earlier failure is thrown. */
  void commit() {
    try {
      submission = encoder.commit();
    } catch (RuntimeException refused) {
      discard(refused);
      awaitPrevious();
      throw refused;
    }
    leaveMemories();
  }

  /** What it took; only after {@link #finish()}. */
  Submission.Clocks clocks() {
    return Objects.requireNonNull(submission).clocks();
  }

  /** Gives the work up; waiting for it throws this. */
  void discard(RuntimeException reason) {
    refusal = reason;
    encoder.close();
    leaveMemories();
  }

  /** Commits it if need be, and waits for it and all before it; the first failure among them is thrown. */
  void finish() {
    if (isOpen()) {
      stream.flush(this);
    }
    awaitPrevious();
    try {
      RuntimeException refused = refusal;
      if (refused != null) {
        throw refused;
      }
      Submission handed = submission;
      if (handed != null) {
        handed.await();
      }
    } finally {
      stream.noteOutcome(this);
    }
  }

  /** Whether it was refused, or failed on the device. */
  boolean hasFailed() {
    Submission handed = submission;
    return handed == null ? refusal != null : handed.status() == Submission.Status.FAILED;
  }

  /** Waits until a committed batch has left the device, however it ended. Its failure is for those who need its results. */
  void leaveDevice() {
    Submission handed = submission;
    if (handed != null) {
      try {
        handed.await();
      } catch (AssayException kept) {
        // The submission keeps a failure and throws it to everyone who waits for a result, at the latest on close.
        if (!isDone()) {
          throw kept;
        }
      }
    }
  }

  private void awaitPrevious() {
    Batch before = previous;
    if (before != null) {
      before.finish();
      previous = null;
    }
  }

  private void leaveMemories() {
    memories.forEach(TensorMemory::releaseIfClosed);
    memories.clear();
  }
}
