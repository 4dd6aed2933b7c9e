package dev.assay.spi.error;

import org.apiguardian.api.API;

/** The codes of {@code spi} and of what every backend checks; {@code docs/errors.md} explains each. */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class Codes {
  /** A name that no registered kernel has. */
  public static final ErrorCode KERNEL_UNKNOWN = new ErrorCode("kernel.unknown");

  /** A kernel that exists, but not for this element type. */
  public static final ErrorCode KERNEL_DTYPE = new ErrorCode("kernel.dtype");

  /** A declaration or implementation that contradicts itself. */
  public static final ErrorCode KERNEL_INVALID = new ErrorCode("kernel.invalid");

  /** Two jars register the same kernel, implementation or operation library. */
  public static final ErrorCode KERNEL_DUPLICATE = new ErrorCode("kernel.duplicate");

  /** A parameter without a binding. */
  public static final ErrorCode BIND_MISSING = new ErrorCode("bind.missing");

  /** A binding for a parameter that the kernel does not have. */
  public static final ErrorCode BIND_UNKNOWN = new ErrorCode("bind.unknown");

  /** A parameter bound more than once. */
  public static final ErrorCode BIND_DOUBLED = new ErrorCode("bind.doubled");

  /** A binding of another kind or element type than the parameter's. */
  public static final ErrorCode BIND_TYPE = new ErrorCode("bind.type");

  /** A view shorter than what the kernel touches. */
  public static final ErrorCode BIND_LENGTH = new ErrorCode("bind.length");

  /** A view that overlaps another one although one of them is written. */
  public static final ErrorCode BIND_ALIAS = new ErrorCode("bind.alias");

  /** A view or pipeline of another backend or device. */
  public static final ErrorCode BIND_FOREIGN = new ErrorCode("bind.foreign");

  /** A field of a constant that is missing, unknown, doubled, of another type or out of its range. */
  public static final ErrorCode CONSTANT_FIELD = new ErrorCode("constant.field");

  /** A product of sizes that does not fit the index type, or 64 bits. */
  public static final ErrorCode INDEX_OVERFLOW = new ErrorCode("index.overflow");

  /** A geometry or limit that the device profile or the implementation refuses. */
  public static final ErrorCode LIMIT_EXCEEDED = new ErrorCode("limit.exceeded");

  /** An index in a tensor's data that lies outside what it indexes. */
  public static final ErrorCode INDEX_OUT_OF_RANGE = new ErrorCode("index.out_of_range");

  /** Something used after it was closed. */
  public static final ErrorCode CLOSED = new ErrorCode("lifetime.closed");

  /** Host access to a buffer that work in flight uses. */
  public static final ErrorCode IN_FLIGHT = new ErrorCode("lifetime.in_flight");

  /** A record, slot or view made for a buffer or source that has changed since. */
  public static final ErrorCode STALE = new ErrorCode("lifetime.stale");

  /** A patchable field given a value outside its bounds, or not given. */
  public static final ErrorCode PATCH_RANGE = new ErrorCode("patch.range");

  /** A function constant that is missing, unknown or of another type. */
  public static final ErrorCode FUNCTION_CONSTANT = new ErrorCode("kernel.function_constant");

  /** A source that could not be compiled. */
  public static final ErrorCode COMPILE_FAILED = new ErrorCode("kernel.compile_failed");

  /** A schedule that strict mode refuses because a step cannot go indirect. */
  public static final ErrorCode NOT_INDIRECT = new ErrorCode("schedule.not_indirect");

  /** A range of steps outside the schedule. */
  public static final ErrorCode SCHEDULE_RANGE = new ErrorCode("schedule.range");

  /** A second commit, or work added after it. */
  public static final ErrorCode COMMITTED = new ErrorCode("encoder.committed");

  /** An encoder used by a second thread. */
  public static final ErrorCode THREAD = new ErrorCode("encoder.thread");

  /** A range outside the buffer. */
  public static final ErrorCode BUFFER_RANGE = new ErrorCode("buffer.range");

  /** No memory for an allocation. */
  public static final ErrorCode OUT_OF_MEMORY = new ErrorCode("buffer.out_of_memory");

  /** A submission that failed while it ran. */
  public static final ErrorCode SUBMISSION_FAILED = new ErrorCode("submission.failed");

  /** An execution of which nothing was submitted, or whose latest submission was refused. */
  public static final ErrorCode SUBMISSION_NONE = new ErrorCode("submission.none");

  /** A submission that did not complete within the caller's time limit; it stays pending. */
  public static final ErrorCode SUBMISSION_TIMEOUT = new ErrorCode("submission.timeout");

  /** A wait that was interrupted; the submission goes on. */
  public static final ErrorCode SUBMISSION_INTERRUPTED = new ErrorCode("submission.interrupted");

  /** A queue on which an earlier submission failed. */
  public static final ErrorCode QUEUE_FAILED = new ErrorCode("queue.failed");

  /** A failure that took the whole device with it: nothing of its backend works any more. */
  public static final ErrorCode DEVICE_LOST = new ErrorCode("device.lost");

  /** Shapes, axes or strides that do not fit the operation. */
  public static final ErrorCode SHAPE_INVALID = new ErrorCode("shape.invalid");

  private Codes() {}
}
