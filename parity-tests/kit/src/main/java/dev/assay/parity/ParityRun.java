package dev.assay.parity;

import dev.assay.parity.trial.check.Check;
import dev.assay.parity.trial.check.Checks;
import dev.assay.spi.backend.Backend;
import dev.assay.spi.backend.PipelineKey;
import dev.assay.spi.data.DType;
import dev.assay.spi.error.Codes;
import dev.assay.spi.error.InvalidCallException;
import dev.assay.spi.error.NearestNames;
import dev.assay.spi.error.Problem;
import dev.assay.spi.error.Problems;
import dev.assay.spi.kernel.KernelCatalog;
import dev.assay.spi.kernel.KernelDeclaration;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * Measures a backend: every kernel of its catalog, for every dtype and implementation, in every mode, on golden and
 * generated cases. On the oracle expected values are the golden ones, and generated cases give in every mode the bits that
 * the reference function gives outside the backend; on any other backend they come as near as the tolerance says. Immutable;
 * one run at a time.
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class ParityRun {
  private final Backend backend;
  private final KernelCatalog truth;
  private final @Nullable Path bundles;
  private final boolean endsAtFailure;

  private ParityRun(Backend backend, KernelCatalog truth, @Nullable Path bundles,
      boolean endsAtFailure) {
    this.backend = backend;
    this.truth = truth;
    this.bundles = bundles;
    this.endsAtFailure = endsAtFailure;
  }

  /** A run on this backend, by the declarations that it was opened with. */
  public ParityRun(Backend backend) {
    this(backend, backend.registry().catalog(), null, false);
  }

  /** The same by other declarations of the same kernels: they say what is expected, whatever the backend runs. */
  public ParityRun expecting(KernelCatalog declarations) {
    return new ParityRun(backend, declarations, bundles, endsAtFailure);
  }

  /** The same leaving a bundle of each failed trial in this folder, as many as {@value Bundles#MOST}. */
  public ParityRun leavingBundles(Path folder) {
    return new ParityRun(backend, truth, folder, endsAtFailure);
  }

  /** The same ending with the trial that fails first: enough to know that something is wrong. */
  public ParityRun endingAtFailure() {
    return new ParityRun(backend, truth, bundles, true);
  }

  /** Whether generated cases must give the reference function's bits, as on the oracle; else they come near. */
  public boolean comparesBits() {
    return backend.id().equals(KernelTrials.ORACLE);
  }

  /** The name of every check. */
  public static List<String> checks() {
    return Checks.ALL.stream().map(Check::name).toList();
  }

  /**
   * Runs what the options ask for. A glob that no kernel fits and a check that does not exist are errors that offer the
   * nearest names.
   */
  public ParityReport run(ParityOptions options) {
    List<KernelDeclaration> kernels = kernels(options);
    Tally tally = new Tally(options.modes(), options.expectedFailures(), bundles,
        endsAtFailure);
    try (TrialBench bench = bench(options)) {
      for (KernelDeclaration kernel : kernels) {
        for (DType dtype : kernel.dtypes()) {
          if (!tally.isDone() && (options.dtype() == null || options.dtype() == dtype)) {
            new KernelTrials(backend, bench, tally, kernel, dtype, options).run();
          }
        }
      }
    }
    return tally.report(backend, kernels, options);
  }

  /**
   * Runs one case of each kernel, directly: a look at whether the backend works at all, which takes moments and proves
   * little else. The case is the first golden one that a kernel which computes nothing would fail, in its dtype, through the
   * implementation that the backend chooses. A kernel that has none for this backend is skipped with the reason.
   */
  public ParityReport sample() {
    ParityOptions options = ParityOptions.ALL.withModes(Set.of(Mode.DIRECT));
    List<KernelDeclaration> kernels = kernels(options);
    Tally tally = new Tally(options.modes(), Set.of(), bundles, endsAtFailure);
    try (TrialBench bench = bench(options)) {
      List<KernelTrials> trials = new ArrayList<>();
      List<PipelineKey> keys = new ArrayList<>();
      for (KernelDeclaration kernel : kernels) {
        DType dtype = kernel.goldenCases().isEmpty()
            ? kernel.dtypes().iterator().next()
            : kernel.goldenCases().getFirst().input().dtype();
        KernelTrials each = new KernelTrials(backend, bench, tally, kernel, dtype, options);
        each.chooseOne().ifPresent(keys::add);
        trials.add(each);
      }
      // Side by side; what does not compile is told by the trial that asks for it again.
      backend.registry().prewarm(keys);
      for (KernelTrials each : trials) {
        if (!tally.isDone()) {
          each.runOne();
        }
      }
    }
    return tally.report(backend, kernels, options);
  }

  /**
   * Runs the one trial that a bundle holds. The file may come from anybody: one that is no bundle, or none for these
   * kernels, is an {@code InvalidInputException}.
   */
  public ParityReport replay(Path bundle) {
    Bundle held = BundleFile.read(bundle, truth);
    ParityOptions one = ParityOptions.ALL.withKernel(held.kernel().name().toString())
        .withDtype(held.input().input().dtype())
        .withModes(Set.of(held.mode()));
    ParityOptions options = held.implementation() == null
        ? one
        : one.withImplementation(held.implementation());
    Tally tally = new Tally(options.modes(), Set.of(), bundles, endsAtFailure);
    try (TrialBench bench = bench(options)) {
      new KernelTrials(backend, bench, tally, held.kernel(), held.input().input().dtype(),
          options)
          .replay(held);
    }
    return tally.report(backend, List.of(held.kernel()), options);
  }

  private TrialBench bench(ParityOptions options) {
    return new TrialBench(backend, Checks.ALL.stream()
        .filter(check -> !options.checksOff().contains(check.name()))
        .toList());
  }

  /**
   * The kernels that the options choose, in the order of the catalog. A glob that no kernel fits and a check that does not
   * exist are errors that offer the nearest names.
   */
  public List<KernelDeclaration> kernels(ParityOptions options) {
    List<KernelDeclaration> all =
        truth.kernels().stream().map(KernelCatalog.Kernel::declaration).toList();
    Glob wanted = new Glob(options.kernel());
    List<KernelDeclaration> chosen =
        all.stream().filter(kernel -> wanted.fits(kernel.name().toString())).toList();
    Problems problems = new Problems("parity run");
    if (chosen.isEmpty()) {
      problems.add(Problem.of(Codes.KERNEL_UNKNOWN, "no kernel fits '" + options.kernel() + "'")
          .remedy(NearestNames.advice(options.kernel(),
              all.stream().map(kernel -> kernel.name().toString()).toList())));
    }
    for (String off : options.checksOff()) {
      if (!checks().contains(off)) {
        problems.add(Problem.of(ParityCodes.CHECK_UNKNOWN, "there is no check '" + off + "'")
            .remedy(NearestNames.advice(off, checks())));
      }
    }
    problems.throwIfAny(InvalidCallException::new);
    return chosen;
  }
}
