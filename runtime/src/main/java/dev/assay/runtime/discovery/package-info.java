/**
 * What is installed: finds the jars that provide backends, kernels and operations, refuses those that do not fit and
 * says why, and selects a backend.
 */
@NullMarked
package dev.assay.runtime.discovery;

import org.jspecify.annotations.NullMarked;
