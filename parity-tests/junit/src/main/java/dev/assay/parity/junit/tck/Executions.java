package dev.assay.parity.junit.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.spi.backend.Bindings;
import dev.assay.spi.backend.BufferView;
import dev.assay.spi.backend.Capture;
import dev.assay.spi.backend.CompiledSchedule;
import dev.assay.spi.backend.CompiledSchedule.Options;
import dev.assay.spi.backend.DispatchRecord;
import dev.assay.spi.backend.Execution;
import dev.assay.spi.backend.Schedule;
import dev.assay.spi.backend.SlotValues;
import dev.assay.spi.backend.Slotted;
import dev.assay.spi.backend.Submission;
import dev.assay.spi.data.DType;
import dev.assay.spi.data.Elements;
import dev.assay.spi.error.Codes;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** What is submitted again does again what it then holds, and nothing of what it held before. */
final class Executions {
  static final List<Contract> CONTRACTS = List.of(
      new Contract("a record is submitted again with other values",
          bench -> again(bench, record(bench))),
      new Contract("a schedule is submitted again with other values",
          bench -> again(bench, schedule(bench))),
      new Contract("a compiled schedule is submitted again with other values",
          Executions::compiledAgain),
      new Contract("executions of one compiled schedule are in flight together",
          Executions::together),
      new Contract("an execution in flight is refused, and submitted again afterwards",
          Executions::busy),
      new Contract("an execution of which nothing is submitted is not waited for",
          Executions::nothing));

  private Executions() {}

  /** out = x + bias over the first count of two elements; slots x and out, field count. */
  private static DispatchRecord record(TckBench bench) {
    return bench.add()
        .bake(new Bindings().slot("x")
            .buffer("bias", bench.filled(10))
            .slot("out")
            .constant("params", bench.params(2))
            .patchable("count", "params", "rows", 1, 2), "added");
  }

  private static Schedule schedule(TckBench bench) {
    DispatchRecord record = record(bench);
    Capture capture = bench.backend().capture("added");
    capture.dispatch(record.newValues()
        .set(record.slot("x"), capture.slot("x", DType.F32, 2))
        .set(record.slot("out"), capture.slot("out", DType.F32, 2)));
    BufferView one = bench.filled(1);
    capture.dispatch(bench.add(), bench.adding(one, one, bench.empty(1)),
        "a second, so that it is worth a segment");
    return capture.finish();
  }

  private static SlotValues set(SlotValues values, BufferView x, BufferView out, long count) {
    Slotted owner = values.owner();
    return values.set(owner.slot("x"), x)
        .set(owner.slot("out"), out)
        .set(owner.field("count"), count);
  }

  private static void compiledAgain(TckBench bench) {
    for (Options options : List.of(Options.DEFAULT, Options.DIRECT)) {
      try (CompiledSchedule compiled = bench.backend().compile(schedule(bench), options)) {
        again(bench, compiled);
      }
    }
  }

  private static void again(TckBench bench, Slotted slotted) {
    SlotValues values = slotted.newValues();
    Execution execution = bench.queue().execution("again", values);
    List<BufferView> results = new ArrayList<>();
    for (int run = 0; run < 4; run++) {
      BufferView out = bench.filled(-1, -1);
      set(values, bench.filled(run, 100 * run), out, 2 - run % 2);
      execution.submit();
      execution.await();
      assertThat(execution.status()).isEqualTo(Submission.Status.COMPLETED);
      assertThat(execution.clocks().deviceNanos()).isNotNegative();
      TckBench.assertHolds(out, 10 + run, run % 2 == 0 ? 10 + 100 * run : -1);
      // What ran before must not run again.
      results.forEach(earlier -> TckBench.assertHolds(earlier, -2, -2));
      out.write(Elements.of(DType.F32, -2, -2));
      results.add(out);
    }
  }

  private static void together(TckBench bench) {
    try (CompiledSchedule compiled = bench.backend().compile(schedule(bench), Options.DEFAULT)) {
      List<SlotValues> values = new ArrayList<>();
      List<Execution> executions = new ArrayList<>();
      List<BufferView> results = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        values.add(compiled.newValues());
        executions.add(bench.queue().execution("execution " + i, values.get(i)));
        results.add(bench.empty(2));
      }
      for (int run = 0; run < 3; run++) {
        CountDownLatch gate = new CountDownLatch(1);
        Submission held = bench.startGated(gate, bench.empty(1));
        for (int i = 0; i < executions.size(); i++) {
          set(values.get(i), bench.filled(run, i), results.get(i), 2);
          executions.get(i).submit();
        }
        gate.countDown();
        held.await();
        executions.forEach(Execution::await);
        for (int i = 0; i < results.size(); i++) {
          TckBench.assertHolds(results.get(i), 10 + run, 10 + i);
        }
      }
    }
  }

  private static void busy(TckBench bench) {
    SlotValues values = record(bench).newValues();
    BufferView out = bench.empty(2);
    set(values, bench.filled(1, 2), out, 2);
    Execution execution = bench.queue().execution("busy", values);
    CountDownLatch gate = new CountDownLatch(1);
    Submission held = bench.startGated(gate, bench.empty(1));
    execution.submit();
    assertThat(execution.status()).isEqualTo(Submission.Status.PENDING);
    TckBench.assertRefused(execution::submit, Codes.IN_FLIGHT);
    TckBench.assertRefused(out::read, Codes.IN_FLIGHT);
    // For the next; the one in flight has taken its own.
    set(values, bench.filled(5, 6), out, 2);
    gate.countDown();
    held.await();
    execution.await();
    TckBench.assertHolds(out, 11, 12);
    execution.submit();
    execution.await();
    TckBench.assertHolds(out, 15, 16);
  }

  private static void nothing(TckBench bench) {
    SlotValues values = record(bench).newValues();
    Execution execution = bench.queue().execution("nothing", values);
    TckBench.assertRefused(execution::await, Codes.SUBMISSION_NONE);
    TckBench.assertRefused(execution::submit, Codes.BIND_MISSING);
    TckBench.assertRefused(execution::status, Codes.SUBMISSION_NONE);
    BufferView out = bench.empty(2);
    set(values, bench.filled(1, 2), out, 2);
    execution.submit();
    execution.await();
    TckBench.assertHolds(out, 11, 12);
  }
}
