/**
 * What a kernel is, without any backend: its declaration (the single truth), the reference function that defines it,
 * cases and golden values that prove it, and the implementations that backends run.
 */
@NullMarked
package dev.assay.spi.kernel;

import org.jspecify.annotations.NullMarked;
