package dev.assay.spi.backend;

import org.apiguardian.api.API;

/**
 * Work in order. Once a submission has failed, the queue refuses everything after it ({@code queue.failed}): take a new
 * queue. Thread-safe.
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public interface CommandQueue extends AutoCloseable {
  /** Names the queue in messages. */
  String label();

  /** Starts encoding a submission; it belongs to the calling thread. Dispatches that do not conflict may overlap. */
  Encoder encoder(String label);

  /** The same with a barrier before every dispatch: slower, and right where a declaration's accesses are in doubt. */
  Encoder serialEncoder(String label);

  /** Waits for work in flight; later use is an error. */
  @Override
  void close();
}
