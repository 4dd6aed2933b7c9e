package dev.assay.ops;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.ops.option.Activation;
import dev.assay.ops.option.AttentionOptions;
import dev.assay.spi.data.DType;
import dev.assay.spi.data.Elements;
import dev.assay.spi.error.Codes;
import dev.assay.spi.error.ErrorCode;
import dev.assay.spi.error.InvalidCallException;
import dev.assay.spi.op.Shape;
import dev.assay.spi.op.Tensor;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class NetworkOpsErrorsTest {
  private final ArrayScope scope = new ArrayScope();
  private final Ops ops = new Ops(scope);

  private final Tensor scalar = scope.tensor(new float[1], 1);
  private final Tensor half = scope.tensor(Elements.of(DType.F16, 0), Shape.of(1));

  /** A tensor of any shape that takes no memory. */
  private Tensor of(long... shape) {
    return scalar.view(Shape.of(shape), new long[shape.length], 0);
  }

  private void assertRefused(String golden, ErrorCode first, ThrowingCallable call) {
    long before = scope.allocated();
    assertThatThrownBy(call).isInstanceOfSatisfying(InvalidCallException.class, error -> {
      assertThat(error.code()).isEqualTo(first);
      GoldenFile.assertMatches(golden, error.getMessage());
    });
    assertThat(scope.allocated()).as("tensors made by a refused call").isEqualTo(before);
    assertThat(scope.kernelsRun()).isEmpty();
  }

  @Test
  void activationsOfTwoTensorsWantOneShape() {
    assertRefused("silu-mul-shapes", Codes.SHAPE_INVALID, () -> ops.siluMul(of(2, 3), of(3, 2)));
  }

  @Test
  void normsNameEveryVectorThatDoesNotFit() {
    assertRefused("rms-norm-gamma", Codes.SHAPE_INVALID,
        () -> ops.rmsNorm(of(2, 3), of(2), Double.NaN));
    assertRefused("residual-layer-norm-bias", Codes.SHAPE_INVALID,
        () -> ops.residualLayerNorm(of(2, 3), of(2, 3), of(2), of(3), of(3), 1e-5));
    assertRefused("layer-norm-statistics-empty", Codes.SHAPE_INVALID,
        () -> ops.layerNormWithStatistics(of(2, 0), of(0), of(0), 1e-5));
  }

  @Test
  void linearWithAnActivationHasTheSameRules() {
    assertRefused("linear-activation-types", Codes.BIND_TYPE,
        () -> ops.linear(of(2, 3), of(3, 4), half, Activation.SILU));
    assertRefused("overflow-linear", Codes.INDEX_OVERFLOW,
        () -> ops.linear(of(65_536, 1), of(1, 65_537), null, Activation.NONE));
  }

  @Test
  void causalSoftmaxNeedsQueriesAndKeys() {
    assertRefused("causal-softmax-rank", Codes.SHAPE_INVALID,
        () -> ops.causalSoftmax(of(3), 1, null));
  }

  @Test
  void crossEntropyWantsATargetForEveryClass() {
    assertRefused("cross-entropy-targets", Codes.SHAPE_INVALID,
        () -> ops.softmaxCrossEntropy(of(4, 3), of(4)));
  }

  @Test
  void attentionReportsEverythingTogether() {
    AttentionOptions options = AttentionOptions.scaled(1);
    assertRefused("attention-ranks", Codes.SHAPE_INVALID,
        () -> ops.attention(of(2, 3, 4), of(1, 2, 3, 4), of(2, 3), options));
    assertRefused("attention-shapes", Codes.SHAPE_INVALID,
        () -> ops.attention(of(1, 8, 5, 16), of(1, 3, 6, 8), of(1, 3, 7, 8),
            new AttentionOptions(Double.NaN, of(5, 7), false, 0, -1)));
  }

  @Test
  void aCacheTakesOneRowOfEachHeadWithinItsCapacity() {
    assertRefused("kv-append-position", Codes.SHAPE_INVALID,
        () -> ops.kvAppend(of(1, 1, 1), of(1, 1, 1), 1));
    assertRefused("kv-append-step", Codes.SHAPE_INVALID,
        () -> ops.kvAppend(of(2, 5, 4), of(2, 2, 4), -1));
  }

  @Test
  void ropeChecksItsTablesAgainstHeadsAndPositions() {
    assertRefused("rope-tables", Codes.BIND_TYPE,
        () -> ops.rope(of(1, 3, 2, 8), half.view(Shape.of(4, 5), new long[2], 0), of(4, 4),
            false, 2));
    assertRefused("rope-position", Codes.CONSTANT_FIELD,
        () -> ops.rope(of(1, 3, 2, 8), of(4, 4), of(4, 4), false, -1));
    assertRefused("rope-per-token", Codes.SHAPE_INVALID,
        () -> ops.ropePerToken(of(2, 3, 2, 8), of(4, 4), of(4, 4), true));
  }
}
