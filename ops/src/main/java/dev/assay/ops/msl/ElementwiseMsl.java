package dev.assay.ops.msl;

import dev.assay.ops.activation.GeluErf;
import dev.assay.ops.activation.GeluTanh;
import dev.assay.ops.activation.Silu;
import dev.assay.ops.activation.SiluMul;
import dev.assay.ops.elementwise.Abs;
import dev.assay.ops.elementwise.Add;
import dev.assay.ops.elementwise.BiasAdd;
import dev.assay.ops.elementwise.Cast;
import dev.assay.ops.elementwise.Clip;
import dev.assay.ops.elementwise.Div;
import dev.assay.ops.elementwise.ErrorFunction;
import dev.assay.ops.elementwise.Exp;
import dev.assay.ops.elementwise.Log;
import dev.assay.ops.elementwise.Max;
import dev.assay.ops.elementwise.Min;
import dev.assay.ops.elementwise.Mul;
import dev.assay.ops.elementwise.Neg;
import dev.assay.ops.elementwise.Pow;
import dev.assay.ops.elementwise.Relu;
import dev.assay.ops.elementwise.Rsqrt;
import dev.assay.ops.elementwise.Sigmoid;
import dev.assay.ops.elementwise.Softplus;
import dev.assay.ops.elementwise.Sqrt;
import dev.assay.ops.elementwise.Sub;
import dev.assay.ops.elementwise.Tanh;
import dev.assay.ops.elementwise.Where;
import dev.assay.spi.kernel.Geometry;
import dev.assay.spi.kernel.Implementation;
import java.util.stream.Stream;

/** Kernels that compute each element by itself: a thread takes four neighbours where they are dense. */
final class ElementwiseMsl {
  private static final String BOTH_DENSE =
      "isDense(params.shape, params.a_strides) && isDense(params.shape, params.b_strides)";

  private ElementwiseMsl() {}

  static Stream<Implementation> implementations() {
    return Stream.of(unary(), binary(), cast(), others()).flatMap(each -> each);
  }

  private static Stream<Implementation> unary() {
    MslFamily family = MslFamily.of("unary.metal");
    return Stream.of(
        Exp.DECLARATION,
        Log.DECLARATION,
        Tanh.DECLARATION,
        Sigmoid.DECLARATION,
        Sqrt.DECLARATION,
        Rsqrt.DECLARATION,
        ErrorFunction.DECLARATION,
        Softplus.DECLARATION,
        Silu.DECLARATION,
        GeluErf.DECLARATION,
        GeluTanh.DECLARATION,
        Neg.DECLARATION,
        Abs.DECLARATION,
        Relu.DECLARATION)
        .flatMap(kernel -> family.only(kernel, quads("length")));
  }

  private static Stream<Implementation> binary() {
    MslFamily family = MslFamily.of("binary.metal");
    return Stream.of(
        Add.DECLARATION,
        Sub.DECLARATION,
        Mul.DECLARATION,
        Div.DECLARATION,
        Pow.DECLARATION,
        Max.DECLARATION,
        Min.DECLARATION)
        .flatMap(kernel -> Stream.concat(
            family.variant(kernel, "dense", quads("params.length"))
                .map(dense -> dense.when(BOTH_DENSE)
                    .withLimit(BOTH_DENSE, "both operands are as dense as the result")),
            family.variant(kernel, "strided", MslFamily.each("params.length"))));
  }

  private static Stream<Implementation> cast() {
    MslFamily family = MslFamily.of("cast.metal");
    return Stream.of(
        Cast.FROM_F32,
        Cast.FROM_F16,
        Cast.FROM_BF16,
        Cast.FROM_I8,
        Cast.FROM_I16,
        Cast.FROM_I32,
        Cast.FROM_I64,
        Cast.FROM_U8,
        Cast.FROM_U16,
        Cast.FROM_U32,
        Cast.FROM_U64,
        Cast.FROM_BOOL)
        .flatMap(kernel -> family.only(kernel, quads("length")));
  }

  private static Stream<Implementation> others() {
    MslFamily family = MslFamily.of("elementwise.metal");
    return Stream.of(
        family.only(Where.DECLARATION, MslFamily.each("params.length")),
        family.only(Clip.DECLARATION, quads("params.length")),
        family.only(SiluMul.DECLARATION, quads("length")),
        family.only(BiasAdd.DECLARATION, MslFamily.rows("params.width", "params.rows")))
        .flatMap(each -> each);
  }

  private static Geometry quads(String length) {
    return MslFamily.each("ceilDiv(" + length + ", 4)");
  }
}
