/**
 * Normalisation of rows: mean and variance over the last axis.
 */
@NullMarked
package dev.assay.ops.norm;

import org.jspecify.annotations.NullMarked;
