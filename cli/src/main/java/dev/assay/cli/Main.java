package dev.assay.cli;

import dev.assay.runtime.discovery.SearchPath;

/** The entry point of the {@code assay} command. */
public final class Main {
  private Main() {}

  /** Runs the command and ends the process with its exit status. */
  public static void main(String[] args) {
    System.exit(new Cli(Streams.ofProcess(), SearchPath.standard(), System.getenv()).run(args));
  }
}
