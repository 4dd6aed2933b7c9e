package dev.assay.parity.junit.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.spi.backend.Buffer;
import dev.assay.spi.backend.BufferPool;
import dev.assay.spi.backend.BufferView;
import dev.assay.spi.backend.Submission;
import dev.assay.spi.data.DType;
import dev.assay.spi.data.Elements;
import dev.assay.spi.error.Codes;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** Memory keeps what is written into it, and only as long as it may. */
final class Lifetimes {
  static final List<Contract> CONTRACTS = List.of(
      new Contract("content is read back from where it was written", Lifetimes::contentStays),
      new Contract("buffers share no memory", Lifetimes::buffersAreApart),
      new Contract("an empty buffer is a buffer", Lifetimes::emptyBuffers),
      new Contract("wrapped memory is the host's own, or is refused", Lifetimes::wrapped),
      new Contract("a buffer in flight is busy, and free again afterwards", Lifetimes::busy),
      new Contract("closing what is in flight lets the work finish", Lifetimes::closedInFlight),
      new Contract("what is closed is refused", Lifetimes::closed),
      new Contract("a lease that was given back is refused", Lifetimes::staleLease));

  private Lifetimes() {}

  private static void contentStays(TckBench bench) {
    BufferView all = bench.filled(1, 2, 3, 4, 5);
    all.slice(3, 2).write(Elements.of(DType.F32, -4, -5));
    TckBench.assertHolds(all, 1, 2, 3, -4, -5);
    TckBench.assertHolds(all.slice(2, 2), 3, -4);
  }

  private static void buffersAreApart(TckBench bench) {
    BufferView first = bench.filled(1, 2, 3);
    BufferView second = bench.filled(4, 5, 6);
    TckBench.assertHolds(first, 1, 2, 3);
    TckBench.assertHolds(second, 4, 5, 6);
  }

  private static void emptyBuffers(TckBench bench) {
    try (Buffer none = bench.buffer(0)) {
      assertThat(none.lengthBytes()).isZero();
      BufferView view = none.view(DType.F32);
      bench.run(encoder -> encoder.dispatch(bench.add(),
          bench.adding(view, bench.filled(1), view), "nothing"));
      assertThat(view.read().length()).isZero();
    }
  }

  private static void wrapped(TckBench bench) {
    Elements host = Elements.of(DType.F32, 1, 2, 3);
    Buffer buffer;
    try {
      buffer = bench.backend().wrap(host.memory(), "host");
    } catch (dev.assay.spi.error.UnavailableException refused) {
      return;
    }
    BufferView view = buffer.view(DType.F32);
    bench.run(
        encoder -> encoder.dispatch(bench.add(), bench.adding(view, bench.filled(10), view), "in"));
    buffer.close();
    assertThat(host.toDoubles()).containsExactly(11, 12, 13);
  }

  private static void busy(TckBench bench) {
    BufferView view = bench.filled(1, 2);
    CountDownLatch gate = new CountDownLatch(1);
    Submission work = bench.startGated(gate, view);
    TckBench.assertRefused(view::read, Codes.IN_FLIGHT);
    TckBench.assertRefused(() -> view.write(Elements.of(DType.F32, 3, 4)), Codes.IN_FLIGHT);
    gate.countDown();
    work.await();
    TckBench.assertHolds(view, 1, 2);
  }

  private static void closedInFlight(TckBench bench) {
    BufferView x = bench.filled(1, 2);
    BufferView out = bench.empty(2);
    CountDownLatch gate = new CountDownLatch(1);
    Submission held = bench.startGated(gate, x);
    Submission work = bench.start(
        encoder -> encoder.dispatch(bench.add(), bench.adding(x, bench.filled(5), out), "late"));
    x.buffer().close();
    // Memory that was released too early would be lent to this one.
    bench.filled(-100, -100);
    gate.countDown();
    held.await();
    work.await();
    TckBench.assertHolds(out, 6, 7);
  }

  private static void closed(TckBench bench) {
    BufferView x = bench.filled(1, 2);
    x.buffer().close();
    TckBench.assertRefused(x::read, Codes.CLOSED);
    TckBench.assertRefused(() -> bench.run(encoder -> encoder.dispatch(bench.add(),
        bench.adding(x, bench.filled(1), bench.empty(2)), "closed")), Codes.CLOSED);
    bench.queue().close();
    TckBench.assertRefused(() -> bench.queue().encoder("late"), Codes.CLOSED);
    bench.backend().close();
    TckBench.assertRefused(() -> bench.buffer(1), Codes.CLOSED);
  }

  private static void staleLease(TckBench bench) {
    try (BufferPool pool = bench.backend().newPool("pool")) {
      Buffer lease = pool.lease(8, "first");
      BufferView view = lease.view(DType.F32);
      view.write(Elements.of(DType.F32, 1, 2));
      lease.close();
      try (Buffer next = pool.lease(8, "second")) {
        next.view(DType.F32).write(Elements.of(DType.F32, 3, 4));
        TckBench.assertRefused(view::read, Codes.CLOSED, Codes.STALE);
      }
    }
  }
}
