package dev.assay.parity;

import dev.assay.parity.trial.CaseSelection;
import dev.assay.parity.trial.Content;
import dev.assay.parity.trial.Layout;
import dev.assay.parity.trial.TrialCase;
import dev.assay.parity.trial.Variants;
import dev.assay.parity.trial.check.Degeneracy;
import dev.assay.parity.trial.mode.Baked;
import dev.assay.parity.trial.mode.Captured;
import dev.assay.parity.trial.mode.Direct;
import dev.assay.parity.trial.mode.Indirect;
import dev.assay.parity.trial.mode.ModeRun;
import dev.assay.parity.trial.mode.Overlapped;
import dev.assay.parity.trial.mode.Resubmitted;
import dev.assay.spi.backend.Backend;
import dev.assay.spi.backend.PipelineKey;
import dev.assay.spi.data.DType;
import dev.assay.spi.error.AssayException;
import dev.assay.spi.error.Codes;
import dev.assay.spi.error.UnavailableException;
import dev.assay.spi.kernel.Implementation;
import dev.assay.spi.kernel.KernelDeclaration;
import dev.assay.spi.kernel.Tolerance;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The trials of one kernel for one dtype. */
final class KernelTrials {
  /** The backend whose arithmetic is that of the reference functions. */
  static final String ORACLE = "reference-cpu";

  /** Seeds looked at for a case that an implementation's condition lets through and that proves something. */
  private static final int SEARCH = 600;

  /** Cases that should have proved something of an implementation and did not, after which no more are looked for. */
  private static final int MOST_VAIN = 4;

  /** Seeds looked at for a case with several threadgroups, for each generated case that is asked for. */
  private static final int STRETCH_SEARCH = 8;

  /** Views side by side in one buffer, none of them at its start. */
  private static final int SAMPLE_LAYOUT = 1;

  private final Backend backend;
  private final TrialBench bench;
  private final Tally tally;
  private final KernelDeclaration kernel;
  private final DType dtype;
  private final ParityOptions options;
  private final Set<Stretch> stretched = new HashSet<>();
  private final Set<Implementation> unproven = new HashSet<>();
  private boolean tried;
  private boolean provedSomething;
  private @Nullable TrialCase one;
  private @Nullable RuntimeException refusal;

  KernelTrials(Backend backend, TrialBench bench, Tally tally, KernelDeclaration kernel,
      DType dtype, ParityOptions options) {
    this.backend = backend;
    this.bench = bench;
    this.tally = tally;
    this.kernel = kernel;
    this.dtype = dtype;
    this.options = options;
  }

  /** Runs every case that the kit chooses. */
  void run() {
    String what = kernel.name() + " (" + dtype + ")";
    List<TrialCase> cases =
        CaseSelection.of(kernel, dtype, options.seed(), options.generated()).cases();
    if (cases.isEmpty()) {
      tally.skip(kernel, dtype, what,
          "no generated case is asked for, and no golden one is of this dtype");
      return;
    }
    Implementations implementations = implementations(cases.getFirst());
    Set<Implementation> untried = new HashSet<>(implementations.all());
    unproven.addAll(untried);
    for (int i = 0; i < cases.size() && !tally.isDone(); i++) {
      untried.removeAll(run(cases.get(i), i, implementations));
    }
    if (tally.isDone()) {
      return;
    }
    runMore(implementations, untried, cases.size());
    runStretched(implementations, cases.size());
    untried.forEach(implementation -> tally.fail(kernel, dtype, implementation.name(),
        what + ", " + implementation.name(), "untried",
        "no case meets its condition " + implementation.condition()));
    if (tried && !provedSomething) {
      tally.fail(kernel, dtype, null, what, "suspicious",
          "the result of every case is one that a kernel could give that computes nothing");
    }
  }

