package dev.assay.suite.program;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.ops.Ops;
import dev.assay.runtime.Assay;
import dev.assay.runtime.Program;
import dev.assay.spi.data.DType;
import dev.assay.spi.op.Shape;
import dev.assay.spi.op.Tensor;
import dev.assay.spi.op.TensorScope;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What scopes may share although each has a queue of its own, between which a device keeps no order. */
@Timeout(60)
class TwoScopesTest {
  private static final int THREADS = 4;
  private static final int ROUNDS = 40;
  private static final int LENGTH = 1021;

  /** Work of one thread, told which one it is. */
  @FunctionalInterface
  private interface Work {
    void run(int thread) throws Exception;
  }

  private static void together(Work work) throws Exception {
    CyclicBarrier start = new CyclicBarrier(THREADS);
    try (ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
      List<Future<?>> ends = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        int thread = i;
        ends.add(threads.submit(() -> {
          start.await();
          work.run(thread);
          return null;
        }));
      }
      for (Future<?> end : ends) {
        end.get(50, TimeUnit.SECONDS);
      }
    }
  }

  private static float[] filled(float value) {
    float[] values = new float[LENGTH];
    Arrays.fill(values, value);
    return values;
  }

  private static double[] doubles(double value) {
    double[] values = new double[LENGTH];
    Arrays.fill(values, value);
    return values;
  }

  @Test
  void scopesOfSeveralThreadsReadTheSameWeightsAtOnce() throws Exception {
    try (Assay assay = Assay.open("reference-cpu"); TensorScope owner = assay.scope()) {
      Tensor given = owner.tensor(filled(3), LENGTH);
      // Made by a kernel and not by the host: its own queue still runs when the others ask for it.
      Tensor computed = owner.ops(Ops.class).add(given, given);
      computed.read();
      together(thread -> {
        for (int round = 0; round < ROUNDS; round++) {
          try (TensorScope scope = assay.scope()) {
            Ops ops = scope.ops(Ops.class);
            Tensor x = scope.tensor(filled(thread), LENGTH);
            Tensor y = ops.add(ops.mul(x, given), computed);
            assertThat(y.read().toDoubles()).isEqualTo(doubles(3 * thread + 6));
          }
        }
      });
    }
  }

  @Test
  void theOwnerGoesOnReadingWhatOthersRead() throws Exception {
    try (Assay assay = Assay.open("reference-cpu"); TensorScope owner = assay.scope()) {
      Tensor shared = owner.ops(Ops.class)
          .add(owner.tensor(filled(1), LENGTH), owner.tensor(filled(1), LENGTH));
      shared.read();
      CompletableFuture<Void> other = CompletableFuture.runAsync(() -> {
        for (int round = 0; round < ROUNDS; round++) {
          try (TensorScope scope = assay.scope()) {
            assertThat(scope.ops(Ops.class).add(shared, shared).read().toDoubles())
                .isEqualTo(doubles(4));
          }
        }
      });
      for (int round = 0; round < ROUNDS; round++) {
        try (Tensor own = owner.ops(Ops.class).mul(shared, shared)) {
          assertThat(own.read().toDoubles()).isEqualTo(doubles(4));
        }
      }
      other.get(50, TimeUnit.SECONDS);
    }
  }

  @Test
  void aResultThatWasNotReadPassesToAnotherScopeOfTheThread() {
    try (Assay assay = Assay.open("reference-cpu"); TensorScope other = assay.scope()) {
      Tensor passed;
      Tensor result;
      try (TensorScope scope = assay.scope()) {
        Tensor one = scope.tensor(filled(1), LENGTH);
        passed = scope.ops(Ops.class).add(one, one);
        result = other.ops(Ops.class).mul(passed, passed);
      }
      // Its maker is closed, and the work that reads it was not handed over then.
      assertThat(result.read().toDoubles()).isEqualTo(doubles(4));
    }
  }

  @Test
  void aProgramRunsInScopesOfSeveralThreadsAtOnceOnWeightsThatAScopeComputed() throws Exception {
    try (Assay assay = Assay.open("reference-cpu"); TensorScope owner = assay.scope()) {
      Tensor one = owner.tensor(filled(1), LENGTH);
      Tensor weight = owner.ops(Ops.class).add(one, one);
      try (Program program = assay.record("line", recorder -> {
        Ops ops = recorder.ops(Ops.class);
        Tensor x = recorder.input("x", DType.F32, Shape.of(LENGTH));
        recorder.output("y", ops.add(ops.mul(x, weight), one));
      })) {
        together(thread -> {
          for (int round = 0; round < ROUNDS; round++) {
            try (TensorScope scope = assay.scope()) {
              List<Tensor> results = new ArrayList<>();
              for (int run = 0; run < 3; run++) {
                Tensor x = scope.tensor(filled(thread + run), LENGTH);
                results.add(program.run(scope, Map.of("x", x)).get("y"));
              }
              for (int run = 0; run < 3; run++) {
                assertThat(results.get(run).read().toDoubles())
                    .isEqualTo(doubles(2 * (thread + run) + 1));
              }
            }
          }
        });
      }
    }
  }

  @Test
  void anOutputOfOneScopesRunIsTheInputOfAnothers() {
    try (Assay assay = Assay.open("reference-cpu");
        Program program = assay.record("double", recorder -> {
          Tensor x = recorder.input("x", DType.F32, Shape.of(LENGTH));
          recorder.output("y", recorder.ops(Ops.class).add(x, x));
        });
        TensorScope one = assay.scope();
        TensorScope two = assay.scope()) {
      Tensor value = one.tensor(filled(1), LENGTH);
      for (int round = 0; round < 10; round++) {
        TensorScope scope = round % 2 == 0 ? one : two;
        value = program.run(scope, Map.of("x", value)).get("y");
      }
      assertThat(value.read().toDoubles()).isEqualTo(doubles(1024));
    }
  }
}
