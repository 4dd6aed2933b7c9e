package dev.assay.parity.junit.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.spi.backend.BufferView;
import dev.assay.spi.backend.Capture;
import dev.assay.spi.backend.CompiledSchedule;
import dev.assay.spi.backend.CompiledSchedule.Options;
import dev.assay.spi.backend.DispatchRecord;
import dev.assay.spi.backend.SlotValues;
import dev.assay.spi.backend.Submission;
import dev.assay.spi.data.DType;
import dev.assay.spi.error.Codes;
import java.util.ArrayList;
import java.util.List;

/** A compiled schedule gives what its replay gives, also while earlier executions are in flight. */
final class Segments {
  private static final int STEPS = 6;

  static final List<Contract> CONTRACTS = List.of(
      new Contract("a compiled schedule gives what a replay gives", Segments::likeReplay),
      new Contract("every step is in a segment or says why not", Segments::explained),
      new Contract("executions in flight keep their own views", Segments::inFlight),
      new Contract("executions have their own fields, in flight and one after the other",
          Segments::fieldsInFlight),
      new Contract("a range runs exactly its steps", Segments::range),
      new Contract("what was compiled over a closed buffer is refused", Segments::stale));

  private Segments() {}

  /** A chain: each step adds 1, from slot "in" over the memory in between to slot "out". */
  private record Chain(CompiledSchedule compiled, List<BufferView> between)
      implements AutoCloseable {
    static Chain of(TckBench bench, Options options) {
      Capture capture = bench.backend().capture("chain");
      BufferView one = bench.filled(1);
      BufferView from = capture.slot("in", DType.F32, 2);
      BufferView out = capture.slot("out", DType.F32, 2);
      List<BufferView> between = new ArrayList<>();
      for (int i = 0; i < STEPS; i++) {
        BufferView to = i == STEPS - 1 ? out : bench.filled(0, 0);
        between.add(to);
        capture.dispatch(bench.add(), bench.adding(from, one, to), "step " + i);
        from = to;
      }
      return new Chain(bench.backend().compile(capture.finish(), options), between);
    }

    SlotValues values(BufferView in, BufferView out) {
      return compiled.newValues().set(compiled.slot("in"), in).set(compiled.slot("out"), out);
    }

    @Override
    public void close() {
      compiled.close();
    }
  }

  private static void likeReplay(TckBench bench) {
    for (Options options : List.of(Options.DEFAULT, Options.DIRECT,
        new Options(2, true, false, true))) {
      try (Chain chain = Chain.of(bench, options)) {
        for (int run = 0; run < 3; run++) {
          BufferView out = bench.empty(2);
          SlotValues values = chain.values(bench.filled(run, 100 * run), out);
          bench.run(encoder -> encoder.execute(values));
          TckBench.assertHolds(out, run + STEPS, 100 * run + STEPS);
        }
      }
    }
  }

  private static void explained(TckBench bench) {
    try (Chain chain = Chain.of(bench, Options.DEFAULT)) {
      CompiledSchedule.Explanation explanation = chain.compiled().explain();
      int inSegments =
          explanation.segments().stream().mapToInt(CompiledSchedule.Segment::commands).sum();
      assertThat(explanation.commands()).isEqualTo(STEPS);
      assertThat(inSegments + explanation.direct().size()).isEqualTo(STEPS);
      assertThat(explanation.direct())
          .allSatisfy(direct -> assertThat(direct.reason()).isNotBlank());
    }
  }

  private static void inFlight(TckBench bench) {
    try (Chain chain = Chain.of(bench, Options.DEFAULT)) {
      List<BufferView> results = new ArrayList<>();
      List<Submission> started = new ArrayList<>();
      for (int run = 0; run < 5; run++) {
        BufferView out = bench.empty(2);
        results.add(out);
        SlotValues values = chain.values(bench.filled(10 * run, run), out);
        started.add(bench.start(encoder -> encoder.execute(values)));
      }
      started.forEach(Submission::await);
      for (int run = 0; run < results.size(); run++) {
        TckBench.assertHolds(results.get(run), 10 * run + STEPS, run + STEPS);
      }
    }
  }

  private static void fieldsInFlight(TckBench bench) {
    Capture capture = bench.backend().capture("counted");
    BufferView out = capture.slot("out", DType.F32, 4);
    DispatchRecord record = bench.add()
        .bake(new dev.assay.spi.backend.Bindings().buffer("x", bench.filled(1, 2, 3, 4))
            .buffer("bias", bench.filled(10))
            .slot("out")
            .constant("params", bench.params(4))
            .patchable("count", "params", "rows", 1, 4), "counted");
    capture.dispatch(record.newValues().set(record.slot("out"), out));
    capture.dispatch(bench.add(), bench.adding(bench.filled(1), bench.filled(1), bench.empty(1)),
        "a second, so that it is worth a segment");
    try (CompiledSchedule compiled =
        bench.backend().compile(capture.finish(), Options.DEFAULT)) {
      List<BufferView> results = new ArrayList<>();
      List<Submission> started = new ArrayList<>();
      for (int count = 1; count <= 4; count++) {
        BufferView result = bench.filled(0, 0, 0, 0);
        results.add(result);
        SlotValues values = compiled.newValues()
            .set(compiled.slot("out"), result)
            .set(compiled.field("count"), count);
        started.add(bench.start(encoder -> encoder.execute(values)));
      }
      started.forEach(Submission::await);
      TckBench.assertHolds(results.get(0), 11, 0, 0, 0);
      TckBench.assertHolds(results.get(1), 11, 12, 0, 0);
      TckBench.assertHolds(results.get(2), 11, 12, 13, 0);
      TckBench.assertHolds(results.get(3), 11, 12, 13, 14);
      // One after the other they may be one copy of the segment, whose fields are set anew.
      for (int count : new int[] {3, 1, 4}) {
        BufferView result = bench.filled(0, 0, 0, 0);
        SlotValues values = compiled.newValues()
            .set(compiled.slot("out"), result)
            .set(compiled.field("count"), count);
        bench.run(encoder -> encoder.execute(values));
        TckBench.assertHolds(result, 11, count > 1 ? 12 : 0, count > 2 ? 13 : 0,
            count > 3 ? 14 : 0);
      }
    }
  }

  private static void range(TckBench bench) {
    try (Chain chain = Chain.of(bench, Options.DEFAULT)) {
      BufferView out = bench.filled(-1, -1);
      SlotValues values = chain.values(bench.filled(5, 6), out);
      bench.run(encoder -> encoder.execute(values, 0, 2));
      TckBench.assertHolds(chain.between().get(1), 7, 8);
      TckBench.assertHolds(chain.between().get(2), 0, 0);
      TckBench.assertHolds(out, -1, -1);
      TckBench.assertRefused(
          () -> bench.run(encoder -> encoder.execute(values, 0, STEPS + 1)),
          Codes.SCHEDULE_RANGE);
    }
  }

  private static void stale(TckBench bench) {
    try (Chain chain = Chain.of(bench, Options.DEFAULT)) {
      chain.between().getFirst().buffer().close();
      SlotValues values = chain.values(bench.filled(1, 2), bench.empty(2));
      TckBench.assertRefused(() -> bench.run(encoder -> encoder.execute(values)), Codes.STALE,
          Codes.CLOSED);
    }
  }
}
