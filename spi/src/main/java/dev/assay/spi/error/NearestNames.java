package dev.assay.spi.error;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.apiguardian.api.API;

/** The "did you mean" of every look-up by name. */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class NearestNames {
  private static final int MOST = 3;

  private NearestNames() {}

  /**
   * The up to three names closest to {@code asked}, closest first: those that contain it or differ by no more than a
   * third of its letters, two at least (Levenshtein distance without regard to case).
   */
  public static List<String> of(String asked, Collection<String> known) {
    String wanted = asked.toLowerCase(Locale.ROOT);
    record Ranked(String name, int distance) {}
    return known.stream()
        .map(name -> new Ranked(name, distance(wanted, name.toLowerCase(Locale.ROOT))))
        .filter(ranked -> ranked.distance <= Math.max(2, wanted.length() / 3))
        .sorted(Comparator.comparingInt(Ranked::distance).thenComparing(Ranked::name))
        .limit(MOST)
        .map(Ranked::name)
        .toList();
  }

  /** A remedy sentence: the nearest names, or all of them where none is near. */
  public static String advice(String asked, Collection<String> known) {
    List<String> near = of(asked, known);
    if (!near.isEmpty()) {
      return "did you mean " + String.join(", ", near) + "?";
    }
    return known.isEmpty()
        ? "none is registered"
        : "known: " + String.join(", ", known.stream().sorted().toList());
  }

  private static int distance(String a, String b) {
    if (!a.isEmpty() && b.contains(a)) {
      return a.equals(b) ? 0 : 1;
    }
    int[] previous = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      previous[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int[] current = new int[b.length() + 1];
      current[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int substitution = previous[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        current[j] = Math.min(substitution, Math.min(previous[j], current[j - 1]) + 1);
      }
      previous = current;
    }
    return previous[b.length()];
  }
}
