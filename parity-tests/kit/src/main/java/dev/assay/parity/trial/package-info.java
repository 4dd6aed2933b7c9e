/** One case of one kernel laid out in device memory: what goes in, what must come out, and where it lies. */
@NullMarked
package dev.assay.parity.trial;

import org.jspecify.annotations.NullMarked;
