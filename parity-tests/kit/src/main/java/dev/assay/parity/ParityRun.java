package dev.assay.parity;

import dev.assay.parity.trial.CaseSelection;
import dev.assay.parity.trial.Content;
import dev.assay.parity.trial.Layout;
import dev.assay.parity.trial.TrialCase;
import dev.assay.parity.trial.Variants;
import dev.assay.parity.trial.check.Check;
import dev.assay.parity.trial.check.Checks;
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
import dev.assay.spi.error.InvalidCallException;
import dev.assay.spi.error.NearestNames;
import dev.assay.spi.error.Problem;
import dev.assay.spi.error.UnavailableException;
import dev.assay.spi.kernel.Implementation;
import dev.assay.spi.kernel.KernelCatalog;
import dev.assay.spi.kernel.KernelDeclaration;
import dev.assay.spi.kernel.Tolerance;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.apiguardian.api.API;

/**
 * Measures a backend: every kernel of its catalog, for every dtype and implementation, in every mode, on golden and
 * generated cases. On the oracle expected values are the golden ones, and generated cases give in every mode the bits that
 * the reference function gives outside the backend; on any other backend they come as near as the tolerance says. Not
 * thread-safe.
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class ParityRun {
  /** The backend whose arithmetic is that of the reference functions. */
  private static final String ORACLE = "reference-cpu";

  private final Backend backend;
  private final ParityOptions options;
  private final TrialBench bench;
  private final Tally tally = new Tally();
  private int trials;

  private ParityRun(Backend backend, ParityOptions options, TrialBench bench) {
    this.backend = backend;
    this.options = options;
    this.bench = bench;
  }

  /** Runs what the options ask for; a glob that no kernel fits is an error that offers the nearest names. */
  public static ParityReport of(Backend backend, ParityOptions options) {
    List<Check> checks = Checks.ALL.stream()
        .filter(check -> !options.checksOff().contains(check.name()))
        .toList();
    try (TrialBench bench = new TrialBench(backend, checks)) {
      ParityRun run = new ParityRun(backend, options, bench);
      run.kernels().forEach(run::run);
      return run.tally.report(backend, options);
    }
  }

  private List<KernelDeclaration> kernels() {
    Pattern wanted = glob(options.kernel());
    List<KernelDeclaration> all = backend.registry()
        .catalog()
        .kernels()
        .stream()
        .map(KernelCatalog.Kernel::declaration)
        .toList();
    List<KernelDeclaration> chosen = all.stream()
        .filter(kernel -> wanted.matcher(kernel.name().toString()).matches())
        .toList();
    if (chosen.isEmpty()) {
      throw new InvalidCallException(
          Problem.of(Codes.KERNEL_UNKNOWN, "no kernel fits '" + options.kernel() + "'")
              .at("parity run")
              .remedy(NearestNames.advice(options.kernel(),
                  all.stream().map(kernel -> kernel.name().toString()).toList())));
    }
    return chosen;
  }

  private static Pattern glob(String glob) {
    StringBuilder pattern = new StringBuilder();
    for (char each : glob.toCharArray()) {
      switch (each) {
        case '*' -> pattern.append(".*");
        case '?' -> pattern.append('.');
        default -> pattern.append(Pattern.quote(String.valueOf(each)));
      }
    }
    return Pattern.compile(pattern.toString());
  }

  private void run(KernelDeclaration kernel) {
    for (DType dtype : kernel.dtypes()) {
      if (options.dtype() == null || options.dtype() == dtype) {
        run(kernel, dtype);
      }
    }
  }

  private void run(KernelDeclaration kernel, DType dtype) {
    String what = kernel.name() + " " + dtype;
    List<TrialCase> cases =
        CaseSelection.of(kernel, dtype, options.seed(), options.generated()).cases();
    Implementations implementations = new Implementations(backend, kernel, dtype,
        options.implementation(), cases.getFirst().input());
    Set<Implementation> untried = new HashSet<>(implementations.all());
    for (TrialCase each : cases) {
      try {
        Map<PipelineKey, Optional<Implementation>> keys = implementations.keys(each.input());
        keys.forEach((key, implementation) -> {
          implementation.ifPresent(untried::remove);
          run(kernel, each, key, implementation, implementation
              .filter(given -> implementations.isOutsideLimits(given, each.input()))
              .isPresent());
        });
      } catch (UnavailableException nothingToRun) {
        tally.skip(what + " " + each.name(), String.valueOf(nothingToRun.getMessage()));
      }
    }
    untried.forEach(implementation -> tally.fail(what + " " + implementation.name(), "untried",
        "no case meets its condition " + implementation.condition()));
  }

  private void run(KernelDeclaration kernel, TrialCase each, PipelineKey key,
      Optional<Implementation> implementation, boolean outsideLimits) {
    Layout layout = Layout.numbered(trials++);
    Variants variants = new Variants(each.content(kernel));
    for (Mode mode : Mode.values()) {
      if (options.modes().contains(mode)) {
        String trial = key + ", " + each.name() + ", " + mode.id() + ", " + layout;
        try {
          Map<String, String> found = bench.run(run(mode), backend.registry().pipeline(key),
              variants, layout, tolerance(kernel, implementation));
          tally.ran(kernel.name().toString(), each.name(), trial, outsideLimits
              ? Map.of("limit", "a case outside its limits was not refused")
              : found);
        } catch (AssayException refused) {
          tally(kernel, each, trial, refused, outsideLimits);
        }
      }
    }
  }

  private void tally(KernelDeclaration kernel, TrialCase each, String trial,
      AssayException thrown, boolean outsideLimits) {
    boolean asItShould = outsideLimits && thrown.problems()
        .stream()
        .anyMatch(problem -> problem.code().equals(Codes.LIMIT_EXCEEDED));
    if (thrown.code().equals(Codes.NOT_INDIRECT)) {
      tally.skip(trial, String.valueOf(thrown.getMessage()));
    } else {
      tally.ran(kernel.name().toString(), each.name(), trial,
          asItShould ? Map.of() : Map.of("error", String.valueOf(thrown.getMessage())));
    }
  }

  private Function<Content, Tolerance> tolerance(KernelDeclaration kernel,
      Optional<Implementation> implementation) {
    boolean oracle = backend.id().equals(ORACLE);
    return content -> {
      if (oracle && content.golden() == null) {
        return Tolerance.exact();
      }
      Tolerance own = implementation.map(Implementation::ownTolerance).orElse(null);
      return own == null ? kernel.tolerance(content.dtype()) : own;
    };
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
