package dev.assay.backend.metal.apple;

import dev.assay.spi.error.ErrorCode;

/** The codes that this driver adds; {@code docs/errors.md} explains each. */
public final class AppleCodes {
  /** Metal answered nil where it should have made something; the message carries what its error says. */
  public static final ErrorCode REFUSED = new ErrorCode("metal.apple.refused");

  /** A command buffer ended with another status than completed. */
  public static final ErrorCode COMMAND_BUFFER = new ErrorCode("metal.apple.command_buffer");

  /** A call that Metal would answer with an exception or with nonsense, refused before it is made. */
  public static final ErrorCode CALL = new ErrorCode("metal.apple.call");

  private AppleCodes() {}
}
