/**
 * Shape rules: what the operands of an operation must be, how they broadcast, and one message
 * with all that is wrong.
 */
@NullMarked
package dev.assay.ops.shape;

import org.jspecify.annotations.NullMarked;
