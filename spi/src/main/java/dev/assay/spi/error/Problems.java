package dev.assay.spi.error;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apiguardian.api.API;

/**
 * Collects the problems of one pass, so that a caller sees all of them at once. Not thread-safe.
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class Problems {
  private final Supplier<String> where;
  private final List<Problem> found = new ArrayList<>();

  /** Problems of the operation named by {@code where}. */
  public Problems(String where) {
    this(() -> where);
  }

  /** The same where the name is put together only when it is needed. */
  public Problems(Supplier<String> where) {
    this.where = where;
  }

  /** Adds a problem; it takes this collector's place unless it names one. */
  public void add(Problem problem) {
    found.add(problem.where() == null ? problem.at(where.get()) : problem);
  }

  /** Whether nothing was found so far. */
  public boolean isEmpty() {
    return found.isEmpty();
  }

  /** What was found so far, in order. */
  public List<Problem> list() {
    return List.copyOf(found);
  }

  /** Throws what {@code exception} makes of the problems, when there is one. */
  public void throwIfAny(Function<List<Problem>, ? extends AssayException> exception) {
    if (!found.isEmpty()) {
      throw exception.apply(list());
    }
  }
}
