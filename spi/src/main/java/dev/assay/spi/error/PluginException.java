package dev.assay.spi.error;

import java.util.List;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/** What is installed does not fit together (duplicate names, another SPI version, a plugin that breaks its contract). */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class PluginException extends AssayException {
  private static final long serialVersionUID = 1L;

  /** One problem. */
  public PluginException(Problem problem) {
    super(List.of(problem), null);
  }

  /** One problem that another error brought about. */
  public PluginException(Problem problem, @Nullable Throwable cause) {
    super(List.of(problem), cause);
  }

  /** Several problems found together, at least one. */
  public PluginException(List<Problem> problems) {
    super(problems, null);
  }
}
