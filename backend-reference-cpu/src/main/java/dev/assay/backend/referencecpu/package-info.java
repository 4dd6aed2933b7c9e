/** The oracle's backend: reference functions on the CPU, in order, rows in parallel. */
@NullMarked
package dev.assay.backend.referencecpu;

import org.jspecify.annotations.NullMarked;
