/**
 * One result per element: binary operations that broadcast, unary ones, and the bias of a
 * linear layer.
 */
@NullMarked
package dev.assay.ops.elementwise;

import org.jspecify.annotations.NullMarked;
