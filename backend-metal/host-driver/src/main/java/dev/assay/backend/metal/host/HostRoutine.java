package dev.assay.backend.metal.host;

import dev.assay.spi.backend.HostWork;
import dev.assay.spi.backend.LibraryCall;

/**
 * A routine on the CPU in the place of one of Metal Performance Shaders, for trying what stands around such calls. It runs
 * in the order of its command buffer, on the elements of its ranges.
 *
 * @param routine names it
 * @param work what it does
 */
public record HostRoutine(String routine, HostWork work) implements LibraryCall {}
