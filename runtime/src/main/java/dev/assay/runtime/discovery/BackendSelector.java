package dev.assay.runtime.discovery;

import dev.assay.runtime.RuntimeCodes;
import dev.assay.runtime.discovery.BackendEntry.State;
import dev.assay.spi.error.InvalidCallException;
import dev.assay.spi.error.NearestNames;
import dev.assay.spi.error.Problem;
import dev.assay.spi.error.Problems;
import dev.assay.spi.error.UnavailableException;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Selects a backend: the caller's word, then the property, then the environment, then rank. Never falls back. */
final class BackendSelector {
  private final List<BackendEntry> entries;
  private final Function<String, @Nullable String> properties;
  private final Function<String, @Nullable String> environment;

  BackendSelector(
      List<BackendEntry> entries,
      Function<String, @Nullable String> properties,
      Function<String, @Nullable String> environment) {
    this.entries = entries;
    this.properties = properties;
    this.environment = environment;
  }

  /** The selection; {@code asked} is the caller's word, null for none. A blank property or variable names nothing. */
  Selection select(@Nullable String asked) {
    if (asked != null) {
      return named(asked, Selection.By.CALLER);
    }
    String property = properties.apply(Selection.PROPERTY);
    if (property != null && !property.isBlank()) {
      return named(property.strip(), Selection.By.PROPERTY);
    }
    String variable = environment.apply(Selection.ENVIRONMENT);
    if (variable != null && !variable.isBlank()) {
      return named(variable.strip(), Selection.By.ENVIRONMENT);
    }
    return entries.stream()
        .filter(entry -> entry.state() == State.USABLE)
        .max(Comparator.comparingInt(BackendSelector::rank)
            .thenComparing(BackendEntry::id, Comparator.reverseOrder()))
        .map(entry -> new Selection(entry, Selection.By.RANK))
        .orElseThrow(this::none);
  }

  private Selection named(String id, Selection.By by) {
    Optional<BackendEntry> entry =
        entries.stream().filter(each -> each.id().equals(id)).findFirst();
    if (entry.isEmpty()) {
      throw unknown(id, by);
    }
    BackendEntry found = entry.get();
    if (found.state() != State.USABLE) {
      throw new UnavailableException(
          Problem
              .of(RuntimeCodes.BACKEND_UNAVAILABLE,
                  "backend '" + id + "' is " + found.state() + ": " + found.reason())
              .at("selection by " + by)
              .remedy(usableIds().isEmpty()
                  ? "no other backend is usable here"
                  : "usable here: " + usableIds()));
    }
    return new Selection(found, by);
  }

  private InvalidCallException unknown(String id, Selection.By by) {
    Problems problems = new Problems("selection by " + by);
    problems.add(Problem.of(RuntimeCodes.BACKEND_UNKNOWN, "no backend is called '" + id + "'")
        .remedy(remedy(id)));
    // Whoever could not state an id may be the one that was meant.
    entries.stream()
        .filter(entry -> entry.rank() == null)
        .forEach(entry -> problems.add(refusal(entry)));
    return new InvalidCallException(problems.list());
  }

  private String remedy(String id) {
    List<String> known = entries.stream().map(BackendEntry::id).toList();
    // An id of Assay's own is no slip of the pen for a near one: its jar is missing.
    return OwnBackends.advice(id)
        .map(advice -> known.isEmpty()
            ? advice
            : advice + "; known: " + String.join(", ", known.stream().sorted().toList()))
        .orElseGet(() -> NearestNames.advice(id, known));
  }

  private UnavailableException none() {
    Problems problems = new Problems("selection by " + Selection.By.RANK);
    problems.add(Problem.of(RuntimeCodes.BACKEND_NONE, "no backend is usable here")
        .expected("at least one", entries.size() + " installed")
        .remedy(entries.isEmpty()
            ? "put a backend, such as assay-backend-reference-cpu, on the class path or module path"
            : "see the reason of each"));
    entries.forEach(entry -> problems.add(refusal(entry)));
    return new UnavailableException(problems.list());
  }

  private static Problem refusal(BackendEntry entry) {
    return Problem.of(RuntimeCodes.BACKEND_UNAVAILABLE,
        "backend '" + entry.id() + "' is " + entry.state() + ": " + entry.reason())
        .at(entry.jar());
  }

  private String usableIds() {
    return String.join(", ",
        entries.stream()
            .filter(entry -> entry.state() == State.USABLE)
            .map(BackendEntry::id)
            .toList());
  }

  private static int rank(BackendEntry entry) {
    Integer rank = entry.rank();
    return rank == null ? Integer.MIN_VALUE : rank;
  }
}
