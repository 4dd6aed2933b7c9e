package dev.assay.spi.error;

import java.util.List;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/** A resource is used up or out of reach (memory, a folder that cannot be written, a time limit). */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class ResourceException extends AssayException {
  private static final long serialVersionUID = 1L;

  /** One problem. */
  public ResourceException(Problem problem) {
    super(List.of(problem), null);
  }

  /** One problem that another error brought about. */
  public ResourceException(Problem problem, @Nullable Throwable cause) {
    super(List.of(problem), cause);
  }

  /** Several problems found together, at least one. */
  public ResourceException(List<Problem> problems) {
    super(problems, null);
  }
}
