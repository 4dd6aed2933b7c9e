/** The Metal Shading Language off Apple. */
module dev.assay.msl {
  requires static transitive org.jspecify;

  exports dev.assay.msl.reader;
  exports dev.assay.msl.reader.model;
  exports dev.assay.msl.reader.syntax;
  exports dev.assay.msl.reader.text;
}
