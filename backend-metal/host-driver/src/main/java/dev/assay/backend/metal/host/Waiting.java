package dev.assay.backend.metal.host;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;

/** Waits that an interruption does not end, because nobody could take over what is waited for. */
final class Waiting {
  private Waiting() {}

  /** The result of a task, or the unchecked exception that it ended with. */
  static <T> T result(Future<T> task) {
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return task.get();
        } catch (InterruptedException e) {
          interrupted = true;
        } catch (ExecutionException e) {
          if (e.getCause() instanceof RuntimeException failure) {
            throw failure;
          }
          if (e.getCause() instanceof Error failure) {
            throw failure;
          }
          throw new IllegalStateException(e);
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
