package dev.assay.backend.support;

import dev.assay.spi.backend.Submission;
import dev.assay.spi.error.AssayException;
import dev.assay.spi.error.Codes;
import dev.assay.spi.error.DeviceException;
import dev.assay.spi.error.InvalidCallException;
import dev.assay.spi.error.Problem;
import dev.assay.spi.error.ResourceException;
import java.time.Duration;
import java.util.Comparator;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A submission in flight; the port completes it from its own thread, once. */
final class SupportSubmission implements Submission, DevicePort.Completion {
  /** What went wrong. */
  private record Failure(Problem problem, Throwable cause) {}

  private final SupportQueue queue;
  private final String label;
  private final long encodeNanos;
  private final long committedNanos;
  // Open when it has run and the call that committed it is back.
  private final CountDownLatch ended = new CountDownLatch(2);
  private volatile boolean finished;
  // Guarded by this; null when it was let go.
  private @Nullable EncoderWork work;
  private boolean copiesLeft;
  // Written before the latch opens, read after.
  private @Nullable Failure failure;
  private long deviceNanos;
  private long latencyNanos;
  private long commitNanos;

  SupportSubmission(
      SupportQueue queue,
      String label,
      EncoderWork work,
      long encodeNanos,
      long committedNanos) {
    this.queue = queue;
    this.label = label;
    this.work = work;
    this.encodeNanos = encodeNanos;
    this.committedNanos = committedNanos;
  }

  @Override
  public void completed(long nanosOnDevice) {
    deviceNanos = nanosOnDevice;
    finish();
  }

  @Override
  public void failed(DevicePort.FailureScope scope, @Nullable String dispatch, Throwable cause) {
    Problem problem = switch (scope) {
      case QUEUE -> problem(dispatch, cause, describe(), "take a new queue");
      case DEVICE -> problem(dispatch, cause, queue.backend().inFlight(), DeviceLoss.REMEDY);
    };
    failure = new Failure(problem, cause);
    switch (scope) {
      case QUEUE -> queue.fail(label, problem);
      case DEVICE -> queue.backend().lose(new DeviceLoss(label, problem));
    }
    finish();
  }

  private Problem problem(@Nullable String dispatch, Throwable cause, String candidates,
      String remedy) {
    String where =
        (dispatch == null ? "" : "dispatch " + dispatch + " in ") + "submission '" + label + "'";
    // An error of our own in the data keeps its code; anything else is a failed submission.
    if (cause instanceof AssayException known) {
      Problem stated = known.problems().getFirst();
      return stated.at(stated.where() == null ? where : stated.where() + ", " + where);
    }
    Problem problem = Problem.of(Codes.SUBMISSION_FAILED, "the work failed: " + cause)
        .at(where)
        .remedy("its outputs must not be used; " + remedy);
    return dispatch == null
        ? problem.expected("a dispatch that the device names", "one of " + candidates)
        : problem;
  }

  /** The submission and the kernels that it runs, for messages. */
  synchronized String describe() {
    return "submission '" + label + "'" + (work == null ? "" : work.describePipelines());
  }

  /** Those in the order of their commit, for messages. */
  static String describe(Stream<SupportSubmission> submissions) {
    return submissions.sorted(Comparator.comparingLong(each -> each.committedNanos))
        .map(SupportSubmission::describe)
        .collect(Collectors.joining("; "));
  }

  /** The work goes to the device now. */
  synchronized void begin() {
    if (work != null) {
      work.inFlightEvent.begin();
    }
  }

  /** The device has taken the work, in this time; called once, by the thread that committed it. */
  void handedOver(long nanos) {
    commitNanos = nanos;
    if (queue.backend().port().segmentsAreFreeAtCommit()) {
      leaveCopies();
    }
    ended.countDown();
  }

  /** The device did not take the work. */
  void refused(Throwable cause) {
    if (!finished) {
      failed(DevicePort.FailureScope.QUEUE, null, cause);
    }
    ended.countDown();
  }

