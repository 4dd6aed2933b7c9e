/**
 * Products of matrices.
 */
@NullMarked
package dev.assay.ops.matmul;

import org.jspecify.annotations.NullMarked;
