module acme.backend {
  requires dev.assay.backend.support;
  requires dev.assay.spi;

  provides dev.assay.spi.provider.BackendProvider with
      acme.backend.AcmeProvider;
}
