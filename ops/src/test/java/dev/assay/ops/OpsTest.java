package dev.assay.ops;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.assay.spi.data.DType;
import dev.assay.spi.data.Elements;
import dev.assay.spi.error.Codes;
import dev.assay.spi.error.InvalidInputException;
import dev.assay.spi.kernel.CaseRandom;
import dev.assay.spi.op.Shape;
import dev.assay.spi.op.Tensor;
import org.junit.jupiter.api.Test;

class OpsTest {
  private final ArrayScope scope = new ArrayScope();
  private final Ops ops = new Ops(scope);

  private Tensor random(long seed, long... shape) {
    return scope.tensor(new CaseRandom(seed).values(DType.F32, Shape.of(shape).elements(), -2, 2),
        Shape.of(shape));
  }

  private static void assertValues(Tensor tensor, Shape shape, double... values) {
    assertThat(tensor.shape()).isEqualTo(shape);
    Closeness.assertClose("result", tensor.read(), values, Closeness::oneRounding);
  }

  private static void assertEqual(Tensor actual, Tensor expected) {
    assertThat(actual.shape()).isEqualTo(expected.shape());
    Closeness.assertClose("result", actual.read(), expected.read(), Closeness::oneRounding);
  }

  @Test
  void binaryOperationsBroadcastBothOperands() {
    Tensor column = scope.tensor(new float[] {1, 2}, 2, 1);
    Tensor row = scope.tensor(new float[] {10, 20, -40}, 3);
    Shape shape = Shape.of(2, 3);

    assertValues(ops.add(column, row), shape, 11, 21, -39, 12, 22, -38);
    assertValues(ops.sub(column, row), shape, -9, -19, 41, -8, -18, 42);
    assertValues(ops.mul(column, row), shape, 10, 20, -40, 20, 40, -80);
    assertValues(ops.div(column, row), shape, 0.1, 0.05, -0.025, 0.2, 0.1, -0.05);
    assertValues(ops.max(column, row), shape, 10, 20, 1, 10, 20, 2);
  }

  @Test
  void binaryOperationsTakeScalarsViewsAndEmptyTensors() {
    Tensor x = scope.tensor(new float[] {1, 2, 3, 4, 5, 6}, 2, 3);
    Tensor half = scope.tensor(new float[] {0.5f}, 1);

    assertValues(ops.mul(ops.transpose(x), ops.reshape(half)), Shape.of(3, 2), 0.5, 2, 1, 2.5, 1.5,
        3);
    assertValues(ops.add(half, half), Shape.of(1), 1);
    assertValues(ops.add(ops.narrow(x, 0, 2, 0), ops.narrow(x, 0, 1, 1)), Shape.of(0, 3));
    assertThat(scope.kernelsRun()).doesNotContain("copy");
  }

  @Test
  void unaryOperationsAndBiasTakeViews() {
    Tensor x = ops.transpose(scope.tensor(new float[] {1, 4, 9, 16, 25, 36}, 2, 3));

    assertValues(ops.sqrt(x), Shape.of(3, 2), 1, 4, 2, 5, 3, 6);
    assertValues(ops.biasAdd(x, scope.tensor(new float[] {100, -100}, 2)), Shape.of(3, 2),
        101, -84, 104, -75, 109, -64);
    assertThat(ops.gelu(x).read().getDouble(0)).isCloseTo(0.8413447460685429, within(1e-7));
  }

  @Test
  void residualLayerNormIsLayerNormOfTheSum() {
    Tensor x = random(1, 2, 3, 37);
    Tensor residual = ops.permute(random(2, 3, 2, 37), 1, 0, 2);
    Tensor gamma = random(3, 37);
    Tensor beta = random(4, 37);

    Elements fused = ops.residualLayerNorm(x, residual, gamma, beta, 1e-5).read();
    Elements composed = ops.layerNorm(ops.add(x, residual), gamma, beta, 1e-5).read();

    Closeness.assertClose("fused", fused, composed, expected -> 2e-6);
  }

  @Test
  void softmaxWorksAlongAnyAxisAndOnViews() {
    Tensor x = random(5, 4, 5, 3);

    Tensor middle = ops.softmax(x, 1);
    Tensor last = ops.permute(ops.softmax(ops.permute(x, 0, 2, 1), -1), 0, 2, 1);

    assertEqual(last, middle);
    assertValues(ops.reduceSum(ops.narrow(middle, 0, 0, 1), 1, false), Shape.of(1, 3), 1, 1, 1);
  }

  @Test
  void softmaxScalesAndMasksPerBatch() {
    float open = 0;
    float masked = Float.NEGATIVE_INFINITY;
    Tensor scores = random(6, 2, 2, 3, 3);
    Tensor mask =
        scope.tensor(new float[] {open, open, masked, masked, masked, masked}, 2, 1, 1, 3);

    Tensor weights = ops.softmax(scores, 0.5, mask);

    Elements values = weights.read();
    Elements logits = scores.read();
    for (long row = 0; row < 6; row++) {
      double difference = 0.5 * (logits.getDouble(row * 3) - logits.getDouble(row * 3 + 1));
      assertThat(values.getDouble(row * 3)).isCloseTo(1 / (1 + Math.exp(-difference)),
          within(1e-7));
      assertThat(values.getDouble(row * 3 + 2)).isZero();
    }
    assertThat(values.slice(18, 18).toDoubles()).containsOnly(0);
  }

