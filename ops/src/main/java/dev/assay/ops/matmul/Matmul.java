package dev.assay.ops.matmul;

import dev.assay.ops.activation.Activations;
import dev.assay.ops.movement.Copy;
import dev.assay.ops.option.Activation;
import dev.assay.ops.reference.StridedIndex;
import dev.assay.ops.shape.OpCheck;
import dev.assay.ops.shape.Strides;
import dev.assay.spi.data.DType;
import dev.assay.spi.data.Elements;
import dev.assay.spi.data.StructLayout;
import dev.assay.spi.data.StructValue;
import dev.assay.spi.error.Codes;
import dev.assay.spi.error.InvalidInputException;
import dev.assay.spi.error.Problem;
import dev.assay.spi.kernel.Access;
import dev.assay.spi.kernel.KernelCase;
import dev.assay.spi.kernel.KernelDeclaration;
import dev.assay.spi.kernel.ReferenceDispatch;
import dev.assay.spi.kernel.Tolerance;
import dev.assay.spi.op.KernelCall;
import dev.assay.spi.op.Shape;
import dev.assay.spi.op.Tensor;
import dev.assay.spi.op.TensorScope;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * {@code assay:matmul}: out[…, i, j] = Σₖ a[…, i, k] · b[…, k, j], batched over up to 4 axes. Both operands have strides
 * for rows, columns and batches, so that transposes, heads of a packed projection and broadcast batches need no copy;
 * {@code out} is dense. A bias for each column and an activation may be fused into it.
 */
public final class Matmul {
  static final int MOST_BATCH_AXES = 4;

  /**
   * Columns of one task of the reference: enough for the inner loop to be worth its start, few enough that two cores
   * share a matrix of a few hundred columns.
   */
  private static final int TILE_COLUMNS = 192;

  /** Rows of one task of the reference: b is converted to f64 once for as many rows. */
  private static final int TILE_ROWS = 32;

  private static final StructLayout PARAMS = StructLayout.struct("MatmulParams")
      .field("m", DType.U32)
      .field("n", DType.U32)
      .field("k", DType.U32)
      .field("batch_rank", DType.U32)
      .array("batch", DType.U32, MOST_BATCH_AXES)
      .array("a_batch_strides", DType.U64, MOST_BATCH_AXES)
      .array("b_batch_strides", DType.U64, MOST_BATCH_AXES)
      .field("a_row_stride", DType.U64)
      .field("a_column_stride", DType.U64)
      .field("b_row_stride", DType.U64)
      .field("b_column_stride", DType.U64)
      .build();

  /** The kernel. */
  public static final KernelDeclaration DECLARATION = KernelDeclaration.named("assay:matmul")
      .buffer("a", Access.READ, "(product(params.batch) != 0 && params.m != 0 && params.k != 0)"
          + " * (extent(params.batch, params.a_batch_strides)"
          + " + (params.m - 1) * params.a_row_stride + (params.k - 1) * params.a_column_stride)")
      .buffer("b", Access.READ, "(product(params.batch) != 0 && params.k != 0 && params.n != 0)"
          + " * (extent(params.batch, params.b_batch_strides)"
          + " + (params.k - 1) * params.b_row_stride + (params.n - 1) * params.b_column_stride)")
      .buffer("bias", Access.READ, "params.n")
      .gatedBy("has_bias")
      .buffer("out", Access.WRITE_ALL, "product(params.batch) * params.m * params.n")
      .constant("params", PARAMS)
      .functionConstant("has_bias", DType.BOOL)
      .functionConstant("activation", DType.U32)
      .dtype(DType.F32, Tolerance.of(1e-5).growing(Tolerance.Growth.SQRT))
      // Sums in f32 leave one rounding of the result, whatever k is: a sum in 16 bits stays outside.
      .dtype(DType.F16, Tolerance.of(1e-3))
      .dtype(DType.BF16, Tolerance.of(1e-2).withFloor(1e-3))
      .work("product(params.batch) * params.m * params.n")
      .reducedLength("params.k")
      .numerics(
          "any order of accumulation, fused multiply-add allowed; k = 0 gives 0; every product counts, so that"
              + " 0 · infinity is NaN; the bias is added and the activation (0 none, 1 relu, 2 gelu_erf, 3 gelu_tanh,"
              + " 4 silu) applied before the one rounding")
      .reference(Matmul::run)
      .cases(MatmulCases::generate)
      .golden(MatmulGolden.onnx2d())
      .golden(MatmulGolden.onnx3d())
      .golden(MatmulGolden.transposedB())
      .golden(MatmulGolden.broadcastBatch())
      .golden(MatmulGolden.emptyInner())
      .golden(MatmulGolden.onnxGemmWithBias())
      .golden(MatmulGolden.emptyInnerWithBiasAndActivation())
      .golden(MatmulGolden.relu())
      .golden(MatmulGolden.geluErf())
      .golden(MatmulGolden.geluTanh())
      .golden(MatmulGolden.silu())
      .golden(MatmulGolden.halves())
      .golden(MatmulGolden.sumsBeyondHalves())
      .golden(MatmulGolden.bfloats())
      .build();

