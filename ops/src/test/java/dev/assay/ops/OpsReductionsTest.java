package dev.assay.ops;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.spi.data.DType;
import dev.assay.spi.data.Elements;
import dev.assay.spi.error.InvalidCallException;
import dev.assay.spi.kernel.CaseRandom;
import dev.assay.spi.op.Shape;
import dev.assay.spi.op.Tensor;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class OpsReductionsTest {
  private final ArrayScope scope = new ArrayScope();
  private final Ops ops = new Ops(scope);
  private final Tensor matrix = scope.tensor(new float[] {1, -2, 3, 4, 5, -6}, 2, 3);

  private static void assertValues(Tensor tensor, Shape shape, double... values) {
    assertThat(tensor.shape()).isEqualTo(shape);
    Closeness.assertClose("result", tensor.read(), values, Closeness::oneRounding);
  }

  private void assertRefused(String golden, ThrowingCallable call) {
    long before = scope.allocated();
    assertThatThrownBy(call).isInstanceOfSatisfying(InvalidCallException.class,
        error -> GoldenFile.assertMatches(golden, error.getMessage()));
    assertThat(scope.allocated()).as("tensors made by a refused call").isEqualTo(before);
  }

  @Test
  void reductionsWorkAlongAnyAxisAndOnViews() {
    assertValues(ops.reduceMean(matrix, false, 0), Shape.of(3), 2.5, 1.5, -1.5);
    assertValues(ops.reduceMax(matrix, true, -1), Shape.of(2, 1), 3, 5);
    assertValues(ops.reduceMin(ops.transpose(matrix), false, 0), Shape.of(2), -2, -6);
    assertValues(ops.reduceProd(matrix, false), Shape.of(), 720);
    assertValues(ops.reduceSum(ops.reshape(ops.narrow(matrix, 1, 0, 1), 2), true),
        Shape.of(1), 5);
  }

  @Test
  void severalAxesAreReducedAsIfOneAfterTheOther() {
    Tensor x = scope.tensor(new CaseRandom(1).values(DType.F32, 2 * 3 * 5 * 7),
        Shape.of(2, 3, 5, 7));

    for (int[] axes : new int[][] {{0, 1}, {1, 2}, {0, 2}, {-1, 0}, {3, 1}, {0, 1, 3}, {}}) {
      Tensor expected = x;
      for (int axis = 0; axis < 4; axis++) {
        int each = axis;
        boolean named = axes.length == 0
            || java.util.Arrays.stream(axes).anyMatch(a -> Math.floorMod(a, 4) == each);
        expected = named ? ops.reduceMax(expected, true, axis) : expected;
      }
      Tensor found = ops.reduceMax(x, true, axes);
      assertThat(found.shape()).isEqualTo(expected.shape());
      assertThat(found.read().sameBits(expected.read())).isTrue();
      assertThat(ops.reduceMax(x, false, axes).read().sameBits(expected.read())).isTrue();
    }
  }

  @Test
  void emptyAxesGiveTheNeutralElement() {
    Tensor none = ops.narrow(matrix, 1, 0, 0);

    assertValues(ops.reduceProd(none, false, 1), Shape.of(2), 1, 1);
    assertValues(ops.reduceMean(none, false, 1), Shape.of(2), Double.NaN, Double.NaN);
    assertValues(ops.reduceMax(none, false, 1), Shape.of(2), Double.NEGATIVE_INFINITY,
        Double.NEGATIVE_INFINITY);
    assertValues(ops.reduceMin(none, true, 1), Shape.of(2, 1), Double.POSITIVE_INFINITY,
        Double.POSITIVE_INFINITY);
    assertValues(ops.reduceSum(none, false, 0), Shape.of(0));
  }

  @Test
  void argmaxAndArgminGiveInt32AndChooseAmongEquals() {
    Tensor ties = scope.tensor(new float[] {7, 1, 7, 1}, 4);

    Tensor first = ops.argmax(ties, 0, false, false);
    assertThat(first.dtype()).isEqualTo(DType.I32);
    assertValues(first, Shape.of(), 0);
    assertValues(ops.argmax(ties, -1, true, true), Shape.of(1), 2);
    assertValues(ops.argmin(ties, 0, false, false), Shape.of(), 1);
    assertValues(ops.argmin(ties, 0, false, true), Shape.of(), 3);
    assertValues(ops.argmax(ops.transpose(matrix), 0, false, false), Shape.of(2), 2, 1);
  }

  @Test
  void valuesOfTopKAreWhatItsIndicesGather() {
    Tensor x = scope.tensor(new CaseRandom(2).values(DType.I32, 4 * 9 * 3), Shape.of(4, 9, 3));

    TopKResult top = ops.topK(x, 5, 1, true);

    assertThat(top.values().shape()).isEqualTo(Shape.of(4, 5, 3));
    Elements gathered = ops.gatherElements(x, top.indices(), 1).read();
    assertThat(top.values().read().sameBits(gathered)).isTrue();
    Tensor most = ops.reduceMax(x, true, 1);
    assertThat(ops.narrow(top.values(), 1, 0, 1).read().sameBits(most.read())).isTrue();
    assertThat(ops.topK(x, 0, 1, false).values().shape()).isEqualTo(Shape.of(4, 0, 3));
  }

  @Test
  void cumsumEndsWithTheSumAndReversesAndExcludes() {
    assertValues(ops.cumsum(matrix, 1, false, false), Shape.of(2, 3), 1, -1, 2, 4, 9, 3);
    assertValues(ops.cumsum(matrix, -1, true, true), Shape.of(2, 3), 1, 3, 0, -1, -6, 0);
    assertValues(ops.cumsum(ops.transpose(matrix), 1, false, false), Shape.of(3, 2),
        1, 5, -2, 3, 3, -3);
  }

  @Test
  void whatDoesNotFitIsRefused() {
    Tensor none = ops.narrow(matrix, 1, 0, 0);

    assertRefused("reduce-axes-twice", () -> ops.reduceMean(matrix, false, 1, -1));
    assertRefused("argmax-empty", () -> ops.argmax(none, 1, false, false));
    assertRefused("top-k-too-many", () -> ops.topK(matrix, 4, -1, true));
    assertRefused("cumsum-axis", () -> ops.cumsum(matrix, 2, false, false));
  }
}
