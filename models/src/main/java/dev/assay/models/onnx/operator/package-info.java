/** Computes single nodes of ONNX graphs: from operators with their attributes to operations on tensors. */
@NullMarked
package dev.assay.models.onnx.operator;

import org.jspecify.annotations.NullMarked;
