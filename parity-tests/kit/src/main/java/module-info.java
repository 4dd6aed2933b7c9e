/** Measures any backend and any kernel; knows no test framework. */
module dev.assay.parity {
  requires transitive dev.assay.runtime;
  requires transitive dev.assay.spi;
  requires dev.assay.models;
  requires com.google.gson;
  requires static org.apiguardian.api;
  requires static org.jspecify;

  exports dev.assay.parity;
  exports dev.assay.parity.onnx;
}
