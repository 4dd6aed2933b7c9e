package dev.assay.parity;

import dev.assay.spi.kernel.Implementation;

/**
 * That an implementation ran with several threadgroups side by side.
 *
 * @param implementation the implementation
 * @param axis 0 for x, 1 for y, 2 for z
 */
record Stretch(Implementation implementation, int axis) {}
