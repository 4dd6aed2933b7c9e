/** The Metal backend: a device port over a driver port. */
@NullMarked
package dev.assay.backend.metal;

import org.jspecify.annotations.NullMarked;
