/**
 * What transformers do around their products: attention, its cache, and rotary positions.
 */
@NullMarked
package dev.assay.ops.attention;

import org.jspecify.annotations.NullMarked;
