package dev.assay.runtime.discovery;

import dev.assay.runtime.RuntimeCodes;
import dev.assay.spi.error.InvalidCallException;
import dev.assay.spi.error.NearestNames;
import dev.assay.spi.error.Problem;
import dev.assay.spi.error.Problems;
import dev.assay.spi.provider.BackendProvider;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The settings of a backend: those given in code, else those of the system properties {@code assay.ID.NAME}. */
final class Settings {
  private Settings() {}

  /** Every setting that somebody gave, all of them taken by the provider. */
  static Map<String, String> resolve(BackendProvider provider, Map<String, String> given,
      Function<String, @Nullable String> properties) {
    Map<String, List<String>> known = provider.settings();
    Problems problems = new Problems("opening of backend '" + provider.id() + "'");
    Map<String, String> settings = new TreeMap<>();
    given.forEach((name, value) -> {
      if (known.containsKey(name)) {
        settings.put(name, value);
      } else {
        problems.add(Problem
            .of(RuntimeCodes.SETTING_INVALID,
                "backend '" + provider.id() + "' has no setting '" + name + "'")
            .remedy(known.isEmpty()
                ? "leave it out; the backend takes no settings"
                : NearestNames.advice(name, known.keySet())));
      }
    });
    known.forEach((name, values) -> {
      String property = "assay." + provider.id() + "." + name;
      String value = settings.containsKey(name) ? settings.get(name) : properties.apply(property);
      if (value == null) {
        return;
      }
      settings.put(name, value);
      if (!values.contains(value)) {
        problems.add(Problem
            .of(RuntimeCodes.SETTING_INVALID, "setting '" + name + "' cannot be '" + value + "'")
            .expected("one of " + String.join(", ", values), value)
            .remedy(given.containsKey(name)
                ? NearestNames.advice(value, values)
                : "correct or remove the system property " + property));
      }
    });
    problems.throwIfAny(InvalidCallException::new);
    return settings;
  }
}
