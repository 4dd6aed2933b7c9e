package dev.assay.cli;

import dev.assay.cli.output.Answer;

/** What {@code assay} can do. Its options and parameters are annotated fields, set before it runs. */
interface Subcommand {
  /** Does the work and returns all of the answer; warnings go to the session's error stream. */
  Answer run(Session session);
}