  private synchronized void leaveCopies() {
    if (!copiesLeft && work != null) {
      copiesLeft = true;
      work.leaveCopies();
    }
  }

  /** Lets go of what the work kept busy, and of the work. */
  void letGo() {
    EncoderWork done;
    boolean leave;
    synchronized (this) {
      done = work;
      work = null;
      leave = !copiesLeft;
      copiesLeft = true;
    }
    if (done == null) {
      return;
    }
    try {
      done.uses.end(queue);
    } finally {
      if (leave) {
        done.leaveCopies();
      }
      done.endUses();
    }
    // Not where something was refused: what it did not let go of is nobody else's.
    queue.giveBack(done);
  }

  private synchronized void noteEnd() {
    if (work != null) {
      work.inFlightEvent.deviceTime = deviceNanos;
      work.inFlightEvent.failed = failure != null;
      work.inFlightEvent.note(label, queue.label());
    }
  }

  private void finish() {
    finished = true;
    noteEnd();
    latencyNanos = System.nanoTime() - committedNanos;
    try {
      letGo();
    } catch (Throwable refused) {
      // The thread is the device's and would end, perhaps with the process; whoever waits is told instead.
      if (failure == null) {
        failure = new Failure(
            Problem.of(Codes.SUBMISSION_FAILED, "the device did not take back what the work used")
                .at("submission '" + label + "'")
                .expected("no error", refused.toString()),
            refused);
      }
    } finally {
      queue.finished(this);
      ended.countDown();
    }
  }

  @Override
  public String label() {
    return label;
  }

  @Override
  public Status status() {
    if (ended.getCount() > 0) {
      return Status.PENDING;
    }
    return failure == null ? Status.COMPLETED : Status.FAILED;
  }

  @Override
  public void await() {
    WorkEvents.Wait wait = new WorkEvents.Wait();
    wait.begin();
    try {
      ended.await();
    } catch (InterruptedException interruption) {
      throw interrupted(interruption);
    } finally {
      wait.note(label, queue.label());
    }
    throwIfFailed();
  }

  @Override
  public void await(Duration limit) {
    WorkEvents.Wait wait = new WorkEvents.Wait();
    wait.begin();
    try {
      if (!ended.await(limit.toNanos(), TimeUnit.NANOSECONDS)) {
        throw new ResourceException(
            Problem.of(Codes.SUBMISSION_TIMEOUT, "submission '" + label + "' has not completed")
                .at("wait for submission '" + label + "'")
                .expected("within " + limit, "still pending")
                .remedy("wait again: it goes on, and its buffers stay busy until it is done"));
      }
    } catch (InterruptedException interruption) {
      throw interrupted(interruption);
    } finally {
      wait.note(label, queue.label());
    }
    throwIfFailed();
  }

  @Override
  public Clocks clocks() {
    if (status() == Status.PENDING) {
      throw new InvalidCallException(
          Problem.of(Codes.IN_FLIGHT, "submission '" + label + "' has not completed")
              .at("clocks of submission '" + label + "'")
              .remedy("wait for it first"));
    }
    return new Clocks(encodeNanos, commitNanos, deviceNanos, latencyNanos);
  }

  private ResourceException interrupted(InterruptedException cause) {
    // The caller's interrupt must not be lost: whoever handles the exception can still see it.
    Thread.currentThread().interrupt();
    return new ResourceException(
        Problem
            .of(Codes.SUBMISSION_INTERRUPTED,
                "the wait for submission '" + label + "' was interrupted")
            .at("wait for submission '" + label + "'")
            .remedy("the submission goes on; wait again when the interrupt is dealt with"),
        cause);
  }

  private void throwIfFailed() {
    Failure failed = failure;
    if (failed != null) {
      // A new exception for each waiter, so that each has its own stack trace.
      throw new DeviceException(failed.problem(), failed.cause());
    }
  }
}
