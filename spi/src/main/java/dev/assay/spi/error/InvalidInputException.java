package dev.assay.spi.error;

import java.util.List;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/** Data from outside was wrong (a damaged file, an empty text, an index out of range): change the data. */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class InvalidInputException extends AssayException {
  private static final long serialVersionUID = 1L;

  /** One problem. */
  public InvalidInputException(Problem problem) {
    super(List.of(problem), null);
  }

  /** One problem that another error brought about. */
  public InvalidInputException(Problem problem, @Nullable Throwable cause) {
    super(List.of(problem), cause);
  }

  /** Several problems found together, at least one. */
  public InvalidInputException(List<Problem> problems) {
    super(problems, null);
  }
}
