package dev.assay.parity.trial;

import dev.assay.spi.backend.Backend;
import dev.assay.spi.backend.CommandQueue;
import dev.assay.spi.backend.Pipeline;
import java.util.List;
import java.util.Optional;
import org.apiguardian.api.API;

/**
 * What a mode works with.
 *
 * @param backend the backend under trial
 * @param queue where the work goes
 * @param pipeline the kernel made ready
 * @param rounds what is to be dispatched, one after the other; all of one kernel, one layout and, but for the patch, the
 *     same constants
 * @param patch the integer that differs between the rounds, if there is one
 */
@API(status = API.Status.INTERNAL, since = "0.1")
public record Stage(
    Backend backend,
    CommandQueue queue,
    Pipeline pipeline,
    List<Arrangement> rounds,
    Optional<Patch> patch) {
  /** Copies the list. */
  public Stage {
    rounds = List.copyOf(rounds);
  }
}