  /** A condition can be so narrow that no case chosen for its sizes meets it, or none whose result says anything. */
  private void runMore(Implementations implementations, Set<Implementation> untried, int layout) {
    int search = options.generated() == 0 ? 0 : SEARCH;
    Map<Implementation, Integer> vain = new HashMap<>();
    for (int i = 0; i < search && !unproven.isEmpty() && !tally.isDone(); i++) {
      TrialCase more = TrialCase.seeded(kernel, dtype, options.seed() + i);
      Set<Implementation> wanted = implementations.reached(more.input());
      wanted.retainAll(unproven);
      boolean reaches = wanted.stream().anyMatch(untried::contains);
      // By a case that it must refuse nothing is proved.
      wanted.removeIf(given -> implementations.isOutsideLimits(given, more.input()));
      boolean mayProve = !wanted.isEmpty() && mayProveSomething(more);
      if (mayProve || reaches) {
        untried.removeAll(run(more, layout, implementations));
      }
      if (mayProve) {
        // Every mode may skip what can prove something, or the reference function refuse it: hundreds would tell no more.
        wanted.forEach(given -> vain.merge(given, 1, Integer::sum));
        unproven.removeIf(given -> vain.getOrDefault(given, 0) >= MOST_VAIN);
      }
    }
  }

  /** Whether the case proves something, or fails by itself, which running it tells. */
  private boolean mayProveSomething(TrialCase each) {
    try {
      return Degeneracy.provesSomething(each.content(kernel));
    } catch (RuntimeException refused) {
      return true;
    }
  }

  /**
   * Chooses one case to run alone, the first golden one that proves something or else the first seed that does, and the
   * pipeline that the backend chooses for it; nothing where that fails, which {@link #runOne} then tells.
   */
  Optional<PipelineKey> chooseOne() {
    try {
      one = Stream
          .concat(
              IntStream.range(0, kernel.goldenCases().size())
                  .mapToObj(number -> TrialCase.golden(kernel, number))
                  .filter(golden -> golden.input().dtype() == dtype),
              LongStream.range(0, SEARCH)
                  .mapToObj(number -> TrialCase.seeded(kernel, dtype, options.seed() + number)))
          .filter(each -> Degeneracy.provesSomething(each.content(kernel)))
          .findFirst()
          .orElse(null);
      return one == null
          ? Optional.empty()
          : Optional.of(backend.registry().choose(kernel.name(), dtype, one.input().constants()));
    } catch (RuntimeException thrown) {
      refusal = thrown;
      return Optional.empty();
    }
  }

  /** Runs the case that was chosen. */
  void runOne() {
    String what = kernel.name() + " (" + dtype + ")";
    TrialCase chosen = one;
    try {
      if (refusal != null) {
        throw refusal;
      }
      if (chosen == null) {
        tally.fail(kernel, dtype, null, what, "suspicious",
            "the result of every case is one that a kernel could give that computes nothing");
        return;
      }
      run(chosen, SAMPLE_LAYOUT, Implementations.chosen(backend, kernel, chosen.input()));
    } catch (UnavailableException nothingToRun) {
      tally.skip(kernel, dtype, what, String.valueOf(nothingToRun.getMessage()));
    } catch (RuntimeException thrown) {
      tally.fail(kernel, dtype, null, what, "error", thrown.toString());
    }
  }

  /** A tile that is alone along an axis has no neighbour to spoil and none to be forgotten. */
  private void runStretched(Implementations implementations, int layout) {
    for (int i = 0; i < STRETCH_SEARCH * options.generated() && !tally.isDone(); i++) {
      TrialCase more = TrialCase.seeded(kernel, dtype, options.seed() + i);
      if (implementations.reached(more.input())
          .stream()
          .anyMatch(given -> !stretched.containsAll(
              implementations.stretches(given, more.input())))) {
        run(more, layout, implementations);
      }
    }
  }

  /** Runs the trial of a bundle again. */
  void replay(Bundle bundle) {
    run(bundle.input(), bundle.layout(), implementations(bundle.input()));
  }

  private Implementations implementations(TrialCase example) {
    return new Implementations(backend, kernel, dtype, options.implementation(), example.input());
  }

