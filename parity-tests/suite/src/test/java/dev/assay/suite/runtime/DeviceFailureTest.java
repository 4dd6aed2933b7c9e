package dev.assay.suite.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.assay.ops.Ops;
import dev.assay.runtime.Assay;
import dev.assay.spi.error.AssayException;
import dev.assay.spi.error.Codes;
import dev.assay.spi.op.Tensor;
import dev.assay.spi.op.TensorScope;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Errors that only running finds: they reach whoever wants a result, and nobody else. */
class DeviceFailureTest {
  private final Gate gate = new Gate();
  private Assay assay;

  @BeforeEach
  void open() {
    assay = gate.assay();
  }

  @AfterEach
  void close() {
    gate.open();
    assay.close();
  }

  @Test
  void anErrorInDataIsThrownByTheReadAndNamesTheDispatch() {
    try (TensorScope scope = assay.scope()) {
      Tensor table = scope.tensor(new float[] {1, 2, 3, 4}, 2, 2);
      Tensor row = scope.ops(Ops.class).gather(table, scope.tensor(new int[] {0, 2}, 2));
      Throwable error = catchThrowable(row::read);
      assertThat(((AssayException) error).code()).isEqualTo(Codes.INDEX_OUT_OF_RANGE);
      GoldenMessage.assertMatches("read-gather-out-of-range", error);
    }
  }

  @Test
  void everythingAfterAFailureInItsScopeThrowsThatFailure() {
    try (TensorScope scope = assay.scope()) {
      Ops ops = scope.ops(Ops.class);
      Tensor x = scope.tensor(new float[] {4}, 1);
      Tensor before = ops.sqrt(x);
      before.read();
      Tensor after = ops.sqrt(Gate.blow(scope, x));
      assertBlown(after::read);
      assertBlown(after::read);
      assertBlown(() -> ops.sqrt(x).read());
      assertThat(before.toFloatArray()).containsExactly(2);
      assertThat(x.toFloatArray()).containsExactly(4);
    }
  }

  @Test
  void aFailureManyBatchesBackIsTheOneThatIsThrown() {
    try (TensorScope scope = assay.scope()) {
      Ops ops = scope.ops(Ops.class);
      Tensor x = scope.tensor(new float[] {4}, 1);
      Gate.blow(scope, x);
      assertBlown(() -> {
        Tensor sum = x;
        for (int i = 0; i < 1000; i++) {
          sum = ops.add(sum, x);
        }
        sum.read();
      });
    }
  }

  @Test
  void aFailureInFlightIsThrownToWhoeverReadsWhatCameAfterIt() {
    try (TensorScope scope = assay.scope(); gate) {
      Tensor x = scope.tensor(new float[] {4}, 1);
      Gate.blow(scope, Gate.pass(scope, x));
      Tensor after = manyCalls(scope, x);
      gate.open();
      assertBlown(after::read);
    }
  }

  @Test
  void aCallThatIsRefusedBecauseEarlierWorkFailedThrowsTheEarlierFailure()
      throws InterruptedException {
    try (TensorScope scope = assay.scope(); gate) {
      Tensor x = scope.tensor(new float[] {4}, 1);
      Tensor blown = Gate.blow(scope, Gate.pass(scope, x));
      Tensor after = manyCalls(scope, x);
      gate.open();
      // Another thread waits until the failure is there; it is still news to this one.
      assertThat(OtherThread.failureOf(blown::read)).isInstanceOf(AssayException.class);
      assertBlown(after::read);
    }
  }

  @Test
  void aFailureThatOnlyAnotherThreadHasMetIsThrownByClose() throws InterruptedException {
    TensorScope scope = assay.scope();
    try (gate) {
      Tensor x = scope.tensor(new float[] {4}, 1);
      Tensor blown = Gate.blow(scope, Gate.pass(scope, x));
      manyCalls(scope, x);
      gate.open();
      assertThat(OtherThread.failureOf(blown::read)).isInstanceOf(AssayException.class);
    }
    assertBlown(scope::close);
  }

  @Test
  void aFailureThatNobodyReadIsThrownByClose() {
    TensorScope scope = assay.scope();
    Tensor x = scope.tensor(new float[] {4}, 1);
    assertThat(scope.ops(Ops.class).sqrt(x).toFloatArray()).containsExactly(2);
    Gate.blow(scope, x);
    assertBlown(scope::close);
    scope.close();
  }

