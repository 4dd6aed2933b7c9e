package dev.assay.backend.support;

import dev.assay.spi.backend.CommandQueue;
import dev.assay.spi.backend.Encoder;
import dev.assay.spi.backend.Execution;
import dev.assay.spi.backend.SlotValues;
import dev.assay.spi.error.AssayException;
import dev.assay.spi.error.Codes;
import dev.assay.spi.error.DeviceException;
import dev.assay.spi.error.InvalidCallException;
import dev.assay.spi.error.Problem;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** A queue over the port's: bounds what is in flight and remembers the first failure. */
final class SupportQueue implements CommandQueue {
  /** More in flight gain nothing in order, and hold memory. */
  static final int MOST_IN_FLIGHT = 16;

  /** Devices have about 64 command buffers for a queue and wait without an end when all of them are taken. */
  static final int MOST_OPEN = 32;

  // What messages call whatever an encoder is opened for.
  private static final String ENCODER = "encoder";
  private static final String EXECUTION = "execution";

  /** The first failure on a queue. */
  private record FirstFailure(String submission, Problem problem) {}

  private final SupportBackend backend;
  private final String label;
  private final DevicePort.Queue device;
  private final Semaphore room = new Semaphore(MOST_IN_FLIGHT);
  private final Semaphore encoders = new Semaphore(MOST_OPEN);
  // Both guarded by themselves. What waits for the next encoder is at most what was in use at once.
  private final List<SupportSubmission> inFlight = new ArrayList<>(MOST_IN_FLIGHT);
  private final Deque<EncoderWork> idle = new ArrayDeque<>();
  private final AtomicReference<@Nullable FirstFailure> failure = new AtomicReference<>();
  private volatile boolean closed;

  SupportQueue(SupportBackend backend, String label, DevicePort.Queue device) {
    this.backend = backend;
    this.label = label;
    this.device = device;
  }

  @Override
  public String label() {
    return label;
  }

  @Override
  public Encoder encoder(String encoderLabel) {
    return open(ENCODER, encoderLabel, false, null);
  }

  @Override
  public Encoder serialEncoder(String encoderLabel) {
    return open(ENCODER, encoderLabel, true, null);
  }

  @Override
  public Execution execution(String executionLabel, SlotValues values) {
    checkUsable(EXECUTION, executionLabel);
    return new SupportExecution(this, executionLabel, values);
  }

  /** An encoder for an execution: the one that it had before, where it had one. */
  SupportEncoder open(String executionLabel, @Nullable SupportEncoder before) {
    return open(EXECUTION, executionLabel, false, before);
  }

  private SupportEncoder open(String kind, String encoderLabel, boolean serial,
      @Nullable SupportEncoder before) {
    checkUsable(kind, encoderLabel);
    if (!encoders.tryAcquire()) {
      throw new InvalidCallException(
          Problem.of(Codes.LIMIT_EXCEEDED, "queue '" + label + "' has too many open encoders")
              .at(kind + " '" + encoderLabel + "'")
              .expected("at most " + MOST_OPEN, MOST_OPEN + " neither committed nor closed")
              .remedy("commit or close encoders before taking more"));
    }
    try {
      DevicePort.Encoder opened = device.encoder(encoderLabel);
      if (before == null) {
        return new SupportEncoder(this, kind, encoderLabel, opened, serial, takeWork());
      }
      before.reopen(opened, takeWork());
      return before;
    } catch (Throwable refused) {
      encoders.release();
      throw refused;
    }
  }

  private EncoderWork takeWork() {
    synchronized (idle) {
      EncoderWork known = idle.poll();
      return known == null ? new EncoderWork() : known;
    }
  }

  /** An encoder or submission needs this no more, and will not touch it again. */
  void giveBack(EncoderWork work) {
    work.clear();
    synchronized (idle) {
      idle.push(work);
    }
  }

  /** An encoder was committed or closed. */
  void ended() {
    encoders.release();
  }

  SupportBackend backend() {
    return backend;
  }

  /** Starts the work, after waiting for room. */
  void commit(DevicePort.Encoder encoder, SupportSubmission submission) {
    WorkEvents.Commit event = WorkEvents.beginCommit();
    try {
      handOver(encoder, submission);
    } finally {
      if (event != null) {
        event.note(submission.label(), label);
      }
    }
  }

  private void handOver(DevicePort.Encoder encoder, SupportSubmission submission) {
    room.acquireUninterruptibly();
    try {
      checkUsable("commit of submission", submission.label());
    } catch (InvalidCallException | DeviceException refused) {
      giveUp(encoder, submission, refused);
      throw refused;
    }
    synchronized (inFlight) {
      inFlight.add(submission);
    }
    long start = System.nanoTime();
    submission.onItsWay();
    try {
      encoder.commit(submission);
    } catch (Throwable refused) {
      // Else its room and all that it uses would stay busy for ever.
      submission.refused(refused);
      throw refused;
    }
    submission.handedOver(System.nanoTime() - start);
  }

  /** Nothing of it goes to the device. Its room comes last, so that whoever closes waits for all of it. */
  private void giveUp(DevicePort.Encoder encoder, SupportSubmission submission,
      AssayException why) {
    try {
      discard(encoder);
    } catch (RuntimeException further) {
      why.addSuppressed(further);
    }
    try {
      submission.letGo();
    } catch (RuntimeException further) {
      why.addSuppressed(further);
    } finally {
      room.release();
    }
  }

  /** Drops what was encoded; what a port that is closed made is gone with it. */
  void discard(DevicePort.Encoder encoder) {
    if (!backend.isClosed()) {
      backend.release(encoder::discard);
    }
  }

  void finished(SupportSubmission submission) {
    boolean was;
    synchronized (inFlight) {
      was = inFlight.remove(submission);
    }
    if (was) {
      room.release();
    }
  }

  List<SupportSubmission> inFlight() {
    synchronized (inFlight) {
      return List.copyOf(inFlight);
    }
  }

  void fail(String submission, Problem problem) {
    failure.compareAndSet(null, new FirstFailure(submission, problem));
  }

  @Override
  public synchronized void close() {
    if (!closed) {
      closed = true;
      // All permits back means nothing is in flight.
      room.acquireUninterruptibly(MOST_IN_FLIGHT);
      room.release(MOST_IN_FLIGHT);
      backend.release(device::release);
      backend.closed(this);
    }
  }

  private void checkUsable(String action, String name) {
    FirstFailure first = failure.get();
    // The text is for the refusal alone.
    if (closed || first != null || !backend.isUsable()) {
      throw refusal(action + " '" + name + "'", first);
    }
  }

  private AssayException refusal(String where, @Nullable FirstFailure first) {
    backend.checkUsable(where);
    if (closed || first == null) {
      return new InvalidCallException(
          Problem.of(Codes.CLOSED, "queue '" + label + "' is closed").at(where));
    }
    return new DeviceException(
        Problem
            .of(Codes.QUEUE_FAILED,
                "submission '" + first.submission() + "' on queue '" + label + "' has failed")
            .at(where)
            .expected("a queue without failures",
                first.problem().code() + ": " + first.problem().what())
            .remedy("take a new queue; buffers written by the failed work hold no valid values"));
  }
}
