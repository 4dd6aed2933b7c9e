/** ONNX's operators on the reference backend: the project's own cases, and ONNX Runtime beside us. */
package dev.assay.suite.onnx;
