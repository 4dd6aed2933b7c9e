package dev.assay.spi.backend;

import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * What became of one entry of a prewarm.
 *
 * @param key what was asked for
 * @param state how it ended
 * @param reason why it was skipped or failed, with diagnostics; null otherwise
 * @param nanos the time that it took
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public record PrewarmOutcome(PipelineKey key, State state, @Nullable String reason, long nanos) {
  /** How an entry ended. */
  public enum State {
    /** Made now. */
    COMPILED,
    /** Was there already. */
    WARM,
    /** Left out, for the reason given. */
    SKIPPED,
    /** Could not be made, for the reason given. */
    FAILED
  }
}
