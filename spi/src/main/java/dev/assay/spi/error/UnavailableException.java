package dev.assay.spi.error;

import java.util.List;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/** What was asked for is known but cannot be had on this machine: choose another, or install what the reason names. */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class UnavailableException extends AssayException {
  private static final long serialVersionUID = 1L;

  /** One problem. */
  public UnavailableException(Problem problem) {
    super(List.of(problem), null);
  }

  /** One problem that another error brought about. */
  public UnavailableException(Problem problem, @Nullable Throwable cause) {
    super(List.of(problem), cause);
  }

  /** Several problems found together, at least one. */
  public UnavailableException(List<Problem> problems) {
    super(problems, null);
  }
}
