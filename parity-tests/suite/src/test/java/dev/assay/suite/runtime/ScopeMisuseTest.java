package dev.assay.suite.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.assay.ops.Ops;
import dev.assay.runtime.Assay;
import dev.assay.runtime.RuntimeCodes;
import dev.assay.spi.data.DType;
import dev.assay.spi.data.Elements;
import dev.assay.spi.data.StructValue;
import dev.assay.spi.error.AssayException;
import dev.assay.spi.error.Codes;
import dev.assay.spi.error.ErrorCode;
import dev.assay.spi.error.InvalidCallException;
import dev.assay.spi.op.KernelCall;
import dev.assay.spi.op.Shape;
import dev.assay.spi.op.Tensor;
import dev.assay.spi.op.TensorScope;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Wrong calls are refused before anything runs, each with its code. */
class ScopeMisuseTest {
  private final Gate gate = new Gate();
  private Assay assay;
  private TensorScope scope;
  private Tensor x;

  @BeforeEach
  void open() {
    assay = gate.assay();
    scope = assay.scope();
    x = scope.tensor(new float[] {1, 2}, 2);
  }

  @AfterEach
  void close() {
    gate.open();
    scope.close();
    assay.close();
  }

  @Test
  void everythingWrongWithACallIsReportedTogether() {
    Tensor closed = scope.tensor(new float[] {1, 2}, 2);
    closed.close();
    Tensor unwritten = scope.empty(DType.F32, Shape.of(2));
    GoldenMessage.assertMatches("run-several-problems",
        catchThrowable(() -> scope.run(KernelCall.of("assay:bias_add", DType.F32)
            .tensor("x", unwritten)
            .tensor("bias", closed)
            .tensor("outt", scope.empty(DType.F32, Shape.of(2)))
            .constant("parms", StructValue.ofLong(DType.U32, 2)))));
  }

  @Test
  void aClosedTensorIsReportedOnceWhateverElseWasFound() {
    Tensor bias = scope.tensor(new float[] {1, 1}, 2);
    bias.close();
    Throwable error = catchThrowable(() -> writeInPlace(scope, x, bias));
    assertThat(((AssayException) error).problems()).extracting(problem -> problem.code())
        .containsExactly(Codes.CLOSED);
    assertThat(x.toFloatArray()).containsExactly(1, 2);
  }

  @Test
  void anUnknownKernelOffersTheNearestNames() {
    Throwable error = catchThrowable(() -> scope.run(KernelCall.of("assay:layer_nrom", DType.F32)));
    assertThat(code(error)).isEqualTo(Codes.KERNEL_UNKNOWN);
    assertThat(error).hasMessageContaining("did you mean assay:layer_norm");
  }

  @Test
  void aTensorThatNothingWasWrittenIntoCannotBeReadByHostOrKernel() {
    Tensor unwritten = scope.empty(DType.F32, Shape.of(2));
    Throwable read = catchThrowable(unwritten::read);
    assertThat(code(read)).isEqualTo(RuntimeCodes.TENSOR_UNWRITTEN);
    GoldenMessage.assertMatches("read-unwritten", read);
    assertThat(code(catchThrowable(() -> Gate.pass(scope, unwritten))))
        .isEqualTo(RuntimeCodes.TENSOR_UNWRITTEN);
  }

  @Test
  void aRefusedCallLeavesItsOutputUnwritten() {
    Tensor out = scope.empty(DType.F32, Shape.of(2));
    Throwable refused =
        catchThrowable(() -> scope.run(KernelCall.of("test:gate", DType.F32).tensor("out", out)));
    assertThat(code(refused)).isEqualTo(Codes.BIND_MISSING);
    assertThat(code(catchThrowable(out::read))).isEqualTo(RuntimeCodes.TENSOR_UNWRITTEN);
  }

  @Test
  void valuesMustBeAsManyAsTheShapeHolds() {
    GoldenMessage.assertMatches("tensor-values",
        catchThrowable(() -> scope.tensor(new float[] {1, 2, 3}, 2, 2)));
    assertThat(code(catchThrowable(() -> scope.tensor(Elements.zeros(DType.F32, 1), Shape.of(0)))))
        .isEqualTo(Codes.SHAPE_INVALID);
  }

  @Test
  void aTensorWhoseBytesDoNotFit64BitsIsRefusedByItsShapeAlone() {
    assertThat(code(catchThrowable(() -> scope.empty(DType.F32, Shape.of(1L << 31, 1L << 31)))))
        .isEqualTo(Codes.INDEX_OVERFLOW);
  }

  @Test
  void aTensorOfAnotherAssayIsForeign() {
    try (Assay other = Assay.open("reference-cpu"); TensorScope otherScope = other.scope()) {
      Tensor foreign = otherScope.tensor(new float[] {1, 2}, 2);
      Throwable error = catchThrowable(() -> scope.ops(Ops.class).add(x, foreign));
      assertThat(code(error)).isEqualTo(Codes.BIND_FOREIGN);
      GoldenMessage.assertMatches("run-foreign", error);
    }
  }

