package dev.assay.spi.backend;

import org.apiguardian.api.API;

/**
 * Work in order: a submission begins when the one before has ended and sees all that it wrote. Two queues promise each
 * other nothing, neither order nor visible writes, until a submission of one was waited for. So a submission that
 * conflicts with work in flight on another queue, because one of them writes a buffer that the other uses, is refused at
 * commit ({@code lifetime.in_flight}). Once a submission has failed, the queue refuses everything after it ({@code queue.failed}): take a new
 * queue. Thread-safe.
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public interface CommandQueue extends AutoCloseable {
  /** Names the queue in messages. */
  String label();

  /**
   * Starts encoding a submission; it belongs to the calling thread. Dispatches that do not conflict may overlap. A queue
   * has at least 32 encoders that are neither committed nor closed; one too many is an error, since devices would wait.
   */
  Encoder encoder(String label);

  /** The same with a barrier before every dispatch: slower, and right where a declaration's accesses are in doubt. */
  Encoder serialEncoder(String label);

  /**
   * Work that is submitted again and again: the record, schedule or compiled schedule that the values are for. Nothing is
   * submitted yet; each {@link Execution#submit()} takes what the values hold at that time.
   */
  Execution execution(String label, SlotValues values);

  /** Waits for work in flight; later use is an error. */
  @Override
  void close();
}
