package dev.assay.suite.runtime;

import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;

/** Runs something on a thread of its own. */
final class OtherThread {
  private OtherThread() {}

  /** What the call throws there, null when it does not. */
  static @Nullable Throwable failureOf(Callable<?> call) throws InterruptedException {
    FutureTask<Object> task = new FutureTask<>(call::call);
    Thread.ofPlatform().start(task);
    try {
      task.get();
      return null;
    } catch (ExecutionException failed) {
      return failed.getCause();
    }
  }
}
