package dev.assay.cli.output;

/** Numbers of things in words for a person: {@code 1 kernel}, {@code 2 kernels}. */
public final class Count {
  private Count() {}

  /** So many of a thing that is several with an {@code s}. */
  public static String of(long count, String one) {
    return of(count, one, one + "s");
  }

  /** One thing, or so many. */
  public static String of(long count, String one, String many) {
    return count + " " + (count == 1 ? one : many);
  }
}
