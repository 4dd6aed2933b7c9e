package dev.assay.ops;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.spi.data.DType;
import dev.assay.spi.data.Elements;
import dev.assay.spi.error.InvalidCallException;
import dev.assay.spi.error.InvalidInputException;
import dev.assay.spi.op.Shape;
import dev.assay.spi.op.Tensor;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class OpsMovementTest {
  private final ArrayScope scope = new ArrayScope();
  private final Ops ops = new Ops(scope);
  private final Tensor matrix = scope.tensor(new float[] {1, 2, 3, 4, 5, 6}, 2, 3);

  private static void assertValues(Tensor tensor, Shape shape, double... values) {
    assertThat(tensor.shape()).isEqualTo(shape);
    assertThat(tensor.read().toDoubles()).containsExactly(values);
  }

  private void assertRefused(String golden, ThrowingCallable call) {
    long before = scope.allocated();
    assertThatThrownBy(call).isInstanceOfSatisfying(InvalidCallException.class,
        error -> GoldenFile.assertMatches(golden, error.getMessage()));
    assertThat(scope.allocated()).as("tensors made by a refused call").isEqualTo(before);
  }

  @ParameterizedTest
  @EnumSource(DType.class)
  void whatWasSplitIsPutTogetherAgainBitForBitInEveryType(DType dtype) {
    Elements bits = Elements.zeros(dtype, 2 * 7 * 3);
    for (long i = 0; i < bits.memory().byteSize(); i++) {
      byte next = (byte) (dtype == DType.BOOL ? i & 1 : i * 37);
      bits.memory().set(java.lang.foreign.ValueLayout.JAVA_BYTE, i, next);
    }
    Tensor x = scope.tensor(bits, Shape.of(2, 7, 3));

    List<Tensor> parts = ops.split(x, -2, 3, 0, 4);

    assertThat(parts.get(1).shape()).isEqualTo(Shape.of(2, 0, 3));
    Tensor whole = ops.concat(1, parts.toArray(Tensor[]::new));
    assertThat(whole.read().sameBits(bits)).isTrue();
  }

  @Test
  void concatTakesViewsAndOneTensor() {
    assertValues(ops.concat(0, ops.transpose(matrix), ops.narrow(ops.transpose(matrix), 0, 1, 1)),
        Shape.of(4, 2), 1, 4, 2, 5, 3, 6, 2, 5);
    assertValues(ops.concat(-1, matrix), Shape.of(2, 3), 1, 2, 3, 4, 5, 6);
  }

  @Test
  void expandRepeatsWithoutMovingAnything() {
    Tensor row = ops.expand(ops.narrow(matrix, 0, 1, 1), 2, 2, 3);

    assertThat(scope.kernelsRun()).isEmpty();
    assertValues(row, Shape.of(2, 2, 3), 4, 5, 6, 4, 5, 6, 4, 5, 6, 4, 5, 6);
    assertValues(ops.expand(matrix, 0, 2, 3), Shape.of(0, 2, 3));
  }

  @Test
  void padTakesViewsScalarsAndNothing() {
    Tensor nine = scope.tensor(new float[] {9}, 1);

    assertValues(ops.pad(ops.transpose(matrix), new long[] {0, 1}, new long[] {1, 0}, nine),
        Shape.of(4, 3), 9, 1, 4, 9, 2, 5, 9, 3, 6, 9, 9, 9);
    assertValues(ops.pad(ops.reshape(nine), new long[0], new long[0], nine), Shape.of(), 9);
    assertValues(ops.pad(ops.narrow(matrix, 0, 0, 0), new long[] {1, 0}, new long[2], nine),
        Shape.of(1, 3), 9, 9, 9);
  }

  @Test
  void gatherReplacesAnyAxisByTheAxesOfTheIndices() {
    Tensor indices = scope.tensor(new int[] {2, 0}, 2);

    assertValues(ops.gather(matrix, indices, -1), Shape.of(2, 2), 3, 1, 6, 4);
    assertValues(ops.gather(matrix, ops.reshape(indices, 2, 1), 1), Shape.of(2, 2, 1), 3, 1, 6, 4);
    assertThatThrownBy(() -> ops.gather(matrix, indices, 0))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("index 2 at position 0");
  }

  @Test
  void gatherElementsTakesViewsAndFewerIndicesThanElements() {
    Tensor indices = scope.tensor(new int[] {1, 0, 0}, 3, 1);

    assertValues(ops.gatherElements(ops.transpose(matrix), indices, 1), Shape.of(3, 1), 4, 2, 3);
    assertThatThrownBy(
        () -> ops.gatherElements(matrix, scope.tensor(new int[] {0, -1}, 2, 1), 1))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("index -1 at position 1");
  }

  @Test
  void triangleAndItsComplementMakeTheWhole() {
    Tensor x = ops.transpose(matrix);

    for (int diagonal = -4; diagonal <= 4; diagonal++) {
      Tensor sum = ops.add(ops.triu(x, diagonal), ops.tril(x, diagonal - 1));
      assertThat(sum.read().sameBits(x.read())).as("diagonal %s", diagonal).isTrue();
    }
    assertValues(ops.tril(matrix, 0), Shape.of(2, 3), 1, 0, 0, 4, 5, 0);
  }

  @Test
  void whatDoesNotFitIsRefused() {
    Tensor vector = scope.tensor(new float[4], 4);
    Tensor indices = scope.tensor(new int[3], 3, 1);

    assertRefused("concat-shapes", () -> ops.concat(1, matrix, ops.transpose(matrix)));
    assertRefused("concat-nothing", () -> ops.concat(0));
    assertRefused("split-lengths", () -> ops.split(matrix, 1, 2, 2));
    assertRefused("expand-shape", () -> ops.expand(matrix, 1, 3));
    assertRefused("pad-counts",
        () -> ops.pad(matrix, new long[] {-1, 0}, new long[1], vector));
    assertRefused("gather-axis",
        () -> ops.gather(matrix, ops.reshape(indices, 3), 2));
    assertRefused("gather-elements-shape", () -> ops.gatherElements(matrix, indices, 1));
    assertRefused("triu-rank", () -> ops.triu(vector, 0));
  }
}
