package dev.assay.runtime;

import dev.assay.spi.error.ErrorCode;

/** The codes that {@code runtime} adds to those of {@code spi}. */
public final class RuntimeCodes {
  /** An id that no installed backend has. */
  public static final ErrorCode BACKEND_UNKNOWN = new ErrorCode("backend.unknown");

  /** A backend that is installed but cannot be used here; also one that fails to open. */
  public static final ErrorCode BACKEND_UNAVAILABLE = new ErrorCode("backend.unavailable");

  /** Nobody selected a backend and none of the installed ones can be used here. */
  public static final ErrorCode BACKEND_NONE = new ErrorCode("backend.none");

  /** A setting that the backend does not take, or a value that it may not have. */
  public static final ErrorCode SETTING_INVALID = new ErrorCode("backend.setting_invalid");

  /** Two jars that provide a backend of the same id. */
  public static final ErrorCode BACKEND_DUPLICATE = new ErrorCode("backend.duplicate");

  /** A plugin that does not keep its contract, such as a backend that calls itself by another id. */
  public static final ErrorCode PLUGIN_CONTRACT = new ErrorCode("plugin.contract");

  /** A plugin's jar that is not there, or is none. */
  public static final ErrorCode PLUGIN_UNREADABLE = new ErrorCode("plugin.unreadable");

  /** A jar that was named as a plugin and provides nothing. */
  public static final ErrorCode PLUGIN_FOREIGN = new ErrorCode("plugin.foreign");

  /** A jar that was named as a plugin and cannot be used: another SPI version, classes that do not load, a failure. */
  public static final ErrorCode PLUGIN_INCOMPATIBLE = new ErrorCode("plugin.incompatible");

  /** A class that no installed plugin registers as an operation library. */
  public static final ErrorCode LIBRARY_UNKNOWN = new ErrorCode("library.unknown");

  /** A value asked of a tensor that belongs to a recording. */
  public static final ErrorCode PROGRAM_SYMBOLIC = new ErrorCode("program.symbolic");

  /** A tensor that cannot be an output of a program, or an input that a program would write. */
  public static final ErrorCode PROGRAM_OUTPUT = new ErrorCode("program.output");

  /** A tensor read before anything was written into it. */
  public static final ErrorCode TENSOR_UNWRITTEN = new ErrorCode("tensor.unwritten");

  /** A kernel call that writes a tensor which another scope made or has read. */
  public static final ErrorCode TENSOR_SHARED = new ErrorCode("tensor.shared");

  private RuntimeCodes() {}
}
