/**
 * What reference functions share: reading strided elements and cutting work into independent
 * blocks.
 */
@NullMarked
package dev.assay.ops.reference;

import org.jspecify.annotations.NullMarked;
