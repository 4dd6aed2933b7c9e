package dev.assay.models.onnx.operator;

import dev.assay.ops.Ops;
import dev.assay.spi.data.DType;
import dev.assay.spi.op.Tensor;
import java.util.Arrays;
import java.util.Map;

/** Products of matrices. */
final class MatrixOperators {
  private MatrixOperators() {}

  static Map<String, OperatorRule> rules() {
    return Map.of(
        "MatMul", OperatorRule.of(2, 2, MatrixOperators::matMul),
        "Gemm", OperatorRule.of(2, 3, MatrixOperators::gemm, "alpha", "beta", "transA", "transB",
            "broadcast"));
  }

  /** A vector is a row on the left and a column on the right, and the result has no axis for it. */
  private static Tensor matMul(NodeCall call) {
    Ops ops = call.ops();
    Tensor a = call.input(0);
    Tensor b = call.input(1);
    boolean row = a.shape().rank() == 1;
    boolean column = b.shape().rank() == 1;
    Tensor product = ops.matmul(
        row ? ops.reshape(a, 1, a.shape().size(0)) : a,
        column ? ops.reshape(b, b.shape().size(0), 1) : b);
    if (!row && !column) {
      return product;
    }
    long[] sizes = product.shape().sizes();
    int batch = sizes.length - 2;
    long[] kept = Arrays.copyOf(sizes, batch + (row ? 0 : 1) + (column ? 0 : 1));
    if (row && !column) {
      kept[batch] = sizes[batch + 1];
    }
    return ops.reshape(product, kept);
  }

  /** alpha · A · B + beta · C; 16-bit types in f32 throughout. */
  private static Tensor gemm(NodeCall call) {
    Ops ops = call.ops();
    DType type = call.input(0).dtype();
    boolean narrow = type == DType.F16 || type == DType.BF16;
    Tensor a = wide(call, call.input(0), narrow);
    Tensor b = wide(call, call.input(1), narrow);
    if (a.shape().rank() != 2 || b.shape().rank() != 2) {
      throw call.invalid("A and B are " + a.shape() + " and " + b.shape() + ", not two matrices");
    }
    Tensor product = ops.matmul(
        call.attributes().flag("transA", false) ? ops.transpose(a) : a,
        call.attributes().flag("transB", false) ? ops.transpose(b) : b);
    Tensor scaled = scaled(call, product, call.attributes().real("alpha", 1));
    Tensor c = call.optional(2);
    if (c == null) {
      return ops.cast(scaled, type);
    }
    if (!c.shape().broadcast(product.shape()).equals(product.shape())) {
      throw call.invalid("C of " + c.shape() + " does not broadcast to " + product.shape());
    }
    Tensor added = scaled(call, wide(call, c, narrow), call.attributes().real("beta", 1));
    return ops.cast(ops.add(scaled, added), type);
  }

  private static Tensor wide(NodeCall call, Tensor x, boolean narrow) {
    return narrow ? call.ops().cast(x, DType.F32) : x;
  }

  private static Tensor scaled(NodeCall call, Tensor x, double factor) {
    return factor == 1 ? x : call.ops().mul(x, call.scalar(x.dtype(), factor));
  }
}
