package dev.assay.runtime.discovery;

/** The failure of somebody else's code in words for a person. */
final class Reasons {
  private Reasons() {}

  /** The kind and message of the failure, and of the one that brought it about where that says more. */
  static String of(Throwable failure) {
    Throwable cause = failure.getCause();
    String own = describe(failure);
    return cause == null || own.contains(describe(cause))
        ? own
        : own + ", caused by " + describe(cause);
  }

  private static String describe(Throwable failure) {
    String message = failure.getMessage();
    String kind = failure.getClass().getSimpleName();
    return message == null || message.isBlank()
        ? kind
        : kind + ": " + message.strip().lines().findFirst().orElse("");
  }
}
