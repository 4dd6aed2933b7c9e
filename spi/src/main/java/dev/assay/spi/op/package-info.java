/**
 * Tensors and the scope that operations run in. An operation library is a class with plain methods on tensors, made
 * from a scope; built-in and third-party ones are found the same way.
 */
@NullMarked
package dev.assay.spi.op;

import org.jspecify.annotations.NullMarked;
