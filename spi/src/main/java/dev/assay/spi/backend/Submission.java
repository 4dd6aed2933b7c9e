package dev.assay.spi.backend;

import java.time.Duration;
import org.apiguardian.api.API;

/** Work handed to a device. Any thread may wait for it. */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public interface Submission {
  /** How far the work has come. */
  enum Status {
    /** Not finished. */
    PENDING,
    /** Finished; outputs are valid. */
    COMPLETED,
    /** Failed; outputs must not be used. */
    FAILED
  }

  /**
   * Where the time went, in nanoseconds.
   *
   * @param encodeNanos from the first dispatch encoded to the commit, on the encoding thread
   * @param commitNanos the commit itself, on the encoding thread, once there is room in the queue; where a device has no
   *     commands to encode into, the work is handed over here
   * @param deviceNanos the device's own execution time
   * @param latencyNanos from the beginning of the commit to completion
   */
  record Clocks(long encodeNanos, long commitNanos, long deviceNanos, long latencyNanos) {}

  /** The encoder's label. */
  String label();

  /** How far the work has come, without waiting. */
  Status status();

  /** Waits until the work has completed; a failure of the work is thrown here, naming kernel and labels. */
  void await();

  /**
   * As {@link #await()}, at most this long; then {@code submission.timeout} is thrown, the submission stays pending and
   * its buffers stay busy.
   */
  void await(Duration limit);

  /** The clocks of completed work. */
  Clocks clocks();
}
