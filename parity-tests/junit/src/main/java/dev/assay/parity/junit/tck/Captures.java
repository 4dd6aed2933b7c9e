package dev.assay.parity.junit.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.spi.backend.BufferView;
import dev.assay.spi.backend.Capture;
import dev.assay.spi.backend.HostWork;
import dev.assay.spi.backend.Schedule;
import dev.assay.spi.data.DType;
import dev.assay.spi.error.Codes;
import dev.assay.spi.kernel.Access;
import java.util.List;

/** A schedule replays what was captured, on other views. */
final class Captures {
  static final List<Contract> CONTRACTS = List.of(
      new Contract("baked and unbaked dispatches capture to equal commands", Captures::equal),
      new Contract("a replay works on the views of its run", Captures::replay),
      new Contract("host work runs in its place, when the work runs", Captures::hostWork),
      new Contract("a slot without a view is refused", Captures::emptySlot),
      new Contract("slots that overlap unannounced are refused", Captures::overlap));

  private Captures() {}

  private static void equal(TckBench bench) {
    var bindings = bench.adding(bench.filled(1, 2), bench.filled(3), bench.empty(2));
    Capture unbaked = bench.backend().capture("unbaked");
    unbaked.dispatch(bench.add(), bindings, "same");
    Capture baked = bench.backend().capture("baked");
    baked.dispatch(bench.add().bake(bindings, "same"));
    assertThat(baked.finish().items()).isEqualTo(unbaked.finish().items());
  }

  /** in + 1 + 10 through memory in between. */
  private static Schedule twoSteps(TckBench bench) {
    Capture capture = bench.backend().capture("two steps");
    BufferView in = capture.slot("in", DType.F32, 2);
    BufferView out = capture.slot("out", DType.F32, 2);
    BufferView between = bench.empty(2);
    capture.dispatch(bench.add(), bench.adding(in, bench.filled(1), between), "one");
    capture.noOp("nothing");
    capture.dispatch(bench.add(), bench.adding(between, bench.filled(10), out), "ten");
    return capture.finish();
  }

  private static void replay(TckBench bench) {
    Schedule schedule = twoSteps(bench);
    for (int run = 0; run < 3; run++) {
      BufferView in = bench.filled(run, -run);
      BufferView out = bench.empty(2);
      bench.run(encoder -> encoder.replay(schedule.newValues()
          .set(schedule.slot("in"), in)
          .set(schedule.slot("out"), out)));
      TckBench.assertHolds(out, run + 11, 11 - run);
    }
  }

  private static void hostWork(TckBench bench) {
    BufferView x = bench.filled(1, 2);
    BufferView out = bench.empty(2);
    BufferView one = bench.filled(1);
    Capture capture = bench.backend().capture("with host work");
    capture.dispatch(bench.add(), bench.adding(x, one, x), "before");
    capture.opaque("times ten", List.of(new HostWork.Use(x, Access.READ_WRITE)), uses -> {
      for (long i = 0; i < 2; i++) {
        uses.getFirst().setDouble(i, 10 * uses.getFirst().getDouble(i));
      }
    });
    capture.dispatch(bench.add(), bench.adding(x, one, out), "after");
    Schedule schedule = capture.finish();
    bench.run(encoder -> encoder.replay(schedule.newValues()));
    TckBench.assertHolds(out, 21, 31);
  }

  private static void emptySlot(TckBench bench) {
    Schedule schedule = twoSteps(bench);
    TckBench.assertRefused(() -> bench.run(encoder -> encoder.replay(schedule.newValues()
        .set(schedule.slot("in"), bench.filled(1, 2)))), Codes.BIND_MISSING);
  }

  private static void overlap(TckBench bench) {
    Schedule schedule = twoSteps(bench);
    BufferView all = bench.filled(1, 2, 3);
    TckBench.assertRefused(() -> bench.run(encoder -> encoder.replay(schedule.newValues()
        .set(schedule.slot("in"), all.slice(0, 2))
        .set(schedule.slot("out"), all.slice(1, 2)))), Codes.BIND_ALIAS);
  }
}
