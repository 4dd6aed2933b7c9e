/**
 * Reductions along an axis.
 */
@NullMarked
package dev.assay.ops.reduce;

import org.jspecify.annotations.NullMarked;
