package dev.assay.backend.support;

import dev.assay.spi.backend.Submission;
import dev.assay.spi.error.Codes;
import dev.assay.spi.error.InvalidCallException;
import dev.assay.spi.error.Problem;
import dev.assay.spi.error.ResourceException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A submission in flight; the port completes it from its own thread, once each time that it is handed over. */
final class SupportSubmission implements Submission, DevicePort.Completion {
  /** It has run, and the call that committed it is back. */
  private static final int PARTS = 2;

  private static final int NOTHING_SUBMITTED = -1;

  private final SupportQueue queue;
  private final String label;
  private volatile long committedNanos;
  private volatile boolean finished;
  // From here on guarded by this. The parts that are still to come, or that there is nothing.
  private int open = NOTHING_SUBMITTED;
  // On its way to the device, which then says how it ended.
  private boolean begun;
  // Null when it was let go.
  private @Nullable EncoderWork work;
  private boolean copiesLeft;
  private @Nullable WorkFailure failure;
  private long encodeNanos;
  private long deviceNanos;
  private long latencyNanos;
  private long commitNanos;

  SupportSubmission(SupportQueue queue, String label) {
    this.queue = queue;
    this.label = label;
  }

  /**
   * From here to {@link #callEnded()} it is the caller's, and others wait for what comes of it. Refused while the last is
   * in flight, and once it has failed.
   */
  synchronized void claim(String action) {
    if (open > 0) {
      throw pending(action + " of execution",
          "wait for it first, or take one execution for each that is in flight");
    }
    throwIfFailed();
    open = PARTS;
    begun = false;
  }

  /** The work that was claimed is this. */
  synchronized void begin(EncoderWork next, long encoded, long committed) {
    open = PARTS;
    work = next;
    copiesLeft = false;
    finished = false;
    encodeNanos = encoded;
    committedNanos = committed;
    commitNanos = 0;
  }

  /**
   * The call that was to commit it is over, and so is all that it does with this: nobody else claims it before. There is
   * nothing to wait for where it has not begun.
   */
  synchronized void callEnded() {
    open = begun ? open - 1 : NOTHING_SUBMITTED;
    notifyAll();
  }

  private synchronized void runEnded() {
    open--;
    notifyAll();
  }

  @Override
  public void completed(long nanosOnDevice) {
    finish(nanosOnDevice, null);
  }

  @Override
  public void failed(DevicePort.FailureScope scope, @Nullable String dispatch, Throwable cause) {
    WorkFailure why = switch (scope) {
      case QUEUE -> WorkFailure.of(label, dispatch, cause, describe(), "take a new queue");
      case DEVICE ->
          WorkFailure.of(label, dispatch, cause, queue.backend().inFlight(), DeviceLoss.REMEDY);
    };
    switch (scope) {
      case QUEUE -> queue.fail(label, why.problem());
      case DEVICE -> queue.backend().lose(new DeviceLoss(label, why.problem()));
    }
    finish(0, why);
  }

  /** The submission and the kernels that it runs, for messages. */
  synchronized String describe() {
    return "submission '" + label + "'" + (work == null ? "" : work.describePipelines());
  }

  /** Those in the order of their commit, for messages. */
  static String describe(Stream<SupportSubmission> submissions) {
    // Looked at once for each: what is committed again meanwhile would change its place while they are sorted.
    return submissions.map(each -> Map.entry(each.committedNanos, each))
        .sorted(Map.Entry.comparingByKey())
        .map(each -> each.getValue().describe())
        .collect(Collectors.joining("; "));
  }

  /** The work goes to the device now. */
  synchronized void onItsWay() {
    begun = true;
    if (work != null) {
      work.inFlightEvent.begin();
    }
  }

  /** The device has taken the work, in this time; called once, by the thread that committed it. */
  void handedOver(long nanos) {
    synchronized (this) {
      commitNanos = nanos;
    }
    if (queue.backend().port().segmentsAreFreeAtCommit()) {
      leaveCopies();
    }
  }

