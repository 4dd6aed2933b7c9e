package dev.assay.backend.metal.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.Map;

/** A stream of calls as named steps, from which a mutant leaves out, replaces or adds one. */
final class Script {
  private final Map<String, Runnable> steps = new LinkedHashMap<>();

  Script step(String name, Runnable call) {
    assertThat(steps.put(name, call)).as("steps named '%s'", name).isNull();
    return this;
  }

  Script without(String name) {
    assertThat(steps.remove(name)).as("step '%s'", name).isNotNull();
    return this;
  }

  Script instead(String name, Runnable call) {
    assertThat(steps.replace(name, call)).as("step '%s'", name).isNotNull();
    return this;
  }

  Script after(String name, Runnable call) {
    Runnable before = steps.get(name);
    return instead(name, () -> {
      before.run();
      call.run();
    });
  }

  void run() {
    steps.values().forEach(Runnable::run);
  }
}
