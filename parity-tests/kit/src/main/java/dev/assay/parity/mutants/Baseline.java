package dev.assay.parity.mutants;

import dev.assay.parity.ParityCodes;
import dev.assay.parity.ParityReport;
import dev.assay.spi.error.DeviceException;
import dev.assay.spi.error.Problem;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Supplier;

/** What passes when nothing is made wrong, tried once each: a mutant that fails shows nothing where that fails too. */
final class Baseline {
  private final Set<Object> passed = new HashSet<>();

  /** Checks that this run of what is right passes; {@code what} identifies it. */
  void check(Object what, Supplier<ParityReport> right) {
    if (passed.contains(what)) {
      return;
    }
    ParityReport report = right.get();
    if (!report.isPassed()) {
      ParityReport.Failure failure = report.failures().getFirst();
      throw new DeviceException(Problem
          .of(ParityCodes.MUTANTS_UNJUDGED,
              "parity fails without any mutant, so that none can be judged by it")
          .at(failure.trial())
          .expected("a passing run", failure.kind() + ": " + failure.detail())
          .remedy("run parity without mutants, and mend what it finds"));
    }
    passed.add(what);
  }
}
