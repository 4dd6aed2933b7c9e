/**
 * Activation functions of networks.
 */
@NullMarked
package dev.assay.ops.activation;

import org.jspecify.annotations.NullMarked;
