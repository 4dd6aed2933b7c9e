package dev.assay.parity;

import dev.assay.parity.ParityReport.Failure;
import dev.assay.parity.ParityReport.Skip;
import dev.assay.spi.backend.Backend;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Counts trials and keeps what they found. */
final class Tally {
  private final List<Skip> skipped = new ArrayList<>();
  private final List<Failure> failures = new ArrayList<>();
  private final Map<String, Set<String>> cases = new TreeMap<>();
  private long executed;
  private long passed;

  /** A trial ran; what it found, by check, is nothing when it passed. */
  void ran(String kernel, String caseName, String trial, Map<String, String> found) {
    executed++;
    cases.computeIfAbsent(kernel, name -> new HashSet<>()).add(caseName);
    if (found.isEmpty()) {
      passed++;
    }
    found.forEach((kind, detail) -> failures.add(new Failure(trial, kind, detail)));
  }

  void skip(String trial, String reason) {
    skipped.add(new Skip(trial, reason));
  }

  /** Something is wrong that no single trial shows. */
  void fail(String what, String kind, String detail) {
    failures.add(new Failure(what, kind, detail));
  }

  ParityReport report(Backend backend, ParityOptions options) {
    Map<String, Integer> counts = new TreeMap<>();
    cases.forEach((kernel, names) -> counts.put(kernel, names.size()));
    return new ParityReport(backend.id(), backend.device(), options.seed(), executed, passed,
        skipped, counts.size(), counts, options.modes().stream().sorted().toList(), failures);
  }
}
