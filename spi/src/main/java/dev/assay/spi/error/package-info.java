/** How Assay says no: one unchecked root, open codes, and a few leaves by what a caller can do about it. */
@NullMarked
package dev.assay.spi.error;

import org.jspecify.annotations.NullMarked;
