package dev.assay.cli.report;

import dev.assay.parity.ParityReport.Skip;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What could not be tried for one reason.
 *
 * @param reason why
 * @param count the number of trials
 * @param trials the first of them
 * @param rest how many more there are, in words, or null
 */
record SkipGroup(String reason, String count, List<String> trials, @Nullable String rest) {
  /** The name of their place on the page. */
  static final String SECTION = "skipped";

  /** A case that is skipped names itself; what matters is the reason. */
  private static final int MOST_TRIALS = 10;

  static List<SkipGroup> of(List<Skip> skips) {
    Map<String, List<String>> byReason = new LinkedHashMap<>();
    skips.forEach(skip -> byReason.computeIfAbsent(skip.reason(), reason -> new ArrayList<>())
        .add(skip.trial()));
    return byReason.entrySet().stream().map(all -> of(all.getKey(), all.getValue())).toList();
  }

  private static SkipGroup of(String reason, List<String> trials) {
    int rest = trials.size() - MOST_TRIALS;
    return new SkipGroup(reason, ParityPage.number(trials.size()),
        trials.stream().limit(MOST_TRIALS).toList(),
        rest <= 0
            ? null
            : "and " + ParityPage.number(rest) + " more; --format json prints all of them");
  }
}