  /** The device did not take the work. */
  void refused(Throwable cause) {
    if (!finished) {
      failed(DevicePort.FailureScope.QUEUE, null, cause);
    }
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

  private synchronized void noteEnd(long nanosOnDevice, @Nullable WorkFailure why) {
    deviceNanos = nanosOnDevice;
    latencyNanos = System.nanoTime() - committedNanos;
    failure = why;
    if (work != null) {
      work.inFlightEvent.deviceTime = nanosOnDevice;
      work.inFlightEvent.failed = why != null;
      work.inFlightEvent.note(label, queue.label());
    }
  }

  private void finish(long nanosOnDevice, @Nullable WorkFailure why) {
    finished = true;
    try {
      try {
        noteEnd(nanosOnDevice, why);
      } finally {
        letGo();
      }
    } catch (Throwable refused) {
      // The thread is the device's and would end, perhaps with the process; whoever waits is told instead.
      notTakenBack(refused);
    } finally {
      queue.finished(this);
      runEnded();
    }
  }

  private synchronized void notTakenBack(Throwable refused) {
    if (failure == null) {
      failure = WorkFailure.notTakenBack(label, refused);
    }
  }

  @Override
  public String label() {
    return label;
  }

  @Override
  public synchronized Status status() {
    checkSubmitted("status");
    if (open > 0) {
      return Status.PENDING;
    }
    return failure == null ? Status.COMPLETED : Status.FAILED;
  }

  @Override
  public void await() {
    WorkEvents.Wait wait = WorkEvents.beginWait();
    try {
      awaitEnd();
    } catch (InterruptedException interruption) {
      throw interrupted(interruption);
    } finally {
      if (wait != null) {
        wait.note(label, queue.label());
      }
    }
  }

  @Override
  public void await(Duration limit) {
    WorkEvents.Wait wait = WorkEvents.beginWait();
    try {
      awaitEnd(limit);
    } catch (InterruptedException interruption) {
      throw interrupted(interruption);
    } finally {
      if (wait != null) {
        wait.note(label, queue.label());
      }
    }
  }

  private synchronized void awaitEnd() throws InterruptedException {
    while (open > 0) {
      wait();
    }
    checkSubmitted("wait");
    throwIfFailed();
  }

  private synchronized void awaitEnd(Duration limit) throws InterruptedException {
    // A limit beyond what fits is one that nobody lives to see. Below nothing, less what has passed, it would be one too.
    long left = Math.max(0, TimeUnit.NANOSECONDS.convert(limit));
    long start = System.nanoTime();
    while (open > 0) {
      long now = left - (System.nanoTime() - start);
      if (now <= 0) {
        throw new ResourceException(
            Problem.of(Codes.SUBMISSION_TIMEOUT, "submission '" + label + "' has not completed")
                .at("wait for submission '" + label + "'")
                .expected("within " + limit, "still pending")
                .remedy("wait again: it goes on, and its buffers stay busy until it is done"));
      }
      TimeUnit.NANOSECONDS.timedWait(this, now);
    }
    checkSubmitted("wait");
    throwIfFailed();
  }

  @Override
  public synchronized Clocks clocks() {
    checkSubmitted("clocks");
    if (open > 0) {
      throw pending("clocks of submission", "wait for it first");
    }
    return new Clocks(encodeNanos, commitNanos, deviceNanos, latencyNanos);
  }

  private void checkSubmitted(String action) {
    if (open == NOTHING_SUBMITTED) {
      throw new InvalidCallException(
          Problem.of(Codes.SUBMISSION_NONE, "nothing of execution '" + label + "' is submitted")
              .at(action + " of execution '" + label + "'")
              .remedy("submit it first, and again after a refusal"));
    }
  }

  private InvalidCallException pending(String action, String remedy) {
    return new InvalidCallException(
        Problem.of(Codes.IN_FLIGHT, "submission '" + label + "' has not completed")
            .at(action + " '" + label + "'")
            .remedy(remedy));
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
    if (failure != null) {
      throw failure.exception();
    }
  }
}
