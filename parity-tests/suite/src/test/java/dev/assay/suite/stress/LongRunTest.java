package dev.assay.suite.stress;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.runtime.Assay;
import dev.assay.spi.backend.Backend;
import dev.assay.spi.backend.Bindings;
import dev.assay.spi.backend.Buffer;
import dev.assay.spi.backend.BufferPool;
import dev.assay.spi.backend.BufferView;
import dev.assay.spi.backend.Capture;
import dev.assay.spi.backend.CommandQueue;
import dev.assay.spi.backend.CompiledSchedule;
import dev.assay.spi.backend.DispatchRecord;
import dev.assay.spi.backend.Encoder;
import dev.assay.spi.backend.Pipeline;
import dev.assay.spi.backend.SlotValues;
import dev.assay.spi.backend.Submission;
import dev.assay.spi.data.DType;
import dev.assay.spi.data.Elements;
import dev.assay.spi.data.StructValue;
import dev.assay.spi.kernel.GoldenCase;
import dev.assay.spi.kernel.KernelCase;
import dev.assay.spi.kernel.KernelName;
import dev.assay.spi.kernel.Parameter;
import java.lang.management.ManagementFactory;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A process that submits for ever keeps nothing of what is done. */
class LongRunTest {
  private static final KernelName KERNEL = KernelName.of("assay:layer_norm");
  private static final int WINDOW = 8;
  private static final long MOST_BYTES = 1 << 20;

  private Assay assay;
  private Work work;

  @BeforeEach
  void open() {
    assay = Assay.open("reference-cpu");
    work = new Work(assay.backend());
  }

  @AfterEach
  void close() {
    assay.close();
  }

  @Test
  void theHeapDoesNotGrowBetweenTenThousandAndAHundredThousandSubmissions() {
    try (CommandQueue queue = assay.backend().newQueue("long run")) {
      work.submit(queue, 10_000, work.out);
      long early = liveHeapBytes();
      long held = work.pool.heldBytes();
      work.submit(queue, 90_000, work.out);
      assertThat(liveHeapBytes() - early).isLessThan(MOST_BYTES);
      assertThat(work.pool.heldBytes() - held).isLessThan(MOST_BYTES);
    }
    work.assertResult(work.out);
  }

  @Test
  void virtualThreadsSubmitSideBySideAndLeaveNothing() throws Exception {
    virtually(1_000);
    long early = liveHeapBytes();
    virtually(10_000);
    assertThat(liveHeapBytes() - early).isLessThan(MOST_BYTES);
  }

  private void virtually(int submissions) throws Exception {
    int threads = 16;
    try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<?>> done = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        done.add(executor.submit(() -> {
          // Memory of its own: two queues have no order.
          try (CommandQueue queue = assay.backend().newQueue("virtual");
              Buffer own = work.newOutput()) {
            work.submit(queue, submissions / threads, own.view(DType.F32));
            work.assertResult(own.view(DType.F32));
          }
        }));
      }
      for (Future<?> each : done) {
        each.get();
      }
    }
  }

  private static long liveHeapBytes() {
    long fewest = Long.MAX_VALUE;
    for (int i = 0; i < 3; i++) {
      System.gc();
      fewest = Math.min(fewest,
          ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
    }
    return fewest;
  }

  /** A layer norm, as a record and as a compiled schedule, into memory leased for each submission. */
  private static final class Work {
    private final Backend backend;
    private final GoldenCase golden;
    private final DispatchRecord record;
    private final CompiledSchedule compiled;
    private final BufferView out;
    private final BufferPool pool;
    private final Elements expected;

    Work(Backend backend) {
      golden = backend.registry().catalog().declaration(KERNEL, DType.F32).goldenCases().getFirst();
      KernelCase input = golden.input();
      expected = golden.expected().get("out");
      pool = backend.newPool("leases");
      this.backend = backend;
      out = newOutput().view(DType.F32);
      Pipeline pipeline = backend.registry()
          .pipeline(backend.registry().choose(KERNEL, DType.F32, input.constants()));
      Bindings bindings = new Bindings().slot("out");
      input.inputs().forEach((name, content) -> {
        BufferView view =
            backend.allocate(content.memory().byteSize(), name).view(content.dtype());
        view.write(content);
        bindings.buffer(name, view);
      });
      for (Map.Entry<String, StructValue> constant : input.constants().entrySet()) {
        if (pipeline.declaration()
            .parameter(constant.getKey())
            .orElseThrow() instanceof Parameter.Constant) {
          bindings.constant(constant.getKey(), constant.getValue());
        }
      }
      record = pipeline.bake(bindings, "norm");
      Capture capture = backend.capture("norms");
      SlotValues captured = record.newValues();
      captured.set(record.slot("out"), capture.slot("out", DType.F32, expected.length()));
      capture.dispatch(captured);
      capture.dispatch(captured);
      compiled = backend.compile(capture.finish(), CompiledSchedule.Options.STRICT);
    }

    Buffer newOutput() {
      return backend.allocate(expected.memory().byteSize(), "out");
    }

    /** Keeps some submissions in flight, each waited for when it leaves the window. */
    void submit(CommandQueue queue, int count, BufferView target) {
      Deque<Submission> window = new ArrayDeque<>();
      SlotValues leased = record.newValues();
      SlotValues scheduled = compiled.newValues().set(compiled.slot("out"), target);
      for (int i = 0; i < count; i++) {
        try (Encoder encoder = queue.encoder("step");
            Buffer lease = pool.lease(expected.memory().byteSize(), "lease")) {
          encoder.dispatch(leased.set(record.slot("out"), lease.view(DType.F32)));
          if (i % 16 == 0) {
            encoder.execute(scheduled);
          }
          window.add(encoder.commit());
        }
        if (window.size() == WINDOW) {
          window.remove().await();
        }
      }
      window.forEach(Submission::await);
    }

    void assertResult(BufferView result) {
      Elements actual = result.read();
      for (long i = 0; i < expected.length(); i++) {
        assertThat(Math.abs(actual.getDouble(i) - expected.getDouble(i))).isLessThan(1e-4);
      }
    }
  }
}
