package dev.assay.parity.junit.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.spi.backend.Bindings;
import dev.assay.spi.backend.BufferView;
import dev.assay.spi.backend.Capture;
import dev.assay.spi.backend.CommandQueue;
import dev.assay.spi.backend.Encoder;
import dev.assay.spi.backend.Schedule;
import dev.assay.spi.backend.Submission;
import dev.assay.spi.error.Codes;
import dev.assay.spi.kernel.KernelName;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

/** What cannot work is refused before it starts; what fails says so and poisons nothing else. */
final class Errors {
  static final List<Contract> CONTRACTS = List.of(
      new Contract("bindings that do not fit are refused", Errors::bindings),
      new Contract("an unknown kernel is refused", Errors::unknownKernel),
      new Contract("ranges outside a buffer are refused", Errors::ranges),
      new Contract("an encoder is used up by its commit", Errors::committedTwice),
      new Contract("what was not committed has no effect", Errors::discarded),
      new Contract("work that fails is reported as failed", Errors::failure),
      new Contract("a wait has an end, and the work goes on", Errors::timeout),
      new Contract("a backend says who it is", Errors::identity));

  private Errors() {}

  private static void bindings(TckBench bench) {
    BufferView x = bench.filled(1, 2, 3);
    BufferView one = bench.filled(1);
    TckBench.assertRefused(() -> bench.run(encoder -> encoder.dispatch(bench.add(),
        bench.adding(x, one, bench.empty(4)), "x is short")), Codes.BIND_LENGTH);
    TckBench.assertRefused(() -> bench.run(encoder -> encoder.dispatch(bench.add(),
        new Bindings().buffer("x", x), "much is missing")), Codes.BIND_MISSING);
    TckBench.assertRefused(() -> bench.run(encoder -> encoder.dispatch(bench.add(),
        bench.adding(x, one, bench.empty(3)).buffer("y", x), "too much")), Codes.BIND_UNKNOWN);
    BufferView all = bench.filled(1, 2, 3);
    TckBench.assertRefused(() -> bench.run(encoder -> encoder.dispatch(bench.add(),
        bench.adding(all.slice(0, 2), one, all.slice(1, 2)), "overlap")), Codes.BIND_ALIAS);
  }

  private static void unknownKernel(TckBench bench) {
    TckBench.assertRefused(() -> bench.backend()
        .registry()
        .choose(KernelName.of("tck:nobody_has_it"), dev.assay.spi.data.DType.F32, Map.of()),
        Codes.KERNEL_UNKNOWN);
  }

  private static void ranges(TckBench bench) {
    var buffer = bench.buffer(2);
    var target = java.lang.foreign.MemorySegment.ofArray(new float[2]);
    TckBench.assertRefused(() -> buffer.read(4, target), Codes.BUFFER_RANGE);
    TckBench.assertRefused(() -> buffer.write(-4, target), Codes.BUFFER_RANGE);
  }

  private static void committedTwice(TckBench bench) {
    try (Encoder encoder = bench.queue().encoder("once")) {
      encoder.commit().await();
      TckBench.assertRefused(encoder::commit, Codes.COMMITTED);
      TckBench.assertRefused(encoder::barrier, Codes.COMMITTED);
    }
  }

  private static void discarded(TckBench bench) {
    BufferView x = bench.filled(1, 2);
    try (Encoder encoder = bench.queue().encoder("discarded")) {
      encoder.dispatch(bench.add(), bench.adding(x, bench.filled(1), x), "never");
    }
    bench.run(encoder -> {});
    TckBench.assertHolds(x, 1, 2);
  }

  private static void failure(TckBench bench) {
    Capture capture = bench.backend().capture("doomed");
    capture.opaque("doomed host work", List.of(), uses -> {
      throw new IllegalStateException("on purpose");
    });
    Schedule doomed = capture.finish();
    Submission work = TckBench.start(bench.queue(), "doomed work",
        encoder -> encoder.replay(doomed.newValues()));
    TckBench.assertRefused(work::await, Codes.SUBMISSION_FAILED);
    assertThat(work.status()).isEqualTo(Submission.Status.FAILED);
    TckBench.assertRefused(() -> bench.run(encoder -> {}), Codes.QUEUE_FAILED);
    BufferView x = bench.filled(1);
    try (CommandQueue fresh = bench.backend().newQueue("fresh")) {
      TckBench.start(fresh, "after", encoder -> encoder.dispatch(bench.add(),
          bench.adding(x, bench.filled(1), x), "works")).await();
    }
    TckBench.assertHolds(x, 2);
  }

  private static void timeout(TckBench bench) {
    BufferView x = bench.filled(1);
    CountDownLatch gate = new CountDownLatch(1);
    Submission work = bench.startGated(gate, x);
    assertThat(work.status()).isEqualTo(Submission.Status.PENDING);
    TckBench.assertRefused(() -> work.await(Duration.ofMillis(20)), Codes.SUBMISSION_TIMEOUT);
    assertThat(work.status()).isEqualTo(Submission.Status.PENDING);
    gate.countDown();
    work.await();
    assertThat(work.status()).isEqualTo(Submission.Status.COMPLETED);
    assertThat(work.clocks().latencyNanos()).isPositive();
    assertThat(work.clocks().deviceNanos()).isNotNegative();
  }

  private static void identity(TckBench bench) {
    assertThat(bench.backend().device()).isNotBlank();
    assertThat(bench.backend().profile()).isNotNull();
    assertThat(bench.buffer(1).owner()).isSameAs(bench.backend());
  }
}
