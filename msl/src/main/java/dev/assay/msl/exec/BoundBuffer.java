package dev.assay.msl.exec;

import dev.assay.spi.kernel.Access;
import java.lang.foreign.MemorySegment;

/**
 * Memory bound to a kernel's parameter.
 *
 * @param index binding index
 * @param parameter the parameter's name, for messages
 * @param memory native memory
 * @param access what the kernel may do to it, which a checked build holds it to
 */
public record BoundBuffer(int index, String parameter, MemorySegment memory, Access access) {

  /** Whether every byte has a value before the kernel runs. */
  boolean isInitialised() {
    return access == Access.READ || access == Access.READ_WRITE;
  }
}
