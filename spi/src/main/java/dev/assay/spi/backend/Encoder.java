package dev.assay.spi.backend;

import org.apiguardian.api.API;

/**
 * Collects dispatches for one submission; they take effect in the order of encoding. It belongs to the thread that made
 * it. Closing it without a commit discards what was encoded.
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public interface Encoder extends AutoCloseable {
  /** Names the submission in messages. */
  String label();

  /** Checks and encodes a dispatch; the same as baking it and encoding the record. */
  void dispatch(Pipeline pipeline, Bindings bindings, String label);

  /** Encodes a record without slots. */
  void dispatch(DispatchRecord record);

  /** Encodes a record with these views in its slots and these values in its fields. */
  void dispatch(SlotValues values);

  /** Everything encoded after this waits for everything before, whatever the ranges say. */
  void barrier();

  /** Encodes a schedule command by command, with these views in its slots. */
  void replay(SlotValues values);

  /** Encodes a compiled schedule, with these views in its slots. */
  void execute(SlotValues values);

  /** Encodes the steps {@code from} to before {@code to} of a compiled schedule, exactly those, whatever its segments. */
  void execute(SlotValues values, int from, int to);

  /** Hands the work to the device and returns at once; the encoder is then used up. */
  Submission commit();

  /** Discards what was encoded when nothing was committed; does nothing otherwise. */
  @Override
  void close();
}
