package dev.assay.parity.junit.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.spi.backend.Bindings;
import dev.assay.spi.backend.BufferView;
import dev.assay.spi.backend.DispatchRecord;
import dev.assay.spi.backend.SlotValues;
import dev.assay.spi.error.Codes;
import java.util.List;

/** A record is the dispatch that it was baked from, whenever and however often it runs. */
final class Records {
  static final List<Contract> CONTRACTS = List.of(
      new Contract("a record does what the dispatch does", Records::bakedIsUnbaked),
      new Contract("views count from their offset and end at their length", Records::offsets),
      new Contract("slots take other views at each run", Records::slots),
      new Contract("a patched field takes effect for one run", Records::patched),
      new Contract("each run of a record has its own field", Records::ownField),
      new Contract("constants are those of the dispatch, not of a later one", Records::constants),
      new Contract("a record over a closed buffer is refused", Records::staleBuffer));

  private Records() {}

  private static void bakedIsUnbaked(TckBench bench) {
    BufferView x = bench.filled(1, 2, 3);
    BufferView addend = bench.filled(0.5);
    BufferView direct = bench.empty(3);
    BufferView baked = bench.empty(3);
    DispatchRecord record = bench.add().bake(bench.adding(x, addend, baked), "baked");
    bench.run(encoder -> {
      encoder.dispatch(bench.add(), bench.adding(x, addend, direct), "direct");
      encoder.dispatch(record);
    });
    assertThat(baked.read().toDoubles()).containsExactly(direct.read().toDoubles());
  }

  private static void offsets(TckBench bench) {
    BufferView in = bench.filled(9, 9, 1, 2, 9);
    BufferView addends = bench.filled(9, 9, 9, 10);
    BufferView out = bench.filled(0, 0, 0, 0, 0);
    bench.run(encoder -> encoder.dispatch(bench.add(),
        bench.adding(in.slice(2, 2), addends.slice(3, 1), out.slice(1, 2)), "inside"));
    TckBench.assertHolds(out, 0, 11, 12, 0, 0);
    TckBench.assertHolds(in, 9, 9, 1, 2, 9);
  }

  private static void slots(TckBench bench) {
    BufferView addend = bench.filled(10);
    DispatchRecord record = bench.add()
        .bake(new Bindings().slot("x")
            .slot("out")
            .buffer("bias", addend)
            .constant("params", bench.params(2)), "slots");
    BufferView results = bench.filled(0, 0, 0, 0, 0, 0);
    bench.run(encoder -> {
      for (int i = 0; i < 3; i++) {
        encoder.dispatch(record.newValues()
            .set(record.slot("x"), bench.filled(i, -i))
            .set(record.slot("out"), results.slice(2L * i, 2)));
      }
    });
    TckBench.assertHolds(results, 10, 10, 11, 9, 12, 8);
  }

  private static void patched(TckBench bench) {
    BufferView x = bench.filled(1, 2, 3, 4);
    BufferView out = bench.filled(0, 0, 0, 0);
    DispatchRecord record = bench.add()
        .bake(bench.adding(x, bench.filled(10), out).patchable("count", "params", "rows", 1, 4),
            "patched");
    SlotValues values = record.newValues();
    bench.run(encoder -> encoder.dispatch(values.set(record.field("count"), 2)));
    TckBench.assertHolds(out.slice(0, 2), 11, 12);
    TckBench.assertHolds(out.slice(2, 2), 0, 0);
    bench.run(encoder -> encoder.dispatch(values.set(record.field("count"), 4)));
    TckBench.assertHolds(out, 11, 12, 13, 14);
    TckBench.assertRefused(() -> values.set(record.field("count"), 5), Codes.PATCH_RANGE);
  }

  private static void ownField(TckBench bench) {
    BufferView one = bench.filled(0, 0, 0);
    BufferView three = bench.filled(0, 0, 0);
    DispatchRecord record = bench.add()
        .bake(new Bindings().buffer("x", bench.filled(1, 2, 3))
            .buffer("bias", bench.filled(10))
            .slot("out")
            .constant("params", bench.params(3))
            .patchable("count", "params", "rows", 1, 3), "counted");
    SlotValues values = record.newValues();
    bench.run(encoder -> {
      encoder.dispatch(values.set(record.field("count"), 1).set(record.slot("out"), one));
      encoder.dispatch(values.set(record.field("count"), 3).set(record.slot("out"), three));
    });
    TckBench.assertHolds(one, 11, 0, 0);
    TckBench.assertHolds(three, 11, 12, 13);
  }

  private static void constants(TckBench bench) {
    BufferView x = bench.filled(1, 2, 3);
    BufferView ten = bench.filled(10);
    BufferView two = bench.filled(0, 0, 0);
    BufferView three = bench.filled(0, 0, 0);
    bench.run(encoder -> {
      encoder.dispatch(bench.add(), bench.adding(x, ten, two.slice(0, 2)), "two elements");
      encoder.dispatch(bench.add(), bench.adding(x, ten, three), "three elements");
    });
    TckBench.assertHolds(two, 11, 12, 0);
    TckBench.assertHolds(three, 11, 12, 13);
  }

  private static void staleBuffer(TckBench bench) {
    BufferView x = bench.filled(1);
    DispatchRecord record =
        bench.add().bake(bench.adding(x, bench.filled(1), bench.empty(1)), "stale");
    x.buffer().close();
    TckBench.assertRefused(() -> bench.run(encoder -> encoder.dispatch(record)), Codes.STALE,
        Codes.CLOSED);
  }
}
