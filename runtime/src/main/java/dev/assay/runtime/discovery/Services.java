package dev.assay.runtime.discovery;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.Spliterator;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Takes the providers of one jar out of a ServiceLoader, each failure blamed on the class that it is about.
 *
 * @param <S> the provider interface
 */
final class Services<S> {
  private final Origin origin;
  private final Map<String, Candidate<S>> found = new LinkedHashMap<>();
  private final List<String> pending;

  /**
   * @param origin the jar
   * @param classNames what it announces
   */
  Services(Origin origin, List<String> classNames) {
    this.origin = origin;
    this.pending = new ArrayList<>(classNames);
  }

  /**
   * Goes through a loader that shows this jar alone.
   *
   * @param refusal why a class that loaded must not be used nonetheless, null where it may
   */
  void takeAll(ServiceLoader<S> loader, Function<Class<?>, @Nullable String> refusal) {
    // A failure that names no class is the one of the class in turn: service files are read in order.
    take(loader, type -> pending.contains(type.getName()), refusal,
        failure -> named(failure).or(() -> pending.stream().findFirst()));
  }

  /** Goes through a loader that shows other modules too. */
  void takeFrom(Module module, ServiceLoader<S> loader) {
    take(loader, type -> type.getModule() == module && pending.contains(type.getName()),
        type -> null, this::named);
  }

  /** Makes a refusal of every class that did not come, and was not handed to anybody else. */
  void refuseRest(String reason, Predicate<String> elsewhere) {
    for (String className : List.copyOf(pending)) {
      if (!elsewhere.test(className)) {
        settle(new Candidate.Refused<>(className, origin, reason));
      }
    }
  }

  /** What came of the announced classes. */
  List<Candidate<S>> found() {
    return List.copyOf(found.values());
  }

  private void take(ServiceLoader<S> loader, Predicate<Class<?>> own,
      Function<Class<?>, @Nullable String> refusal,
      Function<Throwable, Optional<String>> blame) {
    Spliterator<ServiceLoader.Provider<S>> providers = loader.stream().spliterator();
    boolean more = true;
    while (more) {
      try {
        more = providers.tryAdvance(provider -> {
          Class<? extends S> type = provider.type();
          if (own.test(type)) {
            String reason = refusal.apply(type);
            settle(reason == null
                ? new Candidate.Loadable<>(type.getName(), origin, provider)
                : new Candidate.Refused<>(type.getName(), origin, reason));
          }
        });
      } catch (ServiceConfigurationError | LinkageError | SecurityException failure) {
        blame.apply(failure)
            .ifPresent(className -> settle(
                new Candidate.Refused<>(className, origin,
                    "its class does not load: " + Reasons.of(failure))));
      }
    }
  }

  private void settle(Candidate<S> candidate) {
    pending.remove(candidate.className());
    found.put(candidate.className(), candidate);
  }

  private Optional<String> named(Throwable failure) {
    String message = String.valueOf(failure.getMessage()).replace('/', '.');
    return pending.stream().filter(message::contains).max(Comparator.comparingInt(String::length));
  }
}
