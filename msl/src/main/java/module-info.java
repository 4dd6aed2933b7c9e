/** The Metal Shading Language off Apple. */
module dev.assay.msl {
  requires transitive dev.assay.spi;
  requires static transitive org.jspecify;

  exports dev.assay.msl;
  exports dev.assay.msl.compiler;
  exports dev.assay.msl.exec;
  exports dev.assay.msl.reader;
  exports dev.assay.msl.reader.model;
  exports dev.assay.msl.reader.syntax;
  exports dev.assay.msl.reader.text;
}
