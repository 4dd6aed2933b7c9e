package dev.assay.ops;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.ops.attention.KvAppend;
import dev.assay.ops.matmul.Matmul;
import dev.assay.ops.option.AttentionOptions;
import dev.assay.spi.data.DType;
import dev.assay.spi.data.Elements;
import dev.assay.spi.data.StructValue;
import dev.assay.spi.error.Codes;
import dev.assay.spi.error.InvalidInputException;
import dev.assay.spi.kernel.CaseRandom;
import dev.assay.spi.kernel.KernelCase;
import dev.assay.spi.kernel.KernelDeclaration;
import dev.assay.spi.op.Shape;
import dev.assay.spi.op.Tensor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Operations of networks: what they must equal when they are put together from others. */
class NetworkOpsTest {
  private static final double F32_SUMS = 2e-6;

  private final ArrayScope scope = new ArrayScope();
  private final Ops ops = new Ops(scope);

  private Tensor random(long seed, long... shape) {
    return random(DType.F32, seed, shape);
  }

  private Tensor random(DType dtype, long seed, long... shape) {
    return scope.tensor(new CaseRandom(seed).values(dtype, Shape.of(shape).elements(), -2, 2),
        Shape.of(shape));
  }

  private static void assertClose(Tensor actual, Tensor expected, double bound) {
    assertThat(actual.shape()).isEqualTo(expected.shape());
    assertThat(actual.dtype()).isEqualTo(expected.dtype());
    Closeness.assertClose("result", actual.read(), expected.read(), value -> bound);
  }

  private static void assertSameBits(Tensor actual, Tensor expected) {
    assertThat(actual.shape()).isEqualTo(expected.shape());
    assertThat(actual.read().sameBits(expected.read())).isTrue();
  }

  @Test
  void siluMulIsSiluTimesTheOtherAndTakesViews() {
    Tensor packed = random(1, 3, 14);
    Tensor gate = ops.narrow(packed, 1, 0, 7);
    Tensor up = ops.narrow(packed, 1, 7, 7);

    assertClose(ops.siluMul(gate, up), ops.mul(ops.silu(gate), up), 1e-6);
  }

  @Test
  void siluOfMinusInfinityIsMinusZero() {
    Tensor x = scope.tensor(new float[] {Float.NEGATIVE_INFINITY, -1000, Float.NaN}, 3);

    float[] y = ops.silu(x).toFloatArray();

    assertThat(Float.floatToRawIntBits(y[0])).isEqualTo(Float.floatToRawIntBits(-0f));
    assertThat(Float.floatToRawIntBits(y[1])).isEqualTo(Float.floatToRawIntBits(-0f));
    assertThat(y[2]).isNaN();
  }

  @Test
  void theFormsOfGeluDifferWhereTheyShould() {
    Tensor x = scope.tensor(new float[] {-2.7f, 0, 2.7f}, 3);

    Elements difference = ops.sub(ops.geluTanh(x), ops.gelu(x)).read();

    assertThat(Math.abs(difference.getDouble(0))).isBetween(4.6e-4, 4.8e-4);
    assertThat(difference.getDouble(1)).isZero();
    assertThat(Math.abs(difference.getDouble(2))).isBetween(4.6e-4, 4.8e-4);
  }

  @Test
  void layerNormCanTellWhatItNormalisedBy() {
    Tensor x = random(2, 2, 3, 5);
    Tensor one = scope.tensor(new float[] {1, 1, 1, 1, 1}, 5);
    Tensor zero = scope.tensor(new float[5], 5);

    Ops.Normalized normalized = ops.layerNormWithStatistics(x, one, zero, 1e-5);

    assertThat(normalized.mean().shape()).isEqualTo(Shape.of(2, 3));
    Tensor mean = ops.reshape(normalized.mean(), 2, 3, 1);
    Tensor inverseDeviation = ops.reshape(normalized.inverseDeviation(), 2, 3, 1);
    assertSameBits(normalized.out(), ops.layerNorm(x, one, zero, 1e-5));
    assertClose(ops.mul(ops.sub(x, mean), inverseDeviation), normalized.out(), F32_SUMS);
  }

  @Test
  void statisticsOf16BitRowsAreInF32() {
    Ops.Normalized normalized = ops.layerNormWithStatistics(random(DType.BF16, 3, 4, 9),
        random(DType.BF16, 4, 9), random(DType.BF16, 5, 9), 1e-5);

    assertThat(normalized.out().dtype()).isEqualTo(DType.BF16);
    assertThat(normalized.mean().dtype()).isEqualTo(DType.F32);
  }

  @Test
  void residualLayerNormHonoursItsBias() {
    Tensor x = random(6, 4, 9);
    Tensor residual = random(7, 4, 9);
    Tensor bias = random(8, 9);
    Tensor gamma = random(9, 9);
    Tensor beta = random(10, 9);

    Tensor fused = ops.residualLayerNorm(x, residual, bias, gamma, beta, 1e-5);

    Tensor sum = ops.add(ops.add(x, residual), bias);
    assertClose(fused, ops.layerNorm(sum, gamma, beta, 1e-5), F32_SUMS);
  }

