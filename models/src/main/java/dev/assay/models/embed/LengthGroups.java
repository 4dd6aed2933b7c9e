package dev.assay.models.embed;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Which texts run together: those of similar length, because every text of a batch costs as much as its longest, and no
 * more than memory bears, because attention takes the square of a text's length.
 */
final class LengthGroups {
  /** Tokens of a batch, padding included; one text may have more. */
  static final int MOST_TOKENS = 1024;

  private LengthGroups() {}

  /**
   * The indices of the texts in groups; each index once, the longest of a group at most twice as long as its shortest.
   *
   * @param lengths tokens of each text
   */
  static List<List<Integer>> of(List<Integer> lengths) {
    List<List<Integer>> groups = new ArrayList<>();
    List<Integer> group = new ArrayList<>();
    List<Integer> byLength =
        IntStream.range(0, lengths.size())
            .boxed()
            .sorted(Comparator.comparingInt(lengths::get))
            .toList();
    for (int index : byLength) {
      int length = lengths.get(index);
      if (!group.isEmpty()
          && (length > 2 * lengths.get(group.getFirst())
              || (group.size() + 1) * length > MOST_TOKENS)) {
        groups.add(group);
        group = new ArrayList<>();
      }
      group.add(index);
    }
    if (!group.isEmpty()) {
      groups.add(group);
    }
    return groups;
  }
}
