package dev.assay.parity.trial.mode;

import dev.assay.parity.trial.Stage;
import dev.assay.spi.backend.Submission;
import java.time.Duration;
import java.util.List;
import org.apiguardian.api.API;

/** A way to bring dispatches to the device. Stateless. */
@API(status = API.Status.INTERNAL, since = "0.1")
public interface ModeRun {
  /** How long a submission may take before the run gives up on it. */
  Duration LIMIT = Duration.ofSeconds(60);

  /** The number of rounds that it wants on its stage. */
  int rounds();

  /** Whether the rounds may differ in the patched field; else all have the same constants. */
  boolean isPatched();

  /**
   * Dispatches every round and waits for the work. What the backend refuses or fails is thrown.
   *
   * @return every submission made, all of them completed
   */
  List<Submission> run(Stage stage);
}
