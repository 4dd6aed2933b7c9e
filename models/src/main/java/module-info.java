/** Model readers, tokenisers and networks. */
module dev.assay.models {
  requires dev.assay.ops;
  requires transitive dev.assay.runtime;
  requires transitive dev.assay.spi;
  requires com.google.gson;
  requires com.google.protobuf;
  requires ai.djl.tokenizers;
  requires static org.apiguardian.api;
  requires static org.jspecify;

  exports dev.assay.models;
  exports dev.assay.models.bert;
  exports dev.assay.models.embed;
  exports dev.assay.models.minilm;
  exports dev.assay.models.onnx;
  exports dev.assay.models.onnx.operator;
  exports dev.assay.models.text;
}
