package dev.assay.parity;

import dev.assay.parity.trial.check.Nearness;
import java.util.Map;
import java.util.Optional;

/**
 * What a trial that ran to its end left.
 *
 * @param found what is wrong, by check; nothing when it passed
 * @param worst the element that came nearest to its bound, or lay farthest beyond it; none where nothing was written
 */
record Outcome(Map<String, String> found, Optional<Nearness> worst) {}
