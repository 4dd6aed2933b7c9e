package dev.assay.parity;

import dev.assay.spi.data.DType;
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
 * @param cells the same by kernel, dtype, implementation and mode: one for each mode asked for in every row
 * @param untried the implementations asked for whose text no trial ran: of them the run says nothing
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
    List<Failure> failures,
    List<Cell> cells,
    List<Untried> untried) {
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

  /**
   * How a kernel did for one dtype, through one implementation, in one mode.
   *
   * @param kernel the kernel
   * @param dtype the dtype
   * @param implementation the implementation, or null for the backend's own way and for what concerns no single one
   * @param mode the mode
   * @param passed the trials that found nothing
   * @param failed the trials that found something
   * @param skipped what could not be tried; what holds for every mode is in the cell of each
   * @param failures what is wrong; what holds for every mode is in the cell of each
   * @param worst where a result came nearest to its bound or lay farthest beyond it, or null where no element was compared
   */
  public record Cell(
      String kernel,
      DType dtype,
      @Nullable String implementation,
      Mode mode,
      long passed,
      long failed,
      List<Skip> skipped,
      List<Failure> failures,
      @Nullable Deviation worst) {
    /** Copies the lists. */
    public Cell {
      skipped = List.copyOf(skipped);
      failures = List.copyOf(failures);
    }
  }

  /**
   * An implementation that is installed and asked for, and whose text no trial ran.
   *
   * @param kernel the kernel
   * @param dtype the dtype
   * @param implementation the implementation
   * @param language the language of its text
   * @param isRunHere whether the backend runs such texts, and only no case that proves something came to this one; else it
   *     runs another language, or the reference function in place of any text
   */
  public record Untried(
      String kernel,
      DType dtype,
      String implementation,
      String language,
      boolean isRunHere) {}

  /**
   * How far one element lay from what was expected.
   *
   * @param trial names the trial
   * @param output the parameter that was written
   * @param element the element's place in it
   * @param expected what it should be
   * @param found what it was
   * @param bound how far it may lie from that; 0 where the bits must be equal
   * @param share the distance as a part of the bound: 1 or less is near enough, 0 is equal, infinite is what no bound
   *     allows
   */
  public record Deviation(
      String trial,
      String output,
      long element,
      double expected,
      double found,
      double bound,
      double share) {}

  /** Copies the collections. */
  public ParityReport {
    skipped = List.copyOf(skipped);
    casesByKernel = Collections.unmodifiableMap(new LinkedHashMap<>(casesByKernel));
    modes = List.copyOf(modes);
    failures = List.copyOf(failures);
    cells = List.copyOf(cells);
    untried = List.copyOf(untried);
  }

  /** Whether everything that was tried is right, and something was. */
  public boolean isPassed() {
    return executed > 0 && failed == 0;
  }
}
