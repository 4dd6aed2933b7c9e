/** The {@code assay} command: what people and scripts run. */
@org.jspecify.annotations.NullMarked module dev.assay.cli {
  requires com.google.gson;
  requires com.samskivert.jmustache;
  requires dev.assay.models;
  requires dev.assay.msl;
  requires dev.assay.parity;
  requires dev.assay.runtime;
  requires dev.assay.spi;
  requires jdk.jfr;
  requires jdk.management;
  requires info.picocli;
  requires me.tongfei.progressbar;

  requires static org.jspecify;

  // Picocli sets annotated fields.
  opens dev.assay.cli to info.picocli;
  // The template reads the components of records.
  opens dev.assay.cli.report to com.samskivert.jmustache;
}
