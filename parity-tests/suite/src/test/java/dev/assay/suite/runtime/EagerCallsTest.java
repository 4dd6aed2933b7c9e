package dev.assay.suite.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.assay.ops.Ops;
import dev.assay.runtime.Assay;
import dev.assay.spi.backend.BufferView;
import dev.assay.spi.data.DType;
import dev.assay.spi.data.Elements;
import dev.assay.spi.error.AssayException;
import dev.assay.spi.error.Codes;
import dev.assay.spi.error.ResourceException;
import dev.assay.spi.op.Shape;
import dev.assay.spi.op.Tensor;
import dev.assay.spi.op.TensorScope;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Values that come out of calls, however calls are batched and memory is released. */
class EagerCallsTest {
  private static Assay assay;

  @BeforeAll
  static void open() {
    assay = Assay.open("reference-cpu");
  }

  @AfterAll
  static void close() {
    assay.close();
  }

  @Test
  void aThousandDependentCallsGiveTheSameAsOneByOne() {
    try (TensorScope scope = assay.scope()) {
      Ops ops = scope.ops(Ops.class);
      Tensor one = scope.tensor(new float[] {1, -1, 0.5f}, 3);
      Tensor sum = scope.tensor(new float[] {0, 0, 0}, 3);
      for (int i = 0; i < 1000; i++) {
        sum = ops.add(sum, one);
      }
      assertThat(sum.toFloatArray()).containsExactly(1000, -1000, 500);
    }
  }

  @Test
  void closingAnIntermediateRightAfterItsLastUseChangesNothing() {
    try (TensorScope scope = assay.scope()) {
      Ops ops = scope.ops(Ops.class);
      Tensor one = scope.tensor(new float[] {1, 2}, 2);
      Tensor sum = scope.tensor(new float[] {0, 0}, 2);
      for (int i = 0; i < 300; i++) {
        Tensor next = ops.add(sum, one);
        sum.close();
        sum = next;
      }
      one.close();
      assertThat(sum.toFloatArray()).containsExactly(300, 600);
    }
  }

  @Test
  void theMemoryOfClosedIntermediatesComesBackWhileTheScopeIsOpen() {
    long bytes = 1 << 16;
    int calls = 3000;
    try (TensorScope scope = assay.scope()) {
      Ops ops = scope.ops(Ops.class);
      Tensor x = scope.tensor(new float[(int) bytes / 4], bytes / 4);
      long most = 0;
      for (int i = 0; i < calls; i++) {
        ops.sqrt(x).close();
        if (i % 100 == 0) {
          most = Math.max(most, bytesHeld());
        }
      }
      assertThat(most).isPositive().isLessThan(calls * bytes / 4);
    }
  }

  @Test
  void valuesCanBeReadBetweenCallsAndAgain() {
    try (TensorScope scope = assay.scope()) {
      Ops ops = scope.ops(Ops.class);
      Tensor x = scope.tensor(new float[] {4, 9}, 2);
      Tensor root = ops.sqrt(x);
      assertThat(root.toFloatArray()).containsExactly(2, 3);
      Tensor sum = ops.add(root, x);
      assertThat(root.toFloatArray()).containsExactly(2, 3);
      assertThat(sum.toFloatArray()).containsExactly(6, 12);
      assertThat(x.toFloatArray()).containsExactly(4, 9);
    }
  }

  @Test
  void anInputCanBeReadWhileCallsThatUseItAreInFlight() {
    try (TensorScope scope = assay.scope()) {
      Ops ops = scope.ops(Ops.class);
      Tensor x = scope.tensor(new float[] {1}, 1);
      Tensor sum = x;
      for (int i = 0; i < 200; i++) {
        sum = ops.add(sum, x);
        assertThat(x.toFloatArray()).containsExactly(1);
      }
      assertThat(sum.toFloatArray()).containsExactly(201);
    }
  }

  @Test
  void emptyTensorsFlowThroughCalls() {
    try (TensorScope scope = assay.scope()) {
      Ops ops = scope.ops(Ops.class);
      Tensor none = scope.tensor(new float[0], 0, 3);
      assertThat(ops.add(none, none).toFloatArray()).isEmpty();
      Tensor noTerms = ops.matmul(scope.empty(DType.F32, Shape.of(2, 0)),
          scope.empty(DType.F32, Shape.of(0, 3)));
      assertThat(noTerms.shape()).isEqualTo(Shape.of(2, 3));
      assertThat(noTerms.toFloatArray()).containsOnly(0);
    }
  }

  @Test
  void tensorsOfAnotherScopeOfTheAssayCanBeReadBeforeTheirCallsWereCommitted() {
    try (TensorScope weights = assay.scope(); TensorScope work = assay.scope()) {
      Tensor w = weights.ops(Ops.class).sqrt(weights.tensor(new float[] {4, 16}, 2));
      Tensor y = work.ops(Ops.class).add(w, work.tensor(new float[] {1, 1}, 2));
      assertThat(y.toFloatArray()).containsExactly(3, 5);
      assertThat(w.toFloatArray()).containsExactly(2, 4);
    }
  }

