package dev.assay.runtime.discovery;

import java.util.function.Supplier;

/**
 * A provider that was found, before anybody asked it anything.
 *
 * @param <S> the provider interface
 */
sealed interface Candidate<S> {
  /** The provider's class, or the jar's path where the jar's statement of its providers cannot be read. */
  String className();

  /** Where it comes from. */
  Origin origin();

  /** Its class loaded and fits; {@code instance} makes or hands out the provider and may throw anything. */
  record Loadable<S>(String className, Origin origin, Supplier<? extends S> instance)
      implements Candidate<S> {}

  /** It does not fit. */
  record Refused<S>(String className, Origin origin, String reason) implements Candidate<S> {}
}
