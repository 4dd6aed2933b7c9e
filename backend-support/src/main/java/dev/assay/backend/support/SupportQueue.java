package dev.assay.backend.support;

import dev.assay.spi.backend.CommandQueue;
import dev.assay.spi.backend.Encoder;
import dev.assay.spi.error.Codes;
import dev.assay.spi.error.DeviceException;
import dev.assay.spi.error.InvalidCallException;
import dev.assay.spi.error.Problem;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** A queue over the port's: bounds what is in flight and remembers the first failure. */
final class SupportQueue implements CommandQueue {
  /** More in flight gain nothing in order, and hold memory. */
  static final int MOST_IN_FLIGHT = 16;

  /** Devices have about 64 command buffers for a queue and wait without an end when all of them are taken. */
  static final int MOST_OPEN = 32;

  /** The first failure on a queue. */
  private record FirstFailure(String submission, Problem problem) {}

  private final SupportBackend backend;
  private final String label;
  private final DevicePort.Queue device;
  private final Semaphore room = new Semaphore(MOST_IN_FLIGHT);
  private final Semaphore encoders = new Semaphore(MOST_OPEN);
  private final Set<SupportSubmission> inFlight = ConcurrentHashMap.newKeySet();
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
    return open(encoderLabel, false);
  }

  @Override
  public Encoder serialEncoder(String encoderLabel) {
    return open(encoderLabel, true);
  }

  private SupportEncoder open(String encoderLabel, boolean serial) {
    checkUsable("encoder '" + encoderLabel + "'");
    if (!encoders.tryAcquire()) {
      throw new InvalidCallException(
          Problem.of(Codes.LIMIT_EXCEEDED, "queue '" + label + "' has too many open encoders")
              .at("encoder '" + encoderLabel + "'")
              .expected("at most " + MOST_OPEN, MOST_OPEN + " neither committed nor closed")
              .remedy("commit or close encoders before taking more"));
    }
    try {
      return new SupportEncoder(this, encoderLabel, device.encoder(encoderLabel), serial);
    } catch (Throwable refused) {
      encoders.release();
      throw refused;
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
  SupportSubmission commit(DevicePort.Encoder encoder, SupportSubmission submission) {
    WorkEvents.Commit event = new WorkEvents.Commit();
    event.begin();
    try {
      return handOver(encoder, submission);
    } finally {
      event.note(submission.label(), label);
    }
  }

  private SupportSubmission handOver(DevicePort.Encoder encoder, SupportSubmission submission) {
    room.acquireUninterruptibly();
    try {
      checkUsable("commit of submission '" + submission.label() + "'");
    } catch (InvalidCallException | DeviceException refused) {
      room.release();
      encoder.discard();
      submission.letGo();
      throw refused;
    }
    inFlight.add(submission);
    long start = System.nanoTime();
    submission.begin();
    try {
      encoder.commit(submission);
    } catch (Throwable refused) {
      // Else its room and all that it uses would stay busy for ever.
      submission.refused(refused);
      throw refused;
    }
    submission.handedOver(System.nanoTime() - start);
    return submission;
  }

  void finished(SupportSubmission submission) {
    if (inFlight.remove(submission)) {
      room.release();
    }
  }

  Set<SupportSubmission> inFlight() {
    return inFlight;
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

  private void checkUsable(String where) {
    backend.checkUsable(where);
    if (closed) {
      throw new InvalidCallException(
          Problem.of(Codes.CLOSED, "queue '" + label + "' is closed").at(where));
    }
    FirstFailure first = failure.get();
    if (first != null) {
      throw new DeviceException(
          Problem
              .of(Codes.QUEUE_FAILED,
                  "submission '" + first.submission() + "' on queue '" + label + "' has failed")
              .at(where)
              .expected("a queue without failures",
                  first.problem().code() + ": " + first.problem().what())
              .remedy("take a new queue; buffers written by the failed work hold no valid values"));
    }
  }
}