  @Test
  void rmsNormIsLayerNormOfRowsWhoseMeanIsZero() {
    Tensor half = random(11, 3, 6);
    Tensor rows = ops.reshape(ops.sub(ops.reshape(half, 3, 6, 1),
        ops.mul(ops.reshape(half, 3, 6, 1), scope.tensor(new float[] {0, 2}, 2))), 3, 12);
    Tensor gamma = random(12, 12);

    assertClose(ops.rmsNorm(rows, gamma, 1e-5),
        ops.layerNorm(rows, gamma, scope.tensor(new float[12], 12), 1e-5), F32_SUMS);
  }

  @Test
  void aCausalRowSeesAsManyKeysAsItsPositionSays() {
    Tensor scores = random(13, 2, 3, 5);

    Tensor weights = ops.causalSoftmax(scores, 1, null);

    for (int query = 0; query < 3; query++) {
      Tensor row = ops.narrow(scores, 1, query, 1);
      Tensor seen = ops.softmax(ops.narrow(row, 2, 0, query + 3), -1);
      Tensor found = ops.narrow(weights, 1, query, 1);
      assertClose(ops.narrow(found, 2, 0, query + 3), seen, 1e-7);
      for (double hidden : ops.narrow(found, 2, query + 3, 2 - query).read().toDoubles()) {
        assertThat(hidden).isZero();
      }
    }
  }

  @Test
  void crossEntropyIsTheWeightedSumOfLogSoftmax() {
    Tensor x = random(14, 2, 3, 7);
    Tensor targets = ops.softmax(random(15, 2, 3, 7), -1);

    Tensor products = ops.mul(targets, ops.logSoftmax(x, -1));

    assertClose(ops.softmaxCrossEntropy(x, targets),
        ops.mul(ops.reduceSum(products, -1, false), scope.tensor(new float[] {-1}, 1)), F32_SUMS);
    assertThat(ops.softmaxCrossEntropy(random(16, 2, 0), random(17, 2, 0)).read().toDoubles())
        .containsExactly(0, 0);
  }

  @Test
  void logSoftmaxWorksAlongAnyAxis() {
    Tensor x = random(18, 4, 5, 3);

    Tensor last = ops.permute(ops.logSoftmax(ops.permute(x, 0, 2, 1), 2), 0, 2, 1);

    assertSameBits(ops.logSoftmax(x, -2), last);
  }

  @Test
  void attentionIsSoftmaxBetweenTwoProducts() {
    Tensor packed = random(19, 2, 5, 3 * 3 * 4);
    Tensor heads = ops.permute(ops.reshape(packed, 2, 5, 9, 4), 0, 2, 1, 3);
    Tensor q = ops.narrow(heads, 1, 0, 3);
    Tensor k = ops.narrow(heads, 1, 3, 3);
    Tensor v = ops.narrow(heads, 1, 6, 3);
    Tensor mask = random(20, 2, 1, 1, 5);

    Tensor attended = ops.attention(q, k, v, AttentionOptions.scaled(0.5).withMask(mask));

    assertThat(scope.kernelsRun()).as("views are read where they lie").containsExactly("attention");
    Tensor scores = ops.matmul(q, ops.transpose(k));
    assertClose(attended, ops.matmul(ops.softmax(scores, 0.5, mask), v), F32_SUMS);
    assertClose(ops.attention(q, k, v, AttentionOptions.scaled(0.5).causalFrom(0)),
        ops.matmul(ops.causalSoftmax(scores, 0.5, null), v), F32_SUMS);
  }

  @Test
  void groupedHeadsAttendToTheHeadOfTheirGroup() {
    Tensor q = random(21, 1, 6, 2, 4);
    Tensor k = random(22, 1, 2, 3, 4);
    Tensor v = random(23, 1, 2, 3, 5);

    Tensor attended = ops.attention(q, k, v, AttentionOptions.scaled(1).withSoftcap(3));

    for (int head = 0; head < 6; head++) {
      int group = head / 3;
      assertSameBits(ops.narrow(attended, 1, head, 1),
          ops.attention(ops.narrow(q, 1, head, 1), ops.narrow(k, 1, group, 1),
              ops.narrow(v, 1, group, 1), AttentionOptions.scaled(1).withSoftcap(3)));
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"F32", "F16", "BF16"})
  void decodingFromACacheGivesWhatOnePassGives(DType dtype) {
    Tensor q = random(dtype, 24, 1, 4, 5, 8);
    Tensor k = random(dtype, 25, 1, 2, 5, 8);
    Tensor v = random(dtype, 26, 1, 2, 5, 8);
    Tensor keys = random(dtype, 27, 1, 2, 9, 8);
    Tensor values = random(dtype, 28, 1, 2, 9, 8);

    Tensor whole = ops.attention(q, k, v, AttentionOptions.scaled(0.35).causalFrom(0));

    for (int position = 0; position < 5; position++) {
      ops.kvAppend(keys, ops.narrow(k, 2, position, 1), position);
      ops.kvAppend(values, ops.narrow(v, 2, position, 1), position);
      assertSameBits(ops.narrow(whole, 2, position, 1),
          ops.attention(ops.narrow(q, 2, position, 1), ops.narrow(keys, 2, 0, position + 1),
              ops.narrow(values, 2, 0, position + 1), AttentionOptions.scaled(0.35)));
    }
  }

