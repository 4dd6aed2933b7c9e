package dev.assay.cli;

import dev.assay.cli.output.Answer;
import dev.assay.runtime.discovery.Installation;
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
    session.select(installation);
    return new KernelListing(installation.catalog());
  }
}
