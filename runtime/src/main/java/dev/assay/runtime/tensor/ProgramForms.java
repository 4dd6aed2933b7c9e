package dev.assay.runtime.tensor;

import dev.assay.runtime.Indirect;
import dev.assay.runtime.IndirectChoice;
import dev.assay.spi.backend.Backend;
import dev.assay.spi.backend.CompiledSchedule;
import dev.assay.spi.backend.CompiledSchedule.Options;
import dev.assay.spi.backend.Schedule;
import dev.assay.spi.backend.Submission;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * A program's schedule compiled as it was asked for: in segments, direct, or both until the first runs have shown which
 * is faster. Guarded by its program.
 */
final class ProgramForms implements AutoCloseable {
  /** The first run of each form also pays for what later ones find made, so it does not count. */
  private static final int WARM_UP = 1;

  private static final int MEASURED = 5;

  private final Indirect asked;
  private final @Nullable Form segments;
  private final @Nullable Form direct;
  private @Nullable Form taken;

  /** One way to run. */
  private static final class Form {
    final CompiledSchedule compiled;
    final List<Long> nanos = new ArrayList<>();
    int runs;

    Form(CompiledSchedule compiled) {
      this.compiled = compiled;
    }

    boolean isMeasured() {
      return nanos.size() == MEASURED;
    }

    OptionalLong median() {
      return nanos.isEmpty()
          ? OptionalLong.empty()
          : OptionalLong.of(nanos.stream().sorted().toList().get(nanos.size() / 2));
    }
  }

  ProgramForms(Backend backend, Schedule schedule, Indirect asked) {
    this.asked = asked;
    this.segments = asked == Indirect.OFF
        ? null
        : new Form(backend.compile(schedule, Options.DEFAULT));
    try {
      this.direct =
          asked == Indirect.ON ? null : new Form(backend.compile(schedule, Options.DIRECT));
    } catch (Throwable refused) {
      close(segments);
      throw refused;
    }
    this.taken = segments == null ? direct : direct == null ? segments : null;
  }

  /** What the next run uses. */
  CompiledSchedule next() {
    return form().compiled;
  }

  private Form form() {
    if (taken != null) {
      return taken;
    }
    Form one = Objects.requireNonNull(segments);
    Form other = Objects.requireNonNull(direct);
    return one.runs <= other.runs ? one : other;
  }

  /** Whether the next run is to be measured. */
  boolean isMeasuring() {
    return taken == null;
  }

  /** Notes what a measured run of {@link #next()} took; the last one decides. */
  void measured(Submission.Clocks clocks) {
    Form form = form();
    form.runs++;
    if (form.runs > WARM_UP) {
      form.nanos.add(clocks.encodeNanos() + clocks.latencyNanos());
    }
    if (segments != null && direct != null && segments.isMeasured() && direct.isMeasured()) {
      boolean faster = segments.median().orElseThrow() <= direct.median().orElseThrow();
      taken = faster ? segments : direct;
      close(faster ? direct : segments);
    }
  }

  /** How runs reach the device. */
  IndirectChoice choice() {
    return new IndirectChoice(asked, form() == segments, taken != null,
        segments == null ? OptionalLong.empty() : segments.median(),
        direct == null ? OptionalLong.empty() : direct.median());
  }

  private static void close(@Nullable Form form) {
    if (form != null) {
      form.compiled.close();
    }
  }

  @Override
  public void close() {
    if (taken != null) {
      close(taken);
    } else {
      close(segments);
      close(direct);
    }
  }
}
