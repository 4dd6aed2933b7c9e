package dev.assay.msl;

import dev.assay.spi.error.ErrorCode;

/** The error codes of compiling and running MSL off Apple. */
public final class MslCodes {
  /** The LLVM jar of this platform is not among the jars of the process. */
  public static final ErrorCode TOOLCHAIN_ABSENT = new ErrorCode("msl.toolchain_absent");

  /** A tool of the toolchain could not be started, was killed or ran out of time. */
  public static final ErrorCode TOOLCHAIN_FAILED = new ErrorCode("msl.toolchain_failed");

  /** A cache folder that cannot be made, is not private, or cannot be written. */
  public static final ErrorCode CACHE_UNUSABLE = new ErrorCode("msl.cache_unusable");

  /** MSL text that does not compile. */
  public static final ErrorCode SOURCE_INVALID = new ErrorCode("msl.source_invalid");

  /** A kernel name that the source does not offer, or offers twice. */
  public static final ErrorCode KERNEL_UNKNOWN = new ErrorCode("msl.kernel_unknown");

  /** A function constant that is missing, unknown, or of another type. */
  public static final ErrorCode CONSTANT_INVALID = new ErrorCode("msl.constant_invalid");

  /** A kernel that compiles but uses what only a GPU has, such as textures. */
  public static final ErrorCode KERNEL_UNSUPPORTED = new ErrorCode("msl.kernel_unsupported");

  /** A binding or a geometry that a kernel cannot run with. */
  public static final ErrorCode DISPATCH_INVALID = new ErrorCode("msl.dispatch_invalid");

  /** A read outside of everything that is bound or declared. */
  public static final ErrorCode OUT_OF_BOUNDS_READ = new ErrorCode("msl.out_of_bounds_read");

  /** A write outside of everything that is bound or declared. */
  public static final ErrorCode OUT_OF_BOUNDS_WRITE = new ErrorCode("msl.out_of_bounds_write");

  /** A write to what is bound or declared read-only. */
  public static final ErrorCode READ_ONLY_WRITE = new ErrorCode("msl.read_only_write");

  /** A parameter declared to be written whole, of which a part was not. */
  public static final ErrorCode INCOMPLETE_WRITE = new ErrorCode("msl.incomplete_write");

  /** A read of memory that nobody wrote. */
  public static final ErrorCode UNINITIALISED_READ = new ErrorCode("msl.uninitialised_read");

  /** Two threads that access the same memory with no barrier between, one of them writing. */
  public static final ErrorCode RACE = new ErrorCode("msl.race");

  /** A barrier that not every thread of the threadgroup reaches. */
  public static final ErrorCode DIVERGENT_BARRIER = new ErrorCode("msl.divergent_barrier");

  /** A kernel that ran for longer than allowed. */
  public static final ErrorCode TIME_LIMIT = new ErrorCode("msl.time_limit");

  /** A value asked from a lane that takes no part in the operation. */
  public static final ErrorCode MISSING_LANE = new ErrorCode("msl.missing_lane");

  /** A thread whose variables and calls need more than its stack. */
  public static final ErrorCode STACK_OVERFLOW = new ErrorCode("msl.stack_overflow");

  private MslCodes() {}
}
