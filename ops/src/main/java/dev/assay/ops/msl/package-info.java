/**
 * The catalogue in the Metal Shading Language: which entry point of which source implements which kernel, its geometry,
 * limits and when it is chosen. The texts lie beside this package as resources; tests compare both with the declarations.
 */
@org.jspecify.annotations.NullMarked
package dev.assay.ops.msl;
