package dev.assay.parity.mutants;

import java.util.List;
import org.apiguardian.api.API;

/**
 * What became of the mutants.
 *
 * @param tried every mutant that can be told from what is right
 * @param equivalent those that cannot, with the reason
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public record MutantReport(List<Tried> tried, List<Equivalent> equivalent) {
  /**
   * A mutant that was tried.
   *
   * @param mutant names it, such as {@code kernel: zeros in assay:add}
   * @param family what was made wrong
   * @param operator the way, such as {@code zeros}
   * @param killed whether a trial failed because of it
   */
  public record Tried(String mutant, Family family, String operator, boolean killed) {}

  /**
   * A mutant that gives what the right one gives.
   *
   * @param mutant names it
   * @param reason why
   */
  public record Equivalent(String mutant, String reason) {}

  /** Copies the lists. */
  public MutantReport {
    tried = List.copyOf(tried);
    equivalent = List.copyOf(equivalent);
  }

  /** The number that a trial failed because of. */
  public long killed() {
    return tried.stream().filter(Tried::killed).count();
  }

  /** The names of those with which every trial passed. */
  public List<String> survivors() {
    return tried.stream().filter(each -> !each.killed()).map(Tried::mutant).toList();
  }

  /** Whether mutants were tried and none survived. */
  public boolean isPassed() {
    return !tried.isEmpty() && survivors().isEmpty();
  }
}
