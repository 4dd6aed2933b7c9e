/**
 * Metal's objects over the CPU: the same text, the same calls, and every rule that Metal states or leaves undefined
 * ({@link dev.assay.backend.metal.host.MetalRule}) held by a check that names kernel, parameter and command.
 */
@NullMarked
package dev.assay.backend.metal.host;

import org.jspecify.annotations.NullMarked;
