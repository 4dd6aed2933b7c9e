package dev.assay.parity.junit;

import dev.assay.parity.ParityReport;
import dev.assay.parity.ParityReport.Untried;
import dev.assay.runtime.discovery.BackendEntry;
import dev.assay.spi.kernel.Implementation;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The implementations whose text no run of several ran, and why. */
final class UntriedImplementations {
  /** The backend that runs MSL, by its driver for this machine. */
  private static final String METAL = "metal";

  private final List<String> tried;
  private final List<BackendEntry> installed;
  private final List<Untried> everywhere;
  private final Set<Untried> reachable;

  /** Of these runs, each on another of the installed backends. */
  UntriedImplementations(List<ParityReport> reports, List<BackendEntry> installed) {
    this.tried = reports.stream().map(ParityReport::backend).toList();
    this.installed = installed;
    List<List<Untried>> byRun = reports.stream()
        .map(report -> report.untried().stream().map(UntriedImplementations::key).toList())
        .toList();
    this.everywhere = byRun.isEmpty()
        ? List.of()
        : byRun.getFirst()
            .stream()
            .filter(each -> byRun.stream().allMatch(run -> run.contains(each)))
            .toList();
    this.reachable = reports.stream()
        .flatMap(report -> report.untried().stream())
        .filter(Untried::isRunHere)
        .map(UntriedImplementations::key)
        .collect(Collectors.toSet());
  }

  /** The same implementation, wherever it was not tried. */
  private static Untried key(Untried untried) {
    return new Untried(untried.kernel(), untried.dtype(), untried.implementation(),
        untried.language(), false);
  }

  /** One complaint for each language but these, with the reason and what to do. */
  List<String> complaints(Set<String> leftUntried) {
    Map<String, List<Untried>> byLanguage = everywhere.stream()
        .filter(each -> !leftUntried.contains(each.language()))
        .collect(Collectors.groupingBy(Untried::language, TreeMap::new, Collectors.toList()));
    List<String> complaints = new ArrayList<>();
    byLanguage.forEach((language, untried) -> complaints.add(complaint(language, untried)));
    return complaints;
  }

  private String complaint(String language, List<Untried> untried) {
    Map<String, List<Untried>> byName = untried.stream()
        .collect(Collectors.groupingBy(each -> each.kernel() + " '" + each.implementation() + "'",
            TreeMap::new, Collectors.toList()));
    String names = byName.entrySet()
        .stream()
        .limit(20)
        .map(each -> "\n  " + each.getKey() + each.getValue()
            .stream()
            .map(one -> one.dtype().toString())
            .collect(Collectors.joining(", ", " (", ")")))
        .collect(Collectors.joining())
        + (byName.size() > 20 ? "\n  and " + (byName.size() - 20) + " more" : "");
    String leave = "\nTo leave them untried, override untriedLanguages() with Set.of(\"" + language
        + "\").";
    return untried.size() + " implementations in " + language + " were not tried; kernels ran on "
        + tried + ":" + names + "\nbecause "
        + (reachable.containsAll(untried)
            ? "no case that proves something came to them."
                + "\nTo try them, let the generator of cases meet their conditions and limits."
            : language.equals(Implementation.MSL)
                ? becauseOfMetal()
            : "no backend among these runs " + language
                + ".\nTo try them, put one that does on the test path.")
        + leave;
  }

  private String becauseOfMetal() {
    BackendEntry metal = installed.stream()
        .filter(each -> each.id().equals(METAL))
        .findFirst()
        .orElse(null);
    if (metal != null && metal.state() == BackendEntry.State.USABLE) {
      return "backends() leaves out metal, which runs msl.\nTo try them, let it name metal.";
    }
    return (metal == null
        ? "no backend on the test path runs msl."
        : "metal, which runs msl, is " + metal.state() + " here: " + metal.reason() + ".")
        + "\nTo try them, put on the test path, on Linux, " + jar("host-driver") + " and "
        + jar("compiler") + " (or the same for linux-arm64), on macOS " + jar("apple-driver") + ".";
  }

  /** Coordinates that the build wrote. */
  private static String jar(String name) {
    Properties jars = new Properties();
    try (InputStream file =
        UntriedImplementations.class.getResourceAsStream("metal-jars.properties")) {
      jars.load(Objects.requireNonNull(file, "metal-jars.properties"));
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
    return jars.getProperty(name);
  }
}
