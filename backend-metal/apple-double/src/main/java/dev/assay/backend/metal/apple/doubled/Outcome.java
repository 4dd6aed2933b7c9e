package dev.assay.backend.metal.apple.doubled;

import dev.assay.backend.metal.driver.MetalCommandBuffer;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** How a command buffer ended, told as its completion. Safe for use by any thread. */
public class Outcome implements MetalCommandBuffer.Completion {
  private static final long LIMIT_SECONDS = 60;

  private final CountDownLatch ended = new CountDownLatch(1);
  private volatile long nanos;
  private volatile @Nullable Throwable failure;

  /** Commits a command buffer without waiting. */
  public static Outcome ofCommit(MetalCommandBuffer commands) {
    Outcome outcome = new Outcome();
    commands.commit(outcome);
    return outcome;
  }

  @Override
  public void completed(long deviceNanos) {
    nanos = deviceNanos;
    ended.countDown();
  }

  @Override
  public void failed(@Nullable String label, Throwable cause) {
    failure = cause;
    ended.countDown();
  }

  /**
   * Waits for the end.
   *
   * @throws AssertionError where there is none within a minute
   */
  public Outcome await() {
    try {
      if (!ended.await(LIMIT_SECONDS, TimeUnit.SECONDS)) {
        throw new AssertionError("a command buffer has not ended in " + LIMIT_SECONDS + " s");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
    return this;
  }

  /**
   * Waits, and gives the nanoseconds of the device.
   *
   * @throws AssertionError where the work failed
   */
  public long success() {
    Throwable why = failure();
    if (why != null) {
      throw new AssertionError("a command buffer failed", why);
    }
    return nanos;
  }

  /** Waits, and says why the work failed; null where it did not. */
  public @Nullable Throwable failure() {
    await();
    return failure;
  }
}
