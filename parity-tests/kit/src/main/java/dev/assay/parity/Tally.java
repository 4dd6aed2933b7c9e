package dev.assay.parity;

import dev.assay.parity.ParityReport.Deviation;
import dev.assay.parity.ParityReport.Failure;
import dev.assay.parity.ParityReport.Skip;
import dev.assay.parity.ParityReport.Untried;
import dev.assay.spi.backend.Backend;
import dev.assay.spi.data.DType;
import dev.assay.spi.kernel.Implementation;
import dev.assay.spi.kernel.KernelCatalog;
import dev.assay.spi.kernel.KernelDeclaration;
import dev.assay.spi.kernel.KernelName;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Counts trials and keeps what they found. Not thread-safe. */
final class Tally {
  /** A failure that is known, and whether trials that it names ran and failed. */
  private static final class Expected {
    final Glob trials;
    boolean ran;
    boolean failed;

    Expected(String glob) {
      trials = new Glob(glob);
    }
  }

  private record Tried(KernelName kernel, DType dtype, String implementation) {}

  private final Map<String, Expected> expectedFailures = new LinkedHashMap<>();
  private final List<Skip> skipped = new ArrayList<>();
  private final List<Failure> failures = new ArrayList<>();
  private final Map<String, Set<String>> cases = new TreeMap<>();
  private final Set<Tried> tried = new HashSet<>();
  private final Matrix matrix;
  private final @Nullable Bundles bundles;
  private final boolean endsAtFailure;
  private long executed;
  private long passed;
  private long ofTheRun;

  /** Nothing counted yet of these modes; the globs name trials that are known to fail. */
  Tally(Set<Mode> modes, Set<String> expectedFailures, @Nullable Path folder,
      boolean endsAtFailure) {
    this.endsAtFailure = endsAtFailure;
    this.matrix = new Matrix(modes);
    this.bundles = folder == null ? null : new Bundles(folder);
    expectedFailures.forEach(glob -> this.expectedFailures.put(glob, new Expected(glob)));
  }

  /** A trial ran to its end. */
  void ran(Bundle trial, Outcome outcome) {
    outcome.worst()
        .ifPresent(worst -> matrix.at(trial)
            .add(new Deviation(trial.toString(), worst.output(), worst.element(),
                worst.expected(), worst.found(), worst.bound(), worst.share())));
    ran(trial, outcome.found());
  }

  /** A trial was executed; what is wrong, by check, is nothing when it passed. */
  void ran(Bundle trial, Map<String, String> found) {
    executed++;
    cases.computeIfAbsent(trial.kernel().name().toString(), name -> new HashSet<>())
        .add(trial.input().name());
    String name = trial.toString();
    boolean known = false;
    for (Expected expected : expectedFailures.values()) {
      if (expected.trials.fits(name)) {
        known = true;
        expected.ran = true;
        expected.failed |= !found.isEmpty();
      }
    }
    boolean isPassed = known || found.isEmpty();
    matrix.at(trial).add(isPassed);
    if (isPassed) {
      passed++;
    } else {
      String bundle = bundles == null ? null : bundles.leave(trial);
      found.forEach((kind, detail) -> {
        Failure failure = new Failure(name, kind, detail, bundle);
        failures.add(failure);
        matrix.at(trial).add(failure);
      });
    }
  }

  /** Something that an implementation must compute was dispatched through it. */
  void tried(Implementation implementation) {
    tried.add(new Tried(implementation.kernel(), implementation.dtype(), implementation.name()));
  }

  /** Whether nothing more needs to be tried. */
  boolean isDone() {
    return endsAtFailure && !failures.isEmpty();
  }

  /** A trial could not be made. */
  void skip(Bundle trial, String reason) {
    Skip skip = new Skip(trial.toString(), reason);
    skipped.add(skip);
    matrix.at(trial).add(skip);
  }

  /** Something could not be tried in any mode. */
  void skip(KernelDeclaration kernel, DType dtype, String what, String reason) {
    Skip skip = new Skip(what, reason);
    skipped.add(skip);
    matrix.at(kernel.name().toString(), dtype, null).forEach(cell -> cell.add(skip));
  }

  /** Something is wrong with a kernel, or one implementation of it, that no single trial shows. */
  void fail(KernelDeclaration kernel, DType dtype, @Nullable String implementation, String what,
      String kind, String detail) {
    Failure failure = fail(what, kind, detail);
    matrix.at(kernel.name().toString(), dtype, implementation)
        .forEach(cell -> cell.add(failure));
  }

  private Failure fail(String what, String kind, String detail) {
    ofTheRun++;
    Failure failure = new Failure(what, kind, detail, null);
    failures.add(failure);
    return failure;
  }

  /** Of these kernels what the options ask for and no text was run of. */
  private List<Untried> untried(Backend backend, List<KernelDeclaration> kernels,
      ParityOptions options) {
    List<Untried> found = new ArrayList<>();
    for (KernelDeclaration kernel : kernels) {
      for (KernelCatalog.Installed installed : backend.registry()
          .catalog()
          .implementations(kernel.name())) {
        Implementation each = installed.implementation();
        boolean isRunHere = backend.registry().runs(each);
        if ((options.dtype() == null || options.dtype() == each.dtype())
            && (options.implementation() == null || options.implementation().equals(each.name()))
            && !(isRunHere
                && tried.contains(new Tried(each.kernel(), each.dtype(), each.name())))) {
          found.add(new Untried(kernel.name().toString(), each.dtype(), each.name(),
              each.language(), isRunHere));
        }
      }
    }
    return found;
  }

  ParityReport report(Backend backend, List<KernelDeclaration> kernels, ParityOptions options) {
    expectedFailures.forEach((glob, expected) -> {
      if (!expected.failed) {
        fail(glob, "expected-failure", expected.ran
            ? "it is listed as failing and passes: take it off the list"
            : "it is listed as failing and names no trial that ran");
      }
    });
    if (executed == 0) {
      fail("the run", "nothing-executed", "no trial was executed");
    }
    Map<String, Integer> counts = new TreeMap<>();
    cases.forEach((kernel, names) -> counts.put(kernel, names.size()));
    return new ParityReport(backend.id(), backend.device(), options.seed(), executed, passed,
        executed - passed + ofTheRun, skipped, counts.size(), counts,
        options.modes().stream().sorted().toList(), failures, matrix.cells(),
        untried(backend, kernels, options));
  }
}
