package dev.assay.cli;

import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import org.jspecify.annotations.Nullable;

/** How far the work is, shown to a person and to nobody else. Closing it ends its line. */
final class Progress implements AutoCloseable {
  // A fixed width: asking the terminal would start another process.
  private static final int COLUMNS = 80;

  private final @Nullable ProgressBar bar;

  private Progress(@Nullable ProgressBar bar) {
    this.bar = bar;
  }

  /** Progress that shows nothing. */
  static Progress hidden() {
    return new Progress(null);
  }

  /** Progress over this many steps, on standard error where that is a terminal. */
  static Progress of(Streams streams, String task, long steps) {
    if (!streams.errIsTerminal()) {
      return hidden();
    }
    return new Progress(
        new ProgressBarBuilder()
            .setTaskName(task)
            .setInitialMax(steps)
            .setConsumer(new ConsoleProgressBarConsumer(streams.err(), COLUMNS))
            .build());
  }

  /** Says that this many more steps are done. */
  void advance(int steps) {
    if (bar != null) {
      bar.stepBy(steps);
    }
  }

  @Override
  public void close() {
    if (bar != null) {
      bar.close();
    }
  }
}
