package dev.assay.backend.metal.host;

import java.util.Locale;
import java.util.function.BiConsumer;
import java.util.function.Function;

/**
 * One wrong thing in a stream that is right otherwise.
 *
 * @param rule what refuses it
 * @param name tells it from others of the same rule
 * @param scene makes the stream
 * @param change makes it wrong
 */
record Mutant<S extends Scene>(
    MetalRule rule,
    String name,
    Function<Bench, S> scene,
    BiConsumer<S, Script> change) {

  /** Runs the stream up to its refusal. */
  void run(Bench bench) {
    S made = scene.apply(bench);
    Script script = made.script();
    change.accept(made, script);
    script.run();
  }

  @Override
  public String toString() {
    return (rule.name() + "-" + name).toLowerCase(Locale.ROOT).replace(' ', '-');
  }
}
