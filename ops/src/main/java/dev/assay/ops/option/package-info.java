/**
 * The choices that operations take beside tensors.
 */
@NullMarked
package dev.assay.ops.option;

import org.jspecify.annotations.NullMarked;
