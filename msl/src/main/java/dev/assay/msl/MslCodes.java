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

  private MslCodes() {}
}
