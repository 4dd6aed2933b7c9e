package dev.assay.parity.junit.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.spi.backend.BufferView;
import dev.assay.spi.backend.CommandQueue;
import dev.assay.spi.backend.DispatchRecord;
import dev.assay.spi.backend.Encoder;
import dev.assay.spi.backend.Pipeline;
import dev.assay.spi.backend.Submission;
import dev.assay.spi.error.Codes;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Registry, pipelines and records are shared; an encoder is not; any thread waits, virtual ones too. */
final class Threads {
  private static final int THREADS = 8;

  static final List<Contract> CONTRACTS = List.of(
      new Contract("threads that ask for one pipeline get one", Threads::onePipeline),
      new Contract("threads with queues of their own do not disturb each other",
          Threads::queuesOfTheirOwn),
      new Contract("an encoder refuses a second thread", Threads::encoderOfAnother),
      new Contract("any thread may wait", Threads::anyThreadWaits));

  private Threads() {}

  private static void onePipeline(TckBench bench) throws Exception {
    List<Callable<Pipeline>> asking = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      asking.add(bench::add);
    }
    List<Pipeline> pipelines = inThreads(asking);
    assertThat(pipelines).containsOnly(pipelines.getFirst());
    assertThat(bench.backend().registry().cachedCount()).isEqualTo(1);
  }

  private static void queuesOfTheirOwn(TckBench bench) throws Exception {
    BufferView one = bench.filled(1);
    List<BufferView> values = new ArrayList<>();
    List<Callable<Boolean>> work = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      BufferView value = bench.filled(100 * i, 0);
      values.add(value);
      work.add(() -> {
        DispatchRecord record = bench.add().bake(bench.adding(value, one, value), "step");
        try (CommandQueue queue = bench.backend().newQueue("own")) {
          for (int round = 0; round < 10; round++) {
            TckBench.start(queue, "round", encoder -> {
              encoder.dispatch(record);
              encoder.dispatch(record);
            }).await();
          }
        }
        return true;
      });
    }
    assertThat(inThreads(work)).containsOnly(true);
    for (int i = 0; i < THREADS; i++) {
      TckBench.assertHolds(values.get(i), 100 * i + 20, 20);
    }
  }

  private static void encoderOfAnother(TckBench bench) throws Exception {
    try (Encoder encoder = bench.queue().encoder("mine")) {
      inThreads(List.of(() -> {
        TckBench.assertRefused(encoder::barrier, Codes.THREAD);
        return true;
      }));
    }
  }

  private static void anyThreadWaits(TckBench bench) throws Exception {
    BufferView x = bench.filled(1);
    Submission work = bench.start(encoder -> encoder.dispatch(bench.add(),
        bench.adding(x, bench.filled(1), x), "waited for elsewhere"));
    List<Callable<Submission.Status>> waiting = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      waiting.add(() -> {
        work.await();
        return work.status();
      });
    }
    assertThat(inThreads(waiting)).containsOnly(Submission.Status.COMPLETED);
    TckBench.assertHolds(x, 2);
  }

  private static <T> List<T> inThreads(List<Callable<T>> work) throws Exception {
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<T> results = new ArrayList<>();
      for (Future<T> future : threads.invokeAll(work)) {
        results.add(future.get());
      }
      return results;
    }
  }
}
