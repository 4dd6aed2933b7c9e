package dev.assay.spi.error;

import java.util.List;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/** The call was wrong (a missing binding, a closed buffer, an unknown name): change the call. */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class InvalidCallException extends AssayException {
  private static final long serialVersionUID = 1L;

  /** One problem. */
  public InvalidCallException(Problem problem) {
    super(List.of(problem), null);
  }

  /** One problem that another error brought about. */
  public InvalidCallException(Problem problem, @Nullable Throwable cause) {
    super(List.of(problem), cause);
  }

  /** Several problems found together, at least one. */
  public InvalidCallException(List<Problem> problems) {
    super(problems, null);
  }
}