  @Test
  void aFailureThatWasThrownIsNotThrownAgainByClose() {
    TensorScope scope = assay.scope();
    Tensor out = Gate.blow(scope, scope.tensor(new float[] {1}, 1));
    assertBlown(out::read);
    scope.close();
  }

  @Test
  void aFailureStaysWithinItsScope() {
    try (TensorScope healthy = assay.scope()) {
      Ops ops = healthy.ops(Ops.class);
      Tensor x = healthy.tensor(new float[] {4}, 1);
      Tensor pending = ops.sqrt(x);
      TensorScope failing = assay.scope();
      Gate.blow(failing, x);
      assertBlown(failing::close);
      assertThat(pending.toFloatArray()).containsExactly(2);
      assertThat(ops.add(pending, x).toFloatArray()).containsExactly(6);
    }
    try (TensorScope later = assay.scope()) {
      assertThat(later.ops(Ops.class).sqrt(later.tensor(new float[] {9}, 1)).toFloatArray())
          .containsExactly(3);
    }
  }

  @Test
  void whoeverUsesAFailedTensorOfAnotherScopeGetsTheFailure() {
    TensorScope failing = assay.scope();
    Tensor out = Gate.blow(failing, failing.tensor(new float[] {1}, 1));
    try (TensorScope other = assay.scope()) {
      assertBlown(() -> other.ops(Ops.class).sqrt(out));
      assertThat(other.ops(Ops.class).sqrt(other.tensor(new float[] {9}, 1)).toFloatArray())
          .containsExactly(3);
    }
    failing.close();
  }

  @Test
  void anInterruptedReadCanBeRepeated() {
    try (TensorScope scope = assay.scope(); gate) {
      Tensor out = Gate.pass(scope, scope.tensor(new float[] {5}, 1));
      Thread.currentThread().interrupt();
      Throwable error = catchThrowable(out::read);
      assertThat(Thread.interrupted()).isTrue();
      assertThat(((AssayException) error).code()).isEqualTo(Codes.SUBMISSION_INTERRUPTED);
      gate.open();
      assertThat(out.toFloatArray()).containsExactly(5);
    }
  }

  @Test
  void anInterruptedReadOfAnInputInUseSaysSo() {
    try (TensorScope scope = assay.scope(); gate) {
      Tensor x = scope.tensor(new float[] {5}, 1);
      Gate.pass(scope, x);
      manyCalls(scope, x);
      Thread.currentThread().interrupt();
      Throwable error = catchThrowable(x::read);
      assertThat(Thread.interrupted()).isTrue();
      assertThat(((AssayException) error).code()).isEqualTo(Codes.SUBMISSION_INTERRUPTED);
      gate.open();
      assertThat(x.toFloatArray()).containsExactly(5);
    }
  }

  @Test
  void anInterruptedThreadStillClosesItsScopeInOrder() {
    TensorScope scope = assay.scope();
    Gate.blow(scope, scope.tensor(new float[] {5}, 1));
    Thread.currentThread().interrupt();
    Throwable error = catchThrowable(scope::close);
    assertThat(Thread.interrupted()).isTrue();
    assertBlown(() -> {
      throw error;
    });
  }

  @Test
  void aTensorClosedInFlightIsStillThereForTheWorkThatUsesIt() {
    try (TensorScope scope = assay.scope(); TensorScope other = assay.scope(); gate) {
      Tensor x = scope.tensor(new float[] {5}, 1);
      Tensor first = Gate.pass(scope, x);
      Tensor second = Gate.pass(other, x);
      x.close();
      gate.open();
      assertThat(first.toFloatArray()).containsExactly(5);
      assertThat(second.toFloatArray()).containsExactly(5);
    }
  }

  /** The failure itself comes out, with its place, and not a remark that something failed earlier. */
  private static void assertBlown(ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(AssayException.class,
            error -> assertThat(error.code()).isEqualTo(Codes.SUBMISSION_FAILED))
        .hasMessageContaining("the fuse has blown")
        .hasMessageContaining("test:fuse");
  }

  /** Calls for more than two batches, so that the first two are on their way; the result of the last. */
  private static Tensor manyCalls(TensorScope scope, Tensor x) {
    Ops ops = scope.ops(Ops.class);
    Tensor sum = x;
    for (int i = 0; i < 150; i++) {
      sum = ops.add(sum, x);
    }
    return sum;
  }
}
