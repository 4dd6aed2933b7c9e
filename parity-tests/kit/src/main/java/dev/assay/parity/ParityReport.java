package dev.assay.parity;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * What a parity run found.
 *
 * @param backend the id of the backend under trial
 * @param device what it ran on, in words
 * @param seed the seed of the first generated case
 * @param executed the number of trials that ran
 * @param passed those of them that found nothing
 * @param failed the others, and what is wrong with the run as a whole, such as an implementation that nothing reached
 * @param skipped what could not be tried
 * @param kernels the number of kernels tried
 * @param casesByKernel the number of distinct inputs of each kernel, whatever the modes, dtypes and implementations
 * @param modes the modes asked for
 * @param failures what is wrong; a trial may have several
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public record ParityReport(
    String backend,
    String device,
    long seed,
    long executed,
    long passed,
    long failed,
    List<Skip> skipped,
    int kernels,
    Map<String, Integer> casesByKernel,
    List<Mode> modes,
    List<Failure> failures) {
  /**
   * A trial that could not be made.
   *
   * @param trial names it
   * @param reason why
   */
  public record Skip(String trial, String reason) {}

  /**
   * Something that is wrong.
   *
   * @param trial names kernel, dtype, case, mode and layout
   * @param kind the check that found it, {@code error} for a call that was refused or work that
   *     failed, and others for what no single trial shows
   * @param detail what was found
   * @param bundle the file that runs the trial again, or null where none was left
   */
  public record Failure(String trial, String kind, String detail, @Nullable String bundle) {}

  /** Copies the collections. */
  public ParityReport {
    skipped = List.copyOf(skipped);
    casesByKernel = Collections.unmodifiableMap(new LinkedHashMap<>(casesByKernel));
    modes = List.copyOf(modes);
    failures = List.copyOf(failures);
  }

  /** Whether everything that was tried is right, and something was. */
  public boolean isPassed() {
    return executed > 0 && failed == 0;
  }
}
