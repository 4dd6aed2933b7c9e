package dev.assay.msl.exec;

import java.lang.foreign.MemorySegment;

/**
 * Memory bound to a kernel's parameter.
 *
 * @param index binding index
 * @param parameter the parameter's name, for messages
 * @param memory native memory
 * @param writable whether the kernel may write
 * @param initialised whether every byte has a value before the kernel runs
 */
public record BoundBuffer(
    int index,
    String parameter,
    MemorySegment memory,
    boolean writable,
    boolean initialised) {}
