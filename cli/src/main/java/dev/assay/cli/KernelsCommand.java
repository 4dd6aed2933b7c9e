package dev.assay.cli;

import dev.assay.cli.output.Answer;
import dev.assay.runtime.discovery.Installation;
import dev.assay.runtime.discovery.Selection;
import dev.assay.spi.backend.Backend;
import dev.assay.spi.kernel.Implementation;
import dev.assay.spi.kernel.KernelCatalog;
import java.util.HashMap;
import java.util.Map;
import picocli.CommandLine.Command;

/** {@code assay kernels}: the catalogue. */
@Command(
    name = "kernels",
    description = "Lists the kernels that are installed, what they take, and their implementations.",
    sortOptions = false)
final class KernelsCommand implements Subcommand {
  @Override
  public Answer run(Session session) {
    Installation installation = session.discover();
    Selection selection = session.select(installation);
    KernelCatalog catalog = installation.catalog();
    Map<Implementation, String> direct = new HashMap<>();
    if (selection != null) {
      try (Backend backend = installation.open(selection)) {
        for (KernelCatalog.Kernel kernel : catalog.kernels()) {
          for (KernelCatalog.Installed each : catalog
              .implementations(kernel.declaration().name())) {
            String reason = backend.registry().indirectRefusal(each.implementation());
            if (reason != null) {
              direct.put(each.implementation(), reason);
            }
          }
        }
      }
    }
    return new KernelListing(catalog, selection != null, direct);
  }
}
