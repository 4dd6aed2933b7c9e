/** Runs folders of ONNX's operator tests on a backend: an oracle that nobody here wrote. */
@NullMarked
package dev.assay.parity.onnx;

import org.jspecify.annotations.NullMarked;
