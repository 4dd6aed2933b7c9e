package dev.assay.runtime.discovery;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.Spliterator;

/** Takes everything out of a ServiceLoader, blaming each failure on a class that was announced. */
final class Services {
  private static final String NO_CONSTRUCTOR =
      "it is offered by a static provider() method, which does not tell the SPI version of its jar:"
          + " give the class a public constructor without arguments";

  private Services() {}

  /**
   * The candidates of {@code loader}.
   *
   * @param announced the class names to expect and where each comes from; those with a refusal are passed over in
   *     silence, they have been reported
   */
  static <S> List<Candidate<S>> drain(ServiceLoader<S> loader, Map<String, Origin> announced) {
    List<Candidate<S>> found = new ArrayList<>();
    Set<String> pending = new LinkedHashSet<>(announced.keySet());
    Spliterator<ServiceLoader.Provider<S>> providers = loader.stream().spliterator();
    // Each announced class can fail once, and the statement of a jar as a whole once more.
    int failuresLeft = announced.size() + 1;
    boolean more = true;
    while (more && failuresLeft > 0) {
      try {
        more = providers.tryAdvance(provider -> {
          String name = provider.type().getName();
          pending.remove(name);
          found.add(candidate(name, provider, announced));
        });
      } catch (ServiceConfigurationError | LinkageError failure) {
        failuresLeft--;
        String blamed = blamed(failure, pending);
        pending.remove(blamed);
        Origin origin = announced.getOrDefault(blamed, unknown(failure));
        found.add(new Candidate.Refused<>(blamed, origin,
            "its class does not load: " + Reasons.of(failure)));
      }
    }
    found.removeIf(candidate -> candidate.origin().refusal() != null);
    return found;
  }

  private static <S> Candidate<S> candidate(
      String name, ServiceLoader.Provider<S> provider, Map<String, Origin> announced) {
    Origin origin = announced.get(name);
    return origin == null
        ? new Candidate.Refused<>(name,
            new Origin(provider.type().getModule().toString(), null, null, null), NO_CONSTRUCTOR)
        : new Candidate.Loadable<>(name, origin, provider);
  }

  /** The announced class that the message names, else the first that has not come yet: files are read in order. */
  private static String blamed(Throwable failure, Set<String> pending) {
    String message = String.valueOf(failure.getMessage()).replace('/', '.');
    return pending.stream()
        .filter(message::contains)
        .max(java.util.Comparator.comparingInt(String::length))
        .or(() -> pending.stream().findFirst())
        .orElse("(unnamed provider)");
  }

  private static Origin unknown(Throwable failure) {
    return new Origin("(unknown: " + Reasons.of(failure) + ")", null, null, null);
  }
}
