package dev.assay.ops;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.spi.error.Codes;
import dev.assay.spi.error.ErrorCode;
import dev.assay.spi.error.InvalidCallException;
import dev.assay.spi.op.Shape;
import dev.assay.spi.op.Tensor;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class OpsErrorsTest {
  private final ArrayScope scope = new ArrayScope();
  private final Ops ops = new Ops(scope);

  private final Tensor matrix = scope.tensor(new float[6], 2, 3);
  private final Tensor vector = scope.tensor(new float[4], 4);
  private final Tensor rows = scope.tensor(new float[12], 12);
  private final Tensor integers = scope.tensor(new int[3], 3);
  private final Tensor manyIndices = integers.view(Shape.of(1L << 12), new long[1], 0);

  /** A tensor as large as need be that takes no memory. */
  private Tensor huge(long... shape) {
    return vector.view(Shape.of(shape), new long[shape.length], 0);
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
  void shapesThatDoNotBroadcastAreRefused() {
    assertRefused("add-broadcast", Codes.SHAPE_INVALID, () -> ops.add(matrix, vector));
    assertRefused("sub-rank", Codes.SHAPE_INVALID,
        () -> ops.sub(matrix, huge(1, 1, 1, 1, 1, 1, 1, 1, 1)));
  }

  @Test
  void mixedAndUnknownElementTypesAreRefused() {
    assertRefused("mul-types", Codes.BIND_TYPE, () -> ops.mul(matrix, integers));
    assertRefused("sqrt-type", Codes.KERNEL_DTYPE, () -> ops.sqrt(integers));
  }

  @Test
  void matmulNamesTheSizesThatDoNotMeet() {
    assertRefused("matmul-inner", Codes.SHAPE_INVALID, () -> ops.matmul(matrix, matrix));
    assertRefused("matmul-vector", Codes.SHAPE_INVALID, () -> ops.matmul(matrix, vector));
    assertRefused("matmul-inner-and-batch", Codes.SHAPE_INVALID,
        () -> ops.matmul(huge(2, 3, 4), huge(5, 6, 7)));
  }

  @Test
  void linearTellsARowMajorWeightFromATransposedOne() {
    assertRefused("linear-transposed", Codes.SHAPE_INVALID,
        () -> ops.linear(matrix, ops.reshape(rows, 4, 3), vector));
    assertRefused("linear-bias", Codes.SHAPE_INVALID, () -> ops.linear(matrix, huge(3, 5), vector));
  }

  @Test
  void normsReportEverythingTogether() {
    assertRefused("layer-norm-vectors", Codes.SHAPE_INVALID,
        () -> ops.layerNorm(matrix, vector, matrix, -1));
    assertRefused("residual-layer-norm-shape", Codes.SHAPE_INVALID,
        () -> ops.residualLayerNorm(matrix, vector, huge(3), huge(3), 1e-5));
  }

  @Test
  void softmaxRefusesAxesMasksAndScalesThatDoNotFit() {
    assertRefused("softmax-axis", Codes.SHAPE_INVALID, () -> ops.softmax(huge(2, 3), 2));
    assertRefused("softmax-mask", Codes.SHAPE_INVALID,
        () -> ops.softmax(matrix, Double.NaN, vector));
  }

  @Test
  void gatherRefusesIndicesThatAreNoIntegersAndScalarTables() {
    assertRefused("gather-types", Codes.BIND_TYPE, () -> ops.gather(huge(), vector));
  }

  @Test
  void viewsRefuseWhatDoesNotExist() {
    assertRefused("permute-axes", Codes.SHAPE_INVALID, () -> ops.permute(matrix, 0, 0, 5));
    assertRefused("transpose-rank", Codes.SHAPE_INVALID, () -> ops.transpose(vector));
    assertRefused("narrow-range", Codes.SHAPE_INVALID, () -> ops.narrow(matrix, 1, 2, 2));
    assertRefused("reshape-product", Codes.SHAPE_INVALID, () -> ops.reshape(matrix, 4, 2));
    assertRefused("reshape-open", Codes.SHAPE_INVALID, () -> ops.reshape(matrix, -1, 4));
    assertRefused("reduce-sum-axis", Codes.SHAPE_INVALID, () -> ops.reduceSum(matrix, -3, false));
  }

  @Test
  void productsBeyondThirtyTwoBitsAreRefusedByShapeAlone() {
    assertRefused("overflow-add", Codes.INDEX_OVERFLOW,
        () -> ops.add(huge(65_536, 1), huge(1, 65_536)));
    assertRefused("overflow-matmul", Codes.INDEX_OVERFLOW,
        () -> ops.matmul(huge(65_537, 1), huge(1, 65_536)));
    assertRefused("overflow-gelu", Codes.INDEX_OVERFLOW, () -> ops.gelu(huge(2, 1L << 31)));
    assertRefused("overflow-gather-rows", Codes.INDEX_OVERFLOW,
        () -> ops.gather(huge((1L << 31) + 1, 1), integers));
    assertRefused("overflow-gather-result", Codes.INDEX_OVERFLOW,
        () -> ops.gather(huge(2, 1L << 20), manyIndices));
    assertRefused("overflow-beyond-64-bits", Codes.INDEX_OVERFLOW,
        () -> ops.mul(huge(1L << 31, 1, 1L << 31), huge(1, 1L << 31, 1)));
    assertRefused("overflow-contiguous", Codes.INDEX_OVERFLOW,
        () -> ops.contiguous(huge(1L << 32)));
  }
}
