package dev.assay.runtime.discovery;

/**
 * Which backend was selected, and by what.
 *
 * @param backend the backend, usable
 * @param by what decided
 */
public record Selection(BackendEntry backend, By by) {
  /** The system property that names a backend. */
  public static final String PROPERTY = "assay.backend";

  /** The environment variable that names a backend where the property does not. */
  public static final String ENVIRONMENT = "ASSAY_BACKEND";

  /** What can decide, the strongest first. */
  public enum By {
    /** The caller named it. */
    CALLER("the caller"),
    /** The system property {@value Selection#PROPERTY} names it. */
    PROPERTY("system property " + Selection.PROPERTY),
    /** The environment variable {@value Selection#ENVIRONMENT} names it. */
    ENVIRONMENT("environment variable " + Selection.ENVIRONMENT),
    /** Nobody named one: it has the highest rank among the usable, or the first id among equals. */
    RANK("highest rank");

    private final String words;

    By(String words) {
      this.words = words;
    }

    /** In words for a person. */
    @Override
    public String toString() {
      return words;
    }
  }
}
