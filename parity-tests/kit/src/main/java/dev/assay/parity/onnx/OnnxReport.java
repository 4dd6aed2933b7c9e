package dev.assay.parity.onnx;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apiguardian.api.API;

/**
 * What became of a folder of cases.
 *
 * @param backend the id of the backend
 * @param device what it ran on
 * @param passed the names of the cases whose results were the expected ones
 * @param failures the cases whose results were others, that ended in an error, or that could not be read
 * @param uncovered the cases that need what is not computed
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public record OnnxReport(
    String backend,
    String device,
    List<String> passed,
    List<Failure> failures,
    List<Uncovered> uncovered) {

  /**
   * A case that failed.
   *
   * @param caseName its name
   * @param detail what was expected and what was found, or the error
   */
  public record Failure(String caseName, String detail) {}

  /**
   * A case that did not run.
   *
   * @param caseName its name
   * @param operator the operator that it needs
   * @param reason what of it is not computed
   */
  public record Uncovered(String caseName, String operator, String reason) {}

  /** Copies the lists. */
  public OnnxReport {
    passed = List.copyOf(passed);
    failures = List.copyOf(failures);
    uncovered = List.copyOf(uncovered);
  }

  /** How many cases passed or failed. */
  public int executed() {
    return passed.size() + failures.size();
  }

  /** Whether something ran, and nothing of it failed. */
  public boolean isGood() {
    return executed() > 0 && failures.isEmpty();
  }

  /** How many cases of each operator did not run. */
  public Map<String, Integer> uncoveredByOperator() {
    return uncovered.stream()
        .collect(Collectors.toMap(Uncovered::operator, found -> 1, Integer::sum, TreeMap::new));
  }
}