  private Matmul() {}

  /** a · b over the last two axes; the axes before them broadcast. */
  public static Tensor call(TensorScope scope, Tensor a, Tensor b) {
    OpCheck check = OpCheck.of("matmul").operand("a", a).operand("b", b).dtypeOf(DECLARATION);
    Optional<Shape> result = Optional.empty();
    boolean ranks = check.rank("a", a, 2, MOST_BATCH_AXES + 2);
    if (check.rank("b", b, 2, MOST_BATCH_AXES + 2) && ranks) {
      long columns = a.shape().size(-1);
      long rows = b.shape().size(-2);
      check.require(columns == rows, () -> Problem
          .of(Codes.SHAPE_INVALID, "a has another number of columns than b has rows")
          .expected("b with " + columns + " rows", "b with " + rows + " rows")
          .remedy(columns == b.shape().size(-1)
              ? "transpose b"
              : "check which axes the product is over"));
      result = check.attempt(() -> batch(a).broadcast(batch(b)))
          .flatMap(batch -> check
              .attempt(() -> resultShape(batch, a.shape().size(-2), b.shape().size(-1))));
      result.ifPresent(shape -> check.indexable("the result", shape));
    }
    check.finish();
    return run(scope, result.orElseThrow(), a, b, null, Activation.NONE);
  }

  /** The checked product as a tensor of this shape. */
  private static Tensor run(
      TensorScope scope, Shape shape, Tensor a, Tensor b, @Nullable Tensor bias,
      Activation activation) {
    KernelCall call = KernelCall.of("assay:matmul", a.dtype())
        .tensor("a", a)
        .tensor("b", b)
        .constant("params", lower(shape, a, b))
        .constant("has_bias", StructValue.ofLong(DType.BOOL, bias == null ? 0 : 1))
        .constant("activation", StructValue.ofLong(DType.U32, activation.code()));
    if (bias != null) {
      call.tensor("bias", Copy.contiguous(scope, bias));
    }
    Tensor out = scope.empty(a.dtype(), shape);
    scope.run(call.tensor("out", out));
    return out;
  }

  /** The fused form for one matrix of weights: x [..., rows, k], weight [k, n], bias [n]; checked by the caller. */
  static Tensor linear(
      TensorScope scope, Tensor x, Tensor weight, @Nullable Tensor bias, Activation activation) {
    Shape shape = x.shape().with(-1, weight.shape().size(1));
    return run(scope, shape, x, weight, bias, activation);
  }

  private static Shape batch(Tensor tensor) {
    return Shape.of(Arrays.copyOf(tensor.shape().sizes(), tensor.shape().rank() - 2));
  }

  private static Shape resultShape(Shape batch, long m, long n) {
    long[] sizes = Arrays.copyOf(batch.sizes(), batch.rank() + 2);
    sizes[batch.rank()] = m;
    sizes[batch.rank() + 1] = n;
    return Shape.of(sizes);
  }

  private static StructValue lower(Shape result, Tensor a, Tensor b) {
    long n = result.size(-1);
    long k = a.shape().size(-1);
    long[] aStrides = a.strides();
    long[] bStrides = b.strides();
    int aRank = aStrides.length;
    int bRank = bStrides.length;
    if (bRank == 2 && a.isDense()) {
      // One matrix for all of a: its batches are more rows, and the kernel reads b once for all of them.
      return params(result.product(0, result.rank() - 1), n, k, Shape.of(), new long[0],
          new long[0], k, 1, bStrides[0],
          bStrides[1]);
    }
    Shape batch = Shape.of(Arrays.copyOf(result.sizes(), result.rank() - 2));
    Shape aWhole = resultShape(batch, a.shape().size(-2), k);
    Shape bWhole = resultShape(batch, k, n);
    return params(result.size(-2), n, k, batch,
        Arrays.copyOf(Strides.broadcast(a, aWhole), batch.rank()),
        Arrays.copyOf(Strides.broadcast(b, bWhole), batch.rank()),
        aStrides[aRank - 2], aStrides[aRank - 1], bStrides[bRank - 2], bStrides[bRank - 1]);
  }

