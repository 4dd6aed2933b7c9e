package dev.assay.backend.support;

import dev.assay.spi.backend.Submission;
import dev.assay.spi.error.AssayException;
import dev.assay.spi.error.Codes;
import dev.assay.spi.error.DeviceException;
import dev.assay.spi.error.InvalidCallException;
import dev.assay.spi.error.Problem;
import dev.assay.spi.error.ResourceException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A submission in flight; the port completes it from its own thread, once. */
final class SupportSubmission implements Submission, DevicePort.Completion {
  /** What went wrong. */
  private record Failure(Problem problem, Throwable cause) {}

  private final SupportQueue queue;
  private final String label;
  private final BufferUses uses;
  private final List<SegmentCopy> copies;
  private final List<SupportPipeline> pipelines;
  private final long encodeNanos;
  private final long committedNanos;
  // Open when it has run and the call that committed it is back.
  private final CountDownLatch done = new CountDownLatch(2);
  private final WorkEvents.InFlight event = new WorkEvents.InFlight();
  private volatile boolean finished;
  private boolean copiesLeft;
  // Written before the latch opens, read after.
  private @Nullable Failure failure;
  private long deviceNanos;
  private long latencyNanos;
  private long commitNanos;

  SupportSubmission(
      SupportQueue queue,
      String label,
      BufferUses uses,
      List<SegmentCopy> copies,
      List<SupportPipeline> pipelines,
      long encodeNanos,
      long committedNanos) {
    this.queue = queue;
    this.label = label;
    this.uses = uses;
    this.copies = copies;
    this.pipelines = pipelines;
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
  String describe() {
    StringBuilder text = new StringBuilder("submission '").append(label).append("'");
    for (int i = 0; i < pipelines.size(); i++) {
      text.append(i == 0 ? " of " : ", ").append(pipelines.get(i));
    }
    return text.toString();
  }

  long committedNanos() {
    return committedNanos;
  }

  /** The work goes to the device now. */
  void begin() {
    event.begin();
  }

  /** The device has taken the work, in this time; called once, by the thread that committed it. */
  void handedOver(long nanos) {
    commitNanos = nanos;
    if (queue.backend().port().segmentsAreFreeAtCommit()) {
      leaveCopies();
    }
    done.countDown();
  }

  /** The device did not take the work. */
  void refused(Throwable cause) {
    if (!finished) {
      failed(DevicePort.FailureScope.QUEUE, null, cause);
    }
    done.countDown();
  }

  private synchronized void leaveCopies() {
    if (!copiesLeft) {
      copiesLeft = true;
      copies.forEach(SegmentCopy::leave);
    }
  }

  /** Lets go of what the work kept busy. */
  void letGo() {
    try {
      uses.end(queue);
    } finally {
      leaveCopies();
      copies.forEach(SegmentCopy::end);
      pipelines.forEach(SupportPipeline::endUse);
    }
  }

  private void finish() {
    finished = true;
    event.deviceTime = deviceNanos;
    event.failed = failure != null;
    event.note(label, queue.label());
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
      done.countDown();
    }
  }

  @Override
  public String label() {
    return label;
  }

  @Override
  public Status status() {
    if (done.getCount() > 0) {
      return Status.PENDING;
    }
    return failure == null ? Status.COMPLETED : Status.FAILED;
  }

  @Override
  public void await() {
    WorkEvents.Wait wait = new WorkEvents.Wait();
    wait.begin();
    try {
      done.await();
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
      if (!done.await(limit.toNanos(), TimeUnit.NANOSECONDS)) {
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
