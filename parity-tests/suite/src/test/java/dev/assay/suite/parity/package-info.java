/** The parity kit on the whole catalogue. */
@NullMarked
package dev.assay.suite.parity;

import org.jspecify.annotations.NullMarked;