  @Test
  void matmulTakesTransposesHeadsAndBroadcastBatchesWithoutACopy() {
    Tensor packed = random(7, 2, 5, 6);
    Tensor heads = ops.permute(ops.reshape(packed, 2, 5, 3, 2), 0, 2, 1, 3);

    Tensor scores = ops.matmul(heads, ops.transpose(heads));

    assertThat(scores.shape()).isEqualTo(Shape.of(2, 3, 5, 5));
    assertThat(scope.kernelsRun()).containsExactly("matmul");
    Elements p = packed.read();
    for (int i = 0; i < 2 * 3 * 5 * 5; i++) {
      int q = i / 75 * 30 + i / 5 % 5 * 6 + i / 25 % 3 * 2;
      int k = i / 75 * 30 + i % 5 * 6 + i / 25 % 3 * 2;
      double expected = p.getDouble(q) * p.getDouble(k) + p.getDouble(q + 1) * p.getDouble(k + 1);
      assertThat(scores.read().getDouble(i)).isCloseTo(expected, within(1e-6));
    }
  }

  @Test
  void matmulOfABatchWithOneMatrixIsTheSameHoweverItIsLowered() {
    Tensor x = random(8, 3, 4, 7);
    Tensor strided = ops.permute(ops.contiguous(ops.permute(x, 1, 0, 2)), 1, 0, 2);
    Tensor weight = random(9, 7, 5);

    assertThat(strided.isDense()).isFalse();
    assertEqual(ops.matmul(strided, weight), ops.matmul(x, weight));
    assertEqual(ops.matmul(x, ops.reshape(weight, 1, 7, 5)), ops.matmul(x, weight));
  }

  @Test
  void matmulOverNothingGivesZerosAndOfNothingGivesNothing() {
    assertValues(ops.matmul(random(1, 2, 0), random(1, 0, 3)), Shape.of(2, 3), 0, 0, 0, 0, 0, 0);
    assertThat(ops.matmul(random(1, 0, 4), random(1, 4, 3)).shape()).isEqualTo(Shape.of(0, 3));
    assertThat(ops.matmul(random(1, 0, 2, 4), random(1, 4, 3)).shape())
        .isEqualTo(Shape.of(0, 2, 3));
  }

  @Test
  void linearAddsItsBiasInPlace() {
    Tensor x = random(10, 2, 3, 5);
    Tensor weight = random(11, 5, 4);
    Tensor bias = random(12, 4);

    Tensor y = ops.linear(x, weight, bias);

    assertThat(scope.kernelsRun()).containsExactly("matmul", "bias_add (in place)");
    Elements separate = ops.add(ops.matmul(x, weight), bias).read();
    Closeness.assertClose("linear", y.read(), separate, expected -> 1e-6);
  }

  @Test
  void gatherTakesIndicesOfAnyShapeAndStridesAndTablesOfAnyRank() {
    Tensor table = scope.tensor(new float[] {0, 1, 10, 11, 20, 21}, 3, 2);
    Tensor indices = scope.tensor(new int[] {2, 0, 1, 2}, 2, 2);

    assertValues(ops.gather(table, indices), Shape.of(2, 2, 2), 20, 21, 0, 1, 10, 11, 20, 21);
    assertValues(ops.gather(table, ops.transpose(indices)), Shape.of(2, 2, 2), 20, 21, 10, 11, 0, 1,
        20, 21);
    assertValues(
        ops.gather(ops.transpose(table), ops.narrow(ops.narrow(indices, 0, 1, 1), 1, 0, 1)),
        Shape.of(1, 1, 3), 1, 11, 21);
    assertValues(ops.gather(ops.reshape(table, 6), indices), Shape.of(2, 2), 10, 0, 1, 10);
  }

  @Test
  void gatherNamesEveryIndexThatLiesOutside() {
    Tensor table = random(1, 3, 2);
    Tensor indices = scope.tensor(new int[] {0, 3, -1, 2}, 4);

    assertThatThrownBy(() -> ops.gather(table, indices))
        .isInstanceOfSatisfying(InvalidInputException.class, error -> {
          assertThat(error.code()).isEqualTo(Codes.INDEX_OUT_OF_RANGE);
          GoldenFile.assertMatches("gather-index-out-of-range", error.getMessage());
        });
  }

  @Test
  void reduceSumKeepsOrDropsItsAxisAndGivesZeroOverNothing() {
    Tensor x = scope.tensor(new float[] {1, 2, 3, 4, 5, 6}, 2, 3);

    assertValues(ops.reduceSum(x, 0, false), Shape.of(3), 5, 7, 9);
    assertValues(ops.reduceSum(x, -1, true), Shape.of(2, 1), 6, 15);
    assertValues(ops.reduceSum(ops.transpose(x), 1, false), Shape.of(3), 5, 7, 9);
    assertValues(ops.reduceSum(ops.narrow(x, 1, 0, 0), 1, false), Shape.of(2), 0, 0);
  }

  @Test
  void viewsMoveNothingUntilAReshapeNeedsIt() {
    Tensor x = scope.tensor(new float[] {1, 2, 3, 4, 5, 6}, 2, 3);

    assertValues(ops.narrow(ops.transpose(x), 0, 1, 2), Shape.of(2, 2), 2, 5, 3, 6);
    assertValues(ops.reshape(x, 3, -1), Shape.of(3, 2), 1, 2, 3, 4, 5, 6);
    assertThat(ops.contiguous(x)).isSameAs(x);
    assertThat(scope.kernelsRun()).isEmpty();
    assertValues(ops.reshape(ops.transpose(x), -1), Shape.of(6), 1, 4, 2, 5, 3, 6);
    assertThat(scope.kernelsRun()).containsExactly("copy");
    assertValues(ops.reshape(ops.narrow(x, 0, 0, 0), 3, 0), Shape.of(3, 0));
  }
}
