/**
 * The operations as users call them, and the plugin that brings their kernels. Each kernel is one class in the package
 * of its kind, with its declaration, reference function, cases and the call that {@link dev.assay.ops.Ops} makes.
 */
@NullMarked
package dev.assay.ops;

import org.jspecify.annotations.NullMarked;