  @Test
  void whatAnotherScopeHasReadIsReadOnlyFromThenOn() {
    try (TensorScope other = assay.scope()) {
      Tensor bias = scope.tensor(new float[] {1, 1}, 2);
      writeInPlace(scope, x, bias);
      other.ops(Ops.class).add(x, x);
      Throwable error = catchThrowable(() -> writeInPlace(scope, x, bias));
      assertThat(code(error)).isEqualTo(RuntimeCodes.TENSOR_SHARED);
      GoldenMessage.assertMatches("run-shared", error);
      assertThat(x.toFloatArray()).containsExactly(2, 3);
    }
  }

  @Test
  void anotherScopesTensorIsNeverWritten() {
    try (TensorScope other = assay.scope()) {
      Tensor bias = other.tensor(new float[] {1, 1}, 2);
      assertThat(code(catchThrowable(() -> writeInPlace(other, x, bias))))
          .isEqualTo(RuntimeCodes.TENSOR_SHARED);
      assertThat(x.toFloatArray()).containsExactly(1, 2);
    }
  }

  @Test
  void aScopeBelongsToTheThreadThatOpenedIt() throws InterruptedException {
    List<Callable<Object>> uses = List.of(
        () -> scope.empty(DType.F32, Shape.of(1)),
        () -> scope.tensor(new float[] {1}, 1),
        () -> scope.ops(Ops.class),
        () -> Gate.pass(scope, x),
        () -> {
          x.close();
          return "closed";
        },
        () -> {
          scope.close();
          return "closed";
        });
    for (Callable<Object> use : uses) {
      assertThat(code(OtherThread.failureOf(use))).isEqualTo(Codes.THREAD);
    }
    assertThat(x.toFloatArray()).containsExactly(1, 2);
  }

  @Test
  void anotherThreadMayReadWhatIsThereButNotWhatIsStillToBeHandedOver()
      throws InterruptedException {
    Tensor root = scope.ops(Ops.class).sqrt(scope.tensor(new float[] {9}, 1));
    Throwable early = OtherThread.failureOf(root::read);
    assertThat(code(early)).isEqualTo(Codes.THREAD);
    assertThat(early).hasMessageContaining("read the tensor once on its own thread");
    root.read();
    assertThat(OtherThread.failureOf(root::read)).isNull();
  }

  @Test
  void nothingWorksAfterClose() {
    Ops ops = scope.ops(Ops.class);
    scope.close();
    scope.close();
    for (Throwable error : List.of(
        catchThrowable(() -> scope.empty(DType.F32, Shape.of(1))),
        catchThrowable(() -> scope.tensor(new float[] {1}, 1)),
        catchThrowable(() -> scope.ops(Ops.class)),
        catchThrowable(() -> ops.add(x, x)),
        catchThrowable(x::read))) {
      assertThat(code(error)).isEqualTo(Codes.CLOSED);
    }
  }

  @Test
  void nothingWorksAfterTheAssayIsClosed() {
    TensorScope later = assay.scope();
    assay.close();
    assay.close();
    for (Throwable error : List.of(
        catchThrowable(assay::scope),
        catchThrowable(() -> later.tensor(new float[] {1}, 1)),
        catchThrowable(x::read))) {
      assertThat(code(error)).isEqualTo(Codes.CLOSED);
    }
    later.close();
  }

  @Test
  void callsThatNeverRanBecauseTheAssayWasClosedAreReported() {
    TensorScope later = assay.scope();
    later.ops(Ops.class).sqrt(later.tensor(new float[] {1}, 1));
    assay.close();
    GoldenMessage.assertMatches("close-after-assay", catchThrowable(later::close));
    assertThat(catchThrowable(later::close)).isNull();
  }

  @Test
  void anUnknownLibraryListsTheKnown() {
    Throwable error = catchThrowable(() -> scope.ops(String.class));
    assertThat(code(error)).isEqualTo(RuntimeCodes.LIBRARY_UNKNOWN);
    GoldenMessage.assertMatches("library-unknown", error);
  }

  @Test
  void aLibraryWhoseFactoryFailsIsThePluginsFault() {
    for (Class<?> library : List.of(Gate.Broken.class, CharSequence.class)) {
      assertThat(code(catchThrowable(() -> scope.ops(library))))
          .isEqualTo(RuntimeCodes.PLUGIN_CONTRACT);
    }
    assertThat(catchThrowable(() -> scope.ops(Gate.Broken.class)))
        .hasStackTraceContaining("not today");
  }

  private static void writeInPlace(TensorScope scope, Tensor target, Tensor bias) {
    scope.run(KernelCall.of("assay:bias_add", DType.F32)
        .tensor("x", target)
        .tensor("bias", bias)
        .tensor("out", target)
        .constant("params", scopeParams()));
  }

  private static StructValue scopeParams() {
    return dev.assay.spi.data.StructLayout.struct("BiasAddParams")
        .field("rows", DType.U32)
        .field("width", DType.U32)
        .build()
        .value()
        .set("rows", 1)
        .set("width", 2)
        .build();
  }

  private static ErrorCode code(Throwable error) {
    assertThat(error).isInstanceOf(AssayException.class);
    return ((AssayException) error).code();
  }
}
