package dev.assay.spi.error;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * The root of all errors that Assay raises. It carries one or more {@linkplain Problem problems}: what can be found
 * together is reported together. Catch a leaf to act on it ({@link InvalidCallException}: change the call; {@link
 * InvalidInputException}: change the data; {@link UnavailableException}: choose another backend; {@link
 * DeviceException}: the work failed; {@link ResourceException}: free or grant a resource; {@link PluginException}:
 * change what is installed), or compare {@link #code()}.
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public abstract class AssayException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  // Not serialised: a problem list is for the process that saw it, the message travels.
  private final transient List<Problem> problems;

  /** Carries the problems, at least one, in the order in which they were found. */
  protected AssayException(List<Problem> problems, @Nullable Throwable cause) {
    super(message(problems), cause);
    this.problems = List.copyOf(problems);
  }

  /** The code of the first problem. */
  public final ErrorCode code() {
    return problems.getFirst().code();
  }

  /** All problems, at least one. */
  public final List<Problem> problems() {
    return problems;
  }

  private static String message(List<Problem> problems) {
    if (problems.isEmpty()) {
      throw new IllegalArgumentException("an AssayException needs at least one problem");
    }
    if (problems.size() == 1) {
      return problems.getFirst().describe();
    }
    return IntStream.range(0, problems.size())
        .mapToObj(i -> (i + 1) + ") " + problems.get(i).describe().replace("\n", "\n   "))
        .collect(Collectors.joining("\n", problems.size() + " problems:\n", ""));
  }
}
