/** Measures any backend and any kernel; knows no test framework. */
module dev.assay.parity {
  requires transitive dev.assay.runtime;
  requires transitive dev.assay.spi;
  requires dev.assay.backend.support;
  requires com.google.gson;
  // For runs of ONNX's cases; whoever starts one brings it.
  requires static dev.assay.models;
  requires static org.apiguardian.api;
  requires static org.jspecify;

  exports dev.assay.parity;
  exports dev.assay.parity.mutants;
  exports dev.assay.parity.onnx;
}
