/**
 * The Metal Shading Language off Apple: compile MSL text and run its kernels on the CPU, binding by
 * parameter name.
 */
@NullMarked
package dev.assay.msl;

import org.jspecify.annotations.NullMarked;