  static KernelCase arguments(
      String label, Elements a, Elements b, @Nullable Elements bias, Activation activation,
      StructValue params) {
    KernelCase plain = KernelCase.labelled(label, a.dtype())
        .input("a", a)
        .input("b", b)
        .constant("params", params)
        .constant("has_bias", StructValue.ofLong(DType.BOOL, bias == null ? 0 : 1))
        .constant("activation", StructValue.ofLong(DType.U32, activation.code()));
    return bias == null ? plain : plain.input("bias", bias);
  }

  static StructValue params(
      long m, long n, long k, Shape batch, long[] aBatchStrides, long[] bBatchStrides,
      long aRowStride,
      long aColumnStride, long bRowStride, long bColumnStride) {
    return PARAMS.value()
        .set("m", m)
        .set("n", n)
        .set("k", k)
        .set("batch_rank", batch.rank())
        .setAll("batch", Strides.pad(batch.sizes(), MOST_BATCH_AXES, 1))
        .setAll("a_batch_strides", Strides.pad(aBatchStrides, MOST_BATCH_AXES, 0))
        .setAll("b_batch_strides", Strides.pad(bBatchStrides, MOST_BATCH_AXES, 0))
        .set("a_row_stride", aRowStride)
        .set("a_column_stride", aColumnStride)
        .set("b_row_stride", bRowStride)
        .set("b_column_stride", bColumnStride)
        .build();
  }

  private static void run(ReferenceDispatch dispatch) {
    StructValue params = dispatch.constant("params");
    long m = params.getLong("m");
    long n = params.getLong("n");
    StridedIndex aBatches = StridedIndex.of(params, "batch", "a_batch_strides");
    StridedIndex bBatches = StridedIndex.of(params, "batch", "b_batch_strides");
    Elements a = dispatch.buffer("a");
    Elements b = dispatch.buffer("b");
    Elements out = dispatch.buffer("out");
    Activation activation = activation(dispatch);
    double[] bias = dispatch.flag("has_bias") ? dispatch.buffer("bias").toDoubles() : new double[0];
    long rowTiles = Math.ceilDiv(m, TILE_ROWS);
    long columnTiles = Math.ceilDiv(n, TILE_COLUMNS);
    long batches = Shape.of(params.getLongs("batch")).elements();
    dispatch.forEachRow(batches * rowTiles * columnTiles, task -> {
      long column = task % columnTiles * TILE_COLUMNS;
      long row = task / columnTiles % rowTiles * TILE_ROWS;
      long batch = task / columnTiles / rowTiles;
      int columns = (int) Math.min(TILE_COLUMNS, n - column);
      int rows = (int) Math.min(TILE_ROWS, m - row);
      double[][] sums = new double[rows][columns];
      int firstColumn = Math.toIntExact(column);
      accumulate(params, sums,
          a, aBatches.offset(batch) + row * params.getLong("a_row_stride"),
          b, bBatches.offset(batch) + column * params.getLong("b_column_stride"));
      for (int i = 0; i < rows; i++) {
        if (bias.length > 0) {
          for (int j = 0; j < columns; j++) {
            sums[i][j] += bias[firstColumn + j];
          }
        }
        Activations.apply(activation, sums[i], columns);
        out.write((batch * m + row + i) * n + column, sums[i], 0, columns);
      }
    });
  }

  private static Activation activation(ReferenceDispatch dispatch) {
    long code = dispatch.constant("activation").getLong("");
    return Activation.of(code)
        .orElseThrow(() -> new InvalidInputException(Problem
            .of(Codes.FUNCTION_CONSTANT, "function constant 'activation' names no activation")
            .at("assay:matmul")
            .expected("0 to " + (Activation.values().length - 1), Long.toString(code))));
  }

  /** Adds to each row i of sums, for one k after the other, a[i, k] times row k of b. */
  private static void accumulate(
      StructValue params, double[][] sums, Elements a, long aFirst, Elements b, long bFirst) {
    long k = params.getLong("k");
    long aRowStride = params.getLong("a_row_stride");
    long aColumnStride = params.getLong("a_column_stride");
    long bRowStride = params.getLong("b_row_stride");
    long bColumnStride = params.getLong("b_column_stride");
    int columns = sums[0].length;
    double[] bRow = new double[columns];
    double[] aColumn = new double[sums.length];
    for (long step = 0; step < k; step++) {
      StridedIndex.readRun(b, bFirst + step * bRowStride, bColumnStride, columns, bRow, 0);
      StridedIndex.readRun(a, aFirst + step * aColumnStride, aRowStride, sums.length, aColumn, 0);
      for (int i = 0; i < sums.length; i++) {
        double factor = aColumn[i];
        double[] sum = sums[i];
        for (int j = 0; j < columns; j++) {
          sum[j] += factor * bRow[j];
        }
      }
    }
  }
}
