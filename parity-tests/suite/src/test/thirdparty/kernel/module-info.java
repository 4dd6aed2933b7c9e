module acme.kernel {
  requires transitive dev.assay.spi;

  exports acme.kernel;

  provides dev.assay.spi.provider.OpPlugin with
      acme.kernel.AcmePlugin;
}
