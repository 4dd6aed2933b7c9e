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
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The trials of one kernel for one dtype. */
final class KernelTrials {
  /** The backend whose arithmetic is that of the reference functions. */
  private static final String ORACLE = "reference-cpu";

  private final Backend backend;
  private final TrialBench bench;
  private final Tally tally;
  private final KernelDeclaration kernel;
  private final DType dtype;
  private final ParityOptions options;
  private boolean provedSomething;
  private boolean tried;

  KernelTrials(Backend backend, TrialBench bench, Tally tally, KernelDeclaration kernel,
      DType dtype, ParityOptions options) {
    this.backend = backend;
    this.bench = bench;
    this.tally = tally;
    this.kernel = kernel;
    this.dtype = dtype;
    this.options = options;
  }

  void run() {
    String what = kernel.name() + " (" + dtype + ")";
    List<TrialCase> cases =
        CaseSelection.of(kernel, dtype, options.seed(), options.generated()).cases();
    Implementations implementations = new Implementations(backend, kernel, dtype,
        options.implementation(), cases.getFirst().input());
    Set<Implementation> untried = new HashSet<>(implementations.all());
    int number = 0;
    for (TrialCase each : cases) {
      Layout layout = Layout.numbered(number++);
      try {
        implementations.keys(each.input()).forEach((key, implementation) -> {
          implementation.ifPresent(untried::remove);
          run(each, layout, key, implementation, implementation
              .map(given -> implementations.isOutsideLimits(given, each.input()))
              .orElse(false));
        });
      } catch (UnavailableException nothingToRun) {
        tally.skip(what + ", " + each.name(), String.valueOf(nothingToRun.getMessage()));
      }
    }
    untried.forEach(implementation -> tally.fail(what + ", " + implementation.name(), "untried",
        "no case meets its condition " + implementation.condition()));
    if (tried && !provedSomething) {
      tally.fail(what, "suspicious",
          "the result of every case is one that a kernel could give that computes nothing");
    }
  }

  private void run(TrialCase each, Layout layout, PipelineKey key,
      Optional<Implementation> implementation, boolean outsideLimits) {
    Content content = each.content(kernel);
    Variants variants = new Variants(content);
    for (Mode mode : Mode.values()) {
      if (options.modes().contains(mode)) {
        run(new Trial(each.name(), key, mode, layout), content, variants, implementation,
            outsideLimits);
      }
    }
  }

  /** What a trial is called. */
  private record Trial(String caseName, PipelineKey key, Mode mode, Layout layout) {
    @Override
    public String toString() {
      return key + ", " + caseName + ", " + mode.id() + ", " + layout;
    }
  }

  private void run(Trial trial, Content content, Variants variants,
      Optional<Implementation> implementation, boolean outsideLimits) {
    ModeRun mode = run(trial.mode());
    String refusal = variants.refusal();
    if (mode.rounds() > 1 && refusal != null) {
      tally.skip(trial.toString(), refusal);
      return;
    }
    Map<String, String> found;
    try {
      found = bench.run(mode, backend.registry().pipeline(trial.key()), variants, trial.layout(),
          laidOut -> tolerance(laidOut, implementation));
      if (outsideLimits) {
        found = Map.of("limit", "a case outside the stated limits was not refused");
      }
    } catch (AssayException thrown) {
      if (thrown.code().equals(Codes.NOT_INDIRECT)) {
        tally.skip(trial.toString(), String.valueOf(thrown.getMessage()));
        return;
      }
      found = outsideLimits && isOfLimit(thrown)
          ? Map.of()
          : Map.of("error", String.valueOf(thrown.getMessage()));
    } catch (RuntimeException thrown) {
      found = Map.of("error", thrown.toString());
    }
    tried = true;
    provedSomething |= !outsideLimits && Degeneracy.provesSomething(content);
    tally.ran(kernel.name().toString(), trial.caseName(), trial.toString(), found);
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
