package dev.assay.spi.backend;

import org.apiguardian.api.API;

/**
 * A submission that is made again and again: one record, schedule or compiled schedule on one queue, with what goes into
 * its slots and fields. Submitting a record, or a compiled schedule that is all segments, makes no objects but those of the
 * device's driver; what is encoded step by step makes a view for each use of a slot, and host work, calls of a library
 * and long constants make what they need.
 *
 * <p>What a submission says - status, clocks, how a wait ends - it says of the latest {@link #submit()}; before the first, and
 * after one that was refused, asking is an error ({@code submission.none}). One execution is in flight at most once:
 * whoever wants several at once takes several. Any thread may submit and any may wait, but its {@link SlotValues} are not
 * thread-safe.
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public interface Execution extends Submission {
  /**
   * Encodes the work with what its values hold now, hands it to the device and returns; it waits for the device only where
   * the queue is full. Refused while the latest submission is in flight ({@code lifetime.in_flight}); once that has failed,
   * its failure is thrown here too. A wait that is under way goes on to the end of what is submitted meanwhile. Host work that
   * waits for its own execution, or for later work of its queue, waits for ever.
   */
  void submit();
}
