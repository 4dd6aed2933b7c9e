package dev.assay.runtime.discovery;

import dev.assay.runtime.RuntimeCodes;
import dev.assay.spi.error.Problem;
import dev.assay.spi.error.UnavailableException;
import dev.assay.spi.provider.Availability;
import dev.assay.spi.provider.BackendProvider;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Asks a provider for its drivers, on a thread of its own: one that hangs costs no more than the limit. */
final class DriverQuestion {
  private DriverQuestion() {}

  /** The answer as a copy, in the provider's order. */
  static Map<String, Availability> ask(BackendProvider provider, BackendEntry backend,
      Duration limit) {
    // The contract forbids null, which binds nobody outside this build.
    FutureTask<@Nullable Map<String, Availability>> task = new FutureTask<>(provider::drivers);
    Thread.ofPlatform().daemon().name("assay-drivers " + backend.id()).start(task);
    try {
      Map<String, Availability> answer = task.get(limit.toNanos(), TimeUnit.NANOSECONDS);
      if (answer == null || answer.values().stream().anyMatch(each -> each == null)) {
        throw unavailable(backend, "it answered with null", null);
      }
      return Collections.unmodifiableMap(new LinkedHashMap<>(answer));
    } catch (TimeoutException late) {
      task.cancel(true);
      throw unavailable(backend, "it did not answer within " + limit.toMillis() + " ms", late);
    } catch (ExecutionException failed) {
      Throwable cause = failed.getCause() == null ? failed : failed.getCause();
      throw unavailable(backend, Reasons.of(cause), cause);
    } catch (InterruptedException interrupted) {
      task.cancel(true);
      Thread.currentThread().interrupt();
      throw unavailable(backend, "the thread was interrupted", interrupted);
    }
  }

  private static UnavailableException unavailable(BackendEntry backend, String reason,
      @Nullable Throwable cause) {
    return new UnavailableException(
        Problem.of(RuntimeCodes.BACKEND_UNAVAILABLE,
            "backend '" + backend.id() + "' does not say what drivers it has: " + reason)
            .at(backend.jar()),
        cause);
  }
}
