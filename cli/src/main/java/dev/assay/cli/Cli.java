package dev.assay.cli;

import dev.assay.cli.output.Answer;
import dev.assay.cli.output.OutputFormat;
import dev.assay.runtime.Indirect;
import dev.assay.runtime.discovery.SearchPath;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One run of the command: arguments in, an answer or an error out, and an exit status. Not thread-safe. */
public final class Cli {
  /** The variable that adds stack traces to errors. */
  static final String DEBUG = "ASSAY_DEBUG";

  private final Streams streams;
  private final SearchPath searchPath;
  private final boolean debug;

  /**
   * Prepares a run.
   *
   * @param streams where to write
   * @param searchPath where backends and plugins are looked for
   * @param environment variables by name
   */
  public Cli(Streams streams, SearchPath searchPath, Map<String, String> environment) {
    this.streams = streams;
    this.searchPath = searchPath;
    this.debug = "1".equals(environment.get(DEBUG));
  }

  /** Does what the arguments ask for; the exit status. Errors are written, none is thrown. */
  public int run(String... arguments) {
    OutputFormat format = OutputFormat.askedFor(arguments);
    try {
      ArgumentParser parser = new ArgumentParser(streams.err());
      Subcommand subcommand = parser.parse(arguments);
      SearchPath path = searchPath;
      for (Path plugin : parser.root().plugins) {
        path = path.andPlugin(plugin);
      }
      Answer answer =
          run(subcommand, new Session(parser.root().backend, indirect(parser.root().indirect), path,
              streams), parser.root().trace);
      Throwable error = answer.error();
      if (error == null) {
        return write(format, answer, answer.isNo() ? ExitCode.NO : ExitCode.DONE);
      }
      trace(error);
      Failure failure = Failure.of(error);
      int status = write(format, answer, failure.exitCode());
      return format == OutputFormat.TEXT && status == failure.exitCode().status()
          ? write(format, failure, failure.exitCode())
          : status;
    } catch (Throwable thrown) {
      trace(thrown);
      Failure failure = Failure.of(thrown);
      return write(format, failure, failure.exitCode());
    }
  }

  private static Answer run(Subcommand subcommand, Session session, @Nullable Path trace) {
    return trace == null
        ? subcommand.run(session)
        : Trace.during(trace, () -> subcommand.run(session));
  }

  private static Indirect indirect(@Nullable String asked) {
    return asked == null ? Indirect.ofProperty() : Indirect.named(asked);
  }

  private int write(OutputFormat format, Answer answer, ExitCode exitCode) {
    boolean toPerson = answer instanceof Failure && format == OutputFormat.TEXT;
    OutputStream target = toPerson ? streams.err() : streams.out();
    try {
      format.write(answer, target);
      return exitCode.status();
    } catch (IOException e) {
      trace(e);
      if (answer instanceof Failure earlier) {
        write(OutputFormat.TEXT, earlier, earlier.exitCode());
      }
      Failure failure = Failure.ofOutput(e);
      return write(OutputFormat.TEXT, failure, failure.exitCode());
    }
  }

  private void trace(Throwable thrown) {
    if (debug) {
      thrown.printStackTrace(streams.err());
    }
  }
}
