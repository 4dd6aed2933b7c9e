package dev.assay.spi.error;

import java.util.List;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/** Work that had been accepted failed while it ran; its outputs must not be used. */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class DeviceException extends AssayException {
  private static final long serialVersionUID = 1L;

  /** One problem. */
  public DeviceException(Problem problem) {
    super(List.of(problem), null);
  }

  /** One problem that another error brought about. */
  public DeviceException(Problem problem, @Nullable Throwable cause) {
    super(List.of(problem), cause);
  }

  /** Several problems found together, at least one. */
  public DeviceException(List<Problem> problems) {
    super(problems, null);
  }
}
