package dev.assay.cli.report;

import dev.assay.parity.ParityReport;
import dev.assay.parity.ParityReport.Untried;
import dev.assay.spi.kernel.Implementation;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** What a parity run says nothing of, in a few lines. */
public final class UntriedLines {
  private static final String METAL = "metal";
  private static final int MOST_NAMES = 3;

  private record Group(String language, boolean isRunHere) {}

  private UntriedLines() {}

  /** A line for each language and reason; none where every implementation asked for was tried. */
  public static List<String> of(ParityReport report) {
    Map<Group, List<Untried>> groups = new LinkedHashMap<>();
    for (Untried untried : report.untried()) {
      groups
          .computeIfAbsent(new Group(untried.language(), untried.isRunHere()),
              group -> new ArrayList<>())
          .add(untried);
    }
    return groups.entrySet()
        .stream()
        .map(group -> line(report.backend(), group.getKey(), group.getValue()))
        .toList();
  }

  private static String line(String backend, Group group, List<Untried> untried) {
    if (group.isRunHere) {
      return "not tried: " + some(untried.stream()
          .map(each -> each.kernel() + " " + each.dtype() + " " + each.implementation())
          .toList(), "implementations")
          + " in " + group.language + "; no case that proves something came there";
    }
    return "not tried: the " + group.language + " implementations of "
        + some(untried.stream().map(Untried::kernel).distinct().toList(), "kernels") + "; "
        + (group.language.equals(Implementation.MSL) && !backend.equals(METAL)
            ? "--backend " + METAL + " runs them"
            : backend + " does not run them");
  }

  private static String some(List<String> names, String what) {
    return names.size() > MOST_NAMES
        ? names.size() + " " + what
        : names.stream().collect(Collectors.joining(", "));
  }
}