  @Test
  void aStepIsAppendedFromAnyViewOfIt() {
    Tensor packed = random(33, 2, 1, 3 * 8);
    Tensor heads = ops.permute(ops.reshape(packed, 2, 1, 3, 8), 0, 2, 1, 3);
    Tensor columns = ops.permute(random(34, 8, 1, 3, 2), 3, 2, 1, 0);
    Tensor some = ops.narrow(heads, 1, 0, 2);

    for (Tensor step : new Tensor[] {heads, columns, some}) {
      long count = step.shape().size(1);
      Tensor cache = scope.tensor(new float[(int) (2 * count * 4 * 8)], 2, count, 4, 8);
      ops.kvAppend(cache, step, 3);
      assertSameBits(ops.narrow(cache, 2, 3, 1), ops.contiguous(step));
      assertThat(ops.narrow(cache, 2, 0, 3).read().toDoubles()).containsOnly(0);
    }
  }

  @Test
  void attentionToNothingIsZeroAndOfNothingIsNothing() {
    AttentionOptions options = AttentionOptions.scaled(1);
    assertThat(ops.attention(random(1, 1, 2, 3, 4), random(2, 1, 2, 0, 4), random(3, 1, 2, 0, 2),
        options).read().toDoubles()).hasSize(12).containsOnly(0);
    assertThat(ops.attention(random(1, 0, 2, 3, 4), random(2, 0, 2, 5, 4), random(3, 0, 2, 5, 2),
        options).shape()).isEqualTo(Shape.of(0, 2, 3, 2));
  }

  @Test
  void ropeOfPositionsIsRopeOfTheirTokens() {
    Tensor packed = random(29, 2, 3, 2 * 2 * 6);
    Tensor x = ops.narrow(ops.reshape(packed, 2, 3, 4, 6), 2, 2, 2);
    Tensor cos = random(30, 7, 2);
    Tensor sin = random(31, 7, 2);
    Tensor rows = scope.tensor(new int[] {4, 5, 6, 4, 5, 6}, 6);

    for (boolean interleaved : new boolean[] {false, true}) {
      assertSameBits(ops.rope(x, cos, sin, interleaved, 4), ops.ropePerToken(x,
          ops.gather(cos, rows), ops.gather(sin, rows), interleaved));
    }
    assertSameBits(ops.narrow(ops.rope(x, cos, sin, true, 0), 3, 4, 2),
        ops.contiguous(ops.narrow(x, 3, 4, 2)));
  }

  @Test
  void ropeByAnAngleAndBackIsNothing() {
    Tensor x = random(32, 1, 3, 2, 4);
    float c = (float) Math.cos(0.7);
    float s = (float) Math.sin(0.7);
    Tensor cos = scope.tensor(new float[] {c, c, c, c, c, c}, 3, 2);
    Tensor sin = scope.tensor(new float[] {s, s, s, s, s, s}, 3, 2);
    Tensor back = scope.tensor(new float[] {-s, -s, -s, -s, -s, -s}, 3, 2);

    assertClose(ops.rope(ops.rope(x, cos, sin, false, 0), cos, back, false, 0), x, F32_SUMS);
  }

  @Test
  void aPositionBehindTheCacheIsAnErrorInTheDataAndWritesNothing() {
    assertInvalid(KvAppend.DECLARATION, Codes.INDEX_OUT_OF_RANGE, "position", "params", 40);
  }

  @Test
  void anUnknownActivationIsRefused() {
    assertInvalid(Matmul.DECLARATION, Codes.FUNCTION_CONSTANT, "", "activation", 5);
  }

  private static void assertInvalid(KernelDeclaration kernel, dev.assay.spi.error.ErrorCode code,
      String field, String constant, long value) {
    KernelCase some = kernel.cases().generate(new CaseRandom(3), DType.F32);
    assertThat(ReferenceRun.evaluate(kernel.work(), some.constants())).isPositive();
    StructValue changed = some.constants().get(constant).with(field, value);

    assertThatThrownBy(
        () -> ReferenceRun.run(kernel, some.constant(constant, changed), 0))
        .isInstanceOfSatisfying(InvalidInputException.class, error -> {
          assertThat(error.code()).isEqualTo(code);
          GoldenFile.assertMatches(
              "reference-" + kernel.name().name() + "-" + constant, error.getMessage());
        });
  }
}
