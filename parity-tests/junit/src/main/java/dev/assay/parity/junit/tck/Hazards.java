package dev.assay.parity.junit.tck;

import dev.assay.spi.backend.BufferView;
import dev.assay.spi.backend.Encoder;
import dev.assay.spi.backend.Pipeline;
import dev.assay.spi.backend.Submission;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** What conflicts runs in the order of encoding, within a submission and across submissions. */
final class Hazards {
  static final List<Contract> CONTRACTS = List.of(
      new Contract("a dispatch sees what the one before wrote", Hazards::readAfterWrite),
      new Contract("a dispatch does not overwrite what the one before reads",
          Hazards::writeAfterRead),
      new Contract("of two writes the later one stays", Hazards::writeAfterWrite),
      new Contract("a long chain keeps its order", Hazards::longChain),
      new Contract("parts of one buffer are told apart", Hazards::partsOfOneBuffer),
      new Contract("submissions of a queue run in order", Hazards::acrossSubmissions),
      new Contract("a serial encoder gives the same", Hazards::serial));

  private Hazards() {}

  private static void readAfterWrite(TckBench bench) {
    BufferView x = bench.filled(1, 2, 3);
    BufferView between = bench.filled(0, 0, 0);
    BufferView out = bench.filled(0, 0, 0);
    BufferView ten = bench.filled(10);
    bench.run(encoder -> {
      encoder.dispatch(bench.add(), bench.adding(x, ten, between), "first");
      encoder.dispatch(bench.add(), bench.adding(between, ten, out), "second");
    });
    TckBench.assertHolds(out, 21, 22, 23);
  }

  private static void writeAfterRead(TckBench bench) {
    BufferView x = bench.filled(1, 2, 3);
    BufferView out = bench.empty(3);
    BufferView other = bench.filled(70, 80, 90);
    BufferView ten = bench.filled(10);
    bench.run(encoder -> {
      encoder.dispatch(bench.add(), bench.adding(x, ten, out), "reads x");
      encoder.dispatch(bench.add(), bench.adding(other, ten, x), "writes x");
    });
    TckBench.assertHolds(out, 11, 12, 13);
    TckBench.assertHolds(x, 80, 90, 100);
  }

  private static void writeAfterWrite(TckBench bench) {
    BufferView x = bench.filled(1, 2);
    BufferView out = bench.empty(2);
    bench.run(encoder -> {
      encoder.dispatch(bench.add(), bench.adding(x, bench.filled(10), out), "first");
      encoder.dispatch(bench.add(), bench.adding(x, bench.filled(20), out), "second");
    });
    TckBench.assertHolds(out, 21, 22);
  }

  private static void longChain(TckBench bench) {
    BufferView even = bench.filled(0);
    BufferView odd = bench.filled(0);
    BufferView one = bench.filled(1);
    Pipeline add = bench.add();
    bench.run(encoder -> {
      for (int i = 0; i < 101; i++) {
        encoder.dispatch(add,
            i % 2 == 0 ? bench.adding(even, one, odd) : bench.adding(odd, one, even), "step " + i);
      }
    });
    TckBench.assertHolds(odd, 101);
  }

  private static void partsOfOneBuffer(TckBench bench) {
    BufferView all = bench.filled(1, 2, 3, 4, 5, 6, 7, 8);
    BufferView hundred = bench.filled(100);
    bench.run(encoder -> {
      encoder.dispatch(bench.add(), bench.adding(all.slice(0, 2), hundred, all.slice(4, 2)), "a");
      encoder.dispatch(bench.add(), bench.adding(all.slice(4, 2), hundred, all.slice(6, 2)), "b");
      encoder.dispatch(bench.add(), bench.adding(all.slice(2, 2), hundred, all.slice(0, 2)), "c");
    });
    TckBench.assertHolds(all, 103, 104, 3, 4, 101, 102, 201, 202);
  }

  private static void acrossSubmissions(TckBench bench) {
    BufferView one = bench.filled(1);
    CountDownLatch gate = new CountDownLatch(1);
    List<Submission> started = new ArrayList<>();
    // Held back until all are committed: a device that takes another than the oldest then shows.
    started.add(bench.startGated(gate, bench.filled(0)));
    BufferView value = bench.filled(0, 0);
    for (int i = 0; i < 12; i++) {
      BufferView from = value;
      BufferView to = bench.filled(0, 0);
      started.add(bench.start(
          encoder -> encoder.dispatch(bench.add(), bench.adding(from, one, to), "step")));
      value = to;
    }
    gate.countDown();
    started.forEach(Submission::await);
    TckBench.assertHolds(value, 12, 12);
  }

  private static void serial(TckBench bench) {
    BufferView value = bench.filled(0);
    BufferView one = bench.filled(1);
    try (Encoder encoder = bench.queue().serialEncoder("serial")) {
      for (int i = 0; i < 5; i++) {
        encoder.dispatch(bench.add(), bench.adding(value, one, value), "step " + i);
      }
      encoder.commit().await();
    }
    TckBench.assertHolds(value, 5);
  }
}
