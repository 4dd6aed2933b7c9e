package dev.assay.parity.trial.check;

import dev.assay.parity.trial.Arrangement;
import dev.assay.spi.backend.Backend;
import dev.assay.spi.backend.Submission;
import dev.assay.spi.data.Elements;
import dev.assay.spi.kernel.Tolerance;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.DoubleUnaryOperator;
import org.apiguardian.api.API;

/**
 * One round after its run.
 *
 * @param arrangement what was laid out, with what was found afterwards
 * @param tolerance how close the results must come
 * @param backend the backend that it was run on
 * @param asked the backend and device that were asked for
 * @param submissions the submissions of the run, all rounds' together
 */
@API(status = API.Status.INTERNAL, since = "0.1")
public record Observation(
    Arrangement arrangement,
    Tolerance tolerance,
    Backend backend,
    Asked asked,
    List<Submission> submissions) {
  /**
   * What was asked for.
   *
   * @param backend the backend's id
   * @param device the device in words
   */
  public record Asked(String backend, String device) {}

  /** Copies the list. */
  public Observation {
    submissions = List.copyOf(submissions);
  }

  /** Passes every written buffer's name and what it must hold to {@code action}. */
  void forEachOutput(BiConsumer<String, Elements> action) {
    arrangement.content()
        .expected()
        .keySet()
        .forEach(output -> action.accept(output, arrangement.expected(output)));
  }

  Elements found(String parameter) {
    return arrangement.found(parameter);
  }

  /** The allowed distance of an element from its expected value. */
  DoubleUnaryOperator bound() {
    // Once and not for each element: it is the same for all of them.
    long reducedLength =
        arrangement.content().kernel().reducedLength().evaluate(arrangement.content().scope());
    return expected -> tolerance.bound(expected, reducedLength);
  }

  boolean isExact() {
    return tolerance.equals(Tolerance.exact());
  }
}