  @Test
  void manyThreadsCanUseTheSameWeights() throws Exception {
    int threads = 6;
    try (TensorScope weights = assay.scope();
        ExecutorService pool = Executors.newFixedThreadPool(threads)) {
      Tensor w = weights.tensor(new float[] {1, 2, 3, 4}, 2, 2);
      List<Future<float[]>> results = new ArrayList<>();
      for (int t = 0; t < threads; t++) {
        float factor = t;
        results.add(pool.submit(() -> {
          try (TensorScope scope = assay.scope()) {
            Ops ops = scope.ops(Ops.class);
            Tensor x = scope.tensor(new float[] {factor, 1}, 1, 2);
            for (int i = 0; i < 100; i++) {
              ops.matmul(x, ops.transpose(w)).close();
            }
            return ops.matmul(x, w).toFloatArray();
          }
        }));
      }
      for (int t = 0; t < threads; t++) {
        assertThat(results.get(t).get()).containsExactly(t + 3, 2 * t + 4);
      }
      assertThat(w.toFloatArray()).containsExactly(1, 2, 3, 4);
    }
  }

  @Test
  void scopesWorkOnVirtualThreads() throws Exception {
    try (ExecutorService pool = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<float[]>> results = new ArrayList<>();
      for (int t = 0; t < 40; t++) {
        float value = t;
        results.add(pool.submit(() -> {
          try (TensorScope scope = assay.scope()) {
            Tensor x = scope.tensor(new float[] {value}, 1);
            return scope.ops(Ops.class).add(x, x).toFloatArray();
          }
        }));
      }
      for (int t = 0; t < results.size(); t++) {
        assertThat(results.get(t).get()).containsExactly(2f * t);
      }
    }
  }

  @Test
  void scopesOneAfterAnotherShareAQueue() {
    Set<Thread> before = Thread.getAllStackTraces().keySet();
    try (Assay fresh = Assay.open("reference-cpu")) {
      for (int i = 0; i < 20; i++) {
        try (TensorScope scope = fresh.scope()) {
          Tensor x = scope.tensor(new float[] {i}, 1);
          assertThat(scope.ops(Ops.class).add(x, x).toFloatArray()).containsExactly(2f * i);
        }
      }
      // The reference backend has a thread for each queue.
      assertThat(Thread.getAllStackTraces().keySet())
          .filteredOn(
              thread -> !before.contains(thread) && thread.getName().startsWith("assay-tensors"))
          .hasSize(1);
    }
  }

  @Test
  void aLibraryIsMadeOncePerScope() {
    try (TensorScope scope = assay.scope(); TensorScope other = assay.scope()) {
      assertThat(scope.ops(Ops.class)).isSameAs(scope.ops(Ops.class))
          .isNotSameAs(other.ops(Ops.class));
    }
  }

  @Test
  void closingAScopeReleasesItsTensorsAndLeavesOthersAlone() {
    try (TensorScope other = assay.scope()) {
      Tensor kept = other.tensor(new float[] {7}, 1);
      Tensor gone;
      try (TensorScope scope = assay.scope()) {
        gone = scope.tensor(new float[] {8}, 1);
      }
      assertThatThrownBy(gone::read).isInstanceOfSatisfying(AssayException.class,
          error -> assertThat(error.code()).isEqualTo(Codes.CLOSED));
      assertThat(kept.toFloatArray()).containsExactly(7);
    }
  }

  @Test
  void aViewOfATensorBindsFromItsFirstElementToTheLastThatItReaches() {
    try (TensorScope scope = assay.scope()) {
      Ops ops = scope.ops(Ops.class);
      Tensor x = scope.tensor(new float[] {0, 1, 2, 3, 4, 5}, 2, 3);
      Tensor column = x.view(Shape.of(2, 1), new long[] {3, 1}, 2);
      assertThat(ops.add(column, column).toFloatArray()).containsExactly(4, 10);
      assertThat(ops.matmul(x, ops.transpose(x)).toFloatArray()).containsExactly(5, 14, 14, 50);
    }
  }

  @Test
  void elementsOfEveryTypeComeBackBitForBit() {
    try (TensorScope scope = assay.scope()) {
      for (DType dtype : DType.values()) {
        byte[] bytes = new byte[7 * dtype.sizeBytes()];
        for (int i = 0; i < bytes.length; i++) {
          bytes[i] = (byte) (dtype == DType.BOOL ? i & 1 : 31 * i + 7);
        }
        Elements values = Elements.over(dtype, java.lang.foreign.MemorySegment.ofArray(bytes));
        assertThat(scope.tensor(values, Shape.of(7)).read().sameBits(values)).as(dtype.toString())
            .isTrue();
      }
    }
  }

  @Test
  void theBackendUnderTheScopesIsTheOneThatWasOpened() {
    assertThat(assay.backend().id()).isEqualTo("reference-cpu");
    try (var buffer = assay.backend().allocate(4, "mine")) {
      BufferView view = buffer.view(DType.F32);
      view.write(Elements.of(DType.F32, 2.5));
      assertThat(view.read().getDouble(0)).isEqualTo(2.5);
    }
  }

  /** What the backend says it holds, when asked for more than it has. */
  private static long bytesHeld() {
    ResourceException refused =
        catchThrowableOfType(ResourceException.class,
            () -> assay.backend().allocate(Long.MAX_VALUE / 2, "too much"));
    String held = refused.problems().getFirst().actual();
    return Long.parseLong(held.substring(0, held.indexOf(' ')));
  }
}
