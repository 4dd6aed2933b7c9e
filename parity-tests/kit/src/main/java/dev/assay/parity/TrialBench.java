package dev.assay.parity;

import dev.assay.parity.trial.Arrangement;
import dev.assay.parity.trial.Content;
import dev.assay.parity.trial.Layout;
import dev.assay.parity.trial.Patch;
import dev.assay.parity.trial.Stage;
import dev.assay.parity.trial.Variants;
import dev.assay.parity.trial.check.Check;
import dev.assay.parity.trial.check.Nearness;
import dev.assay.parity.trial.check.Observation;
import dev.assay.parity.trial.mode.ModeRun;
import dev.assay.spi.backend.Backend;
import dev.assay.spi.backend.CommandQueue;
import dev.assay.spi.backend.Pipeline;
import dev.assay.spi.backend.Submission;
import dev.assay.spi.kernel.Tolerance;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/** Runs cases in modes on one backend and looks at what is left. Not thread-safe. */
final class TrialBench implements AutoCloseable {
  private final Backend backend;
  private final Observation.Asked asked;
  private final List<Check> checks;
  private CommandQueue queue;

  TrialBench(Backend backend, List<Check> checks) {
    this.backend = backend;
    this.asked = new Observation.Asked(backend.id(), backend.device());
    this.checks = checks;
    this.queue = backend.newQueue("parity");
  }

  /**
   * Lays the rounds of a mode out, runs them and applies every check to each.
   *
   * @return what was found; errors of the backend are thrown
   */
  Outcome run(ModeRun mode, Pipeline pipeline, Variants variants, Layout layout,
      Function<Content, Tolerance> tolerance) {
    List<Arrangement> rounds = new ArrayList<>();
    boolean done = false;
    try {
      rounds.add(new Arrangement(backend, variants.round(0, Optional.empty()), layout));
      Optional<Patch> patch =
          mode.isPatched() ? variants.patch(pipeline, rounds.getFirst()) : Optional.empty();
      for (int i = 1; i < mode.rounds(); i++) {
        rounds.add(new Arrangement(backend, variants.round(i, patch), layout));
      }
      List<Submission> submissions =
          mode.run(new Stage(backend, queue, pipeline, rounds, patch));
      Map<String, String> found = new LinkedHashMap<>();
      Optional<Nearness> worst = Optional.empty();
      for (int i = 0; i < rounds.size(); i++) {
        String round = "round " + i + ": ";
        Arrangement arrangement = rounds.get(i);
        arrangement.collect();
        Observation observation = new Observation(arrangement,
            tolerance.apply(arrangement.content()), backend, asked, submissions);
        for (Check check : checks) {
          check.look(observation, detail -> found.putIfAbsent(check.name(), round + detail));
        }
        worst = Stream.concat(worst.stream(), Nearness.worst(observation).stream())
            .max(Comparator.comparingDouble(Nearness::share));
      }
      done = true;
      return new Outcome(found, worst);
    } finally {
      if (!done) {
        // A queue on which work failed takes no more.
        queue.close();
        queue = backend.newQueue("parity");
      }
      rounds.forEach(Arrangement::close);
    }
  }

  @Override
  public void close() {
    queue.close();
  }
}