  /** Runs a case through every implementation that may be chosen for it; these are returned. */
  private Set<Implementation> run(TrialCase each, int layout, Implementations implementations) {
    Set<Implementation> found = new HashSet<>();
    try {
      implementations.keys(each.input()).forEach((key, implementation) -> {
        implementation.ifPresent(given -> {
          found.add(given);
          stretched.addAll(implementations.stretches(given, each.input()));
        });
        run(each, layout, key, implementation, implementation
            .map(given -> implementations.isOutsideLimits(given, each.input()))
            .orElse(false));
      });
    } catch (UnavailableException nothingToRun) {
      tally.skip(kernel, dtype, kernel.name() + " (" + dtype + "), " + each.name(),
          String.valueOf(nothingToRun.getMessage()));
    }
    return found;
  }

  private void run(TrialCase each, int layout, PipelineKey key,
      Optional<Implementation> implementation, boolean outsideLimits) {
    Content content;
    try {
      content = each.content(kernel);
    } catch (RuntimeException thrown) {
      tally.fail(kernel, dtype, null, kernel.name() + " (" + dtype + "), " + each.name(),
          "reference", "the reference function refuses its own case: " + thrown);
      return;
    }
    Variants variants = new Variants(content);
    boolean provesSomething = !outsideLimits && Degeneracy.provesSomething(content);
    provedSomething |= provesSomething;
    boolean ran = false;
    for (Mode mode : Mode.values()) {
      if (options.modes().contains(mode) && !tally.isDone()) {
        ran |= run(new Bundle(kernel, key.implementation(), mode, layout, each), key, variants,
            implementation, outsideLimits);
      }
    }
    if (ran && provesSomething) {
      implementation.ifPresent(given -> {
        tally.tried(given);
        unproven.remove(given);
      });
    }
  }

  /** Whether the trial was made, whatever it found. */
  private boolean run(Bundle trial, PipelineKey key, Variants variants,
      Optional<Implementation> implementation, boolean outsideLimits) {
    ModeRun mode = run(trial.mode());
    String refusal = variants.refusal();
    if (mode.rounds() > 1 && refusal != null) {
      tally.skip(trial, refusal);
      return false;
    }
    tried = true;
    try {
      Outcome outcome = bench.run(mode, backend.registry().pipeline(key), variants,
          Layout.numbered(trial.layout()), content -> tolerance(content, implementation));
      if (outsideLimits) {
        tally.ran(trial, Map.of("limit", "a case outside the stated limits was not refused"));
      } else {
        tally.ran(trial, outcome);
      }
    } catch (AssayException thrown) {
      if (thrown.code().equals(Codes.NOT_INDIRECT)) {
        tally.skip(trial, String.valueOf(thrown.getMessage()));
        return false;
      } else {
        tally.ran(trial, outsideLimits && isOfLimit(thrown)
            ? Map.of()
            : Map.of("error", String.valueOf(thrown.getMessage())));
      }
    } catch (RuntimeException thrown) {
      tally.ran(trial, Map.of("error", thrown.toString()));
    }
    return true;
  }

  private static boolean isOfLimit(AssayException thrown) {
    return thrown.problems()
        .stream()
        .anyMatch(problem -> problem.code().equals(Codes.LIMIT_EXCEEDED));
  }

  private Tolerance tolerance(Content content, Optional<Implementation> implementation) {
    if (content.golden() == null && backend.id().equals(ORACLE)) {
      return Tolerance.exact();
    }
    return implementation.map(Implementation::ownTolerance).orElse(kernel.tolerance(dtype));
  }

  private static ModeRun run(Mode mode) {
    return switch (mode) {
      case DIRECT -> new Direct();
      case BAKED -> new Baked();
      case CAPTURED -> new Captured();
      case INDIRECT -> new Indirect();
      case RESUBMITTED -> new Resubmitted();
      case OVERLAPPED -> new Overlapped();
    };
  }
}
