/**
 * Softmax along an axis, with scale and additive mask.
 */
@NullMarked
package dev.assay.ops.softmax;

import org.jspecify.annotations.NullMarked;
