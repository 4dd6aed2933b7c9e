module acme.application {
  requires acme.kernel;
  requires dev.assay.ops;
  requires dev.assay.runtime;
}
