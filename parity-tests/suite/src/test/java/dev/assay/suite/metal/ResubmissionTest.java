package dev.assay.suite.metal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.backend.metal.MetalProvider;
import dev.assay.spi.backend.Backend;
import dev.assay.spi.backend.BufferView;
import dev.assay.spi.backend.Capture;
import dev.assay.spi.backend.CommandQueue;
import dev.assay.spi.backend.CompiledSchedule;
import dev.assay.spi.backend.CompiledSchedule.Options;
import dev.assay.spi.backend.Execution;
import dev.assay.spi.backend.HostWork;
import dev.assay.spi.error.Codes;
import dev.assay.spi.error.InvalidCallException;
import dev.assay.spi.kernel.Access;
import dev.assay.suite.parity.Catalogue;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What Metal's queue uses again - encoders, submissions - by many threads at once: each run goes on from the one before, so
 * that one which is lost, doubled, or out of order leaves another number.
 */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ResubmissionTest {
  private static final int RUNS = 150;
  private static final double MODULUS = 4093;

  /** s ← ((s + 1) · 7 mod 4093) + 2, the middle on the host, where there is host work. */
  private static final class Recurrence implements AutoCloseable {
    final BufferView state;
    final CompiledSchedule compiled;
    private final boolean onHost;

    Recurrence(Backend backend, AddChain data, int start, boolean onHost) {
      this.onHost = onHost;
      state = data.filled(start, start + 1);
      BufferView between = data.filled(0, 0);
      Capture capture = backend.capture("recurrence");
      capture.dispatch(data.add, data.adding(state, 1, between), "one");
      if (onHost) {
        capture.opaque("seven", List.of(new HostWork.Use(between, Access.READ_WRITE)), uses -> {
          for (long i = 0; i < uses.getFirst().length(); i++) {
            uses.getFirst().setDouble(i, middle(uses.getFirst().getDouble(i)));
          }
        });
      }
      capture.dispatch(data.add, data.adding(between, 2, state), "two");
      compiled = backend.compile(capture.finish(), Options.DEFAULT);
    }

    private static double middle(double value) {
      return value * 7 % MODULUS;
    }

    void assertRan(int start, int times) {
      assertThat(state.read().toDoubles()).containsExactly(expected(start, times),
          expected(start + 1, times));
    }

    private double expected(double start, int times) {
      double value = start;
      for (int i = 0; i < times; i++) {
        value = (onHost ? middle(value + 1) : value + 1) + 2;
      }
      return value;
    }

    @Override
    public void close() {
      compiled.close();
    }
  }

  private static Backend metal() {
    return new MetalProvider().open(Catalogue.installed(), Map.of("build", "fast"));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 8})
  void manyThreadsSubmitTheirOwnOnOneQueue(int threads) throws Exception {
    try (Backend backend = metal(); CommandQueue queue = backend.newQueue("shared")) {
      AddChain data = new AddChain(backend);
      List<Future<?>> running = new ArrayList<>();
      try (ExecutorService pool = Executors.newThreadPerTaskExecutor(
          Thread.ofPlatform().daemon().factory())) {
        for (int t = 0; t < threads; t++) {
          int start = 100 * t;
          boolean onHost = t % 2 == 0;
          boolean encodes = t % 3 == 2;
          running.add(pool.submit(() -> {
            try (Recurrence work = new Recurrence(backend, data, start, onHost)) {
              Execution execution = queue.execution("thread " + start, work.compiled.newValues());
              for (int i = 0; i < RUNS; i++) {
                if (encodes && i % 5 == 0) {
                  ReplayBench.run(queue, work.compiled.newValues());
                } else {
                  execution.submit();
                  execution.await();
                }
              }
              work.assertRan(start, RUNS);
            }
          }));
        }
      }
      for (Future<?> each : running) {
        each.get();
      }
    }
  }

  @Test
  void severalOfOneScheduleAreInFlightInTheOrderOfTheirSubmission() {
    try (Backend backend = metal(); CommandQueue queue = backend.newQueue("deep")) {
      AddChain data = new AddChain(backend);
      for (boolean onHost : new boolean[] {false, true}) {
        try (Recurrence work = new Recurrence(backend, data, 5, onHost)) {
          List<Execution> executions = new ArrayList<>();
          for (int i = 0; i < 4; i++) {
            executions.add(queue.execution("deep " + i, work.compiled.newValues()));
          }
          for (int i = 0; i < RUNS; i++) {
            Execution next = executions.get(i % executions.size());
            if (i >= executions.size()) {
              next.await();
            }
            next.submit();
          }
          executions.forEach(Execution::await);
          work.assertRan(5, RUNS);
        }
      }
    }
  }

  /** Each submits as soon as the last has ended, wherever the thread that submitted it then is. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void manyThreadsTakeTurnsAtOneExecution(boolean onHost) throws Exception {
    try (Backend backend = metal();
        CommandQueue queue = backend.newQueue("turns");
        Recurrence work = new Recurrence(backend, new AddChain(backend), 3, onHost)) {
      Execution execution = queue.execution("turns", work.compiled.newValues());
      execution.submit();
      List<Future<Integer>> running = new ArrayList<>();
      try (ExecutorService pool = Executors.newThreadPerTaskExecutor(
          Thread.ofPlatform().daemon().factory())) {
        for (int t = 0; t < 4; t++) {
          running.add(pool.submit(() -> submitted(execution)));
        }
      }
      int submissions = 1;
      for (Future<Integer> each : running) {
        submissions += each.get();
      }
      execution.await();
      work.assertRan(3, submissions);
    }
  }

  /** How often it was this thread that submitted. */
  private static int submitted(Execution execution) {
    int times = 0;
    for (int i = 0; i < RUNS; i++) {
      execution.await();
      try {
        execution.submit();
        times++;
      } catch (InvalidCallException refused) {
        assertThat(refused.code()).isEqualTo(Codes.IN_FLIGHT);
      }
    }
    return times;
  }
}
