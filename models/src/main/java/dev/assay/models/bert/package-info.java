/** BERT encoders: their weights by role, found in an ONNX graph by its structure. */
@NullMarked
package dev.assay.models.bert;

import org.jspecify.annotations.NullMarked;
