/** Reads ONNX files: the graph as data and the initialisers as bytes; everything in a file is checked before use. */
@NullMarked
package dev.assay.models.onnx;

import org.jspecify.annotations.NullMarked;
