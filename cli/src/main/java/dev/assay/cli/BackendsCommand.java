package dev.assay.cli;

import dev.assay.cli.output.Answer;
import dev.assay.runtime.discovery.Installation;
import dev.assay.runtime.discovery.Selection;
import picocli.CommandLine.Command;

/** {@code assay backends}: what there is to run on. */
@Command(
    name = "backends",
    description = "Lists the backends that are installed, which work here, and why the others do not.",
    sortOptions = false)
final class BackendsCommand implements Subcommand {
  @Override
  public Answer run(Session session) {
    Installation installation = session.discover();
    Selection selection = session.select(installation);
    return new BackendListing(selection == null ? null : selection.backend(),
        installation.backends());
  }
}
