package dev.assay.ops;

import dev.assay.ops.activation.GeluErf;
import dev.assay.ops.activation.GeluTanh;
import dev.assay.ops.activation.Silu;
import dev.assay.ops.activation.SiluMul;
import dev.assay.ops.attention.Attention;
import dev.assay.ops.attention.KvAppend;
import dev.assay.ops.attention.Rope;
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
import dev.assay.ops.matmul.Matmul;
import dev.assay.ops.movement.Concat;
import dev.assay.ops.movement.Copy;
import dev.assay.ops.movement.Gather;
import dev.assay.ops.movement.GatherElements;
import dev.assay.ops.movement.Narrow;
import dev.assay.ops.movement.Pad;
import dev.assay.ops.movement.Trilu;
import dev.assay.ops.msl.MslImplementations;
import dev.assay.ops.norm.FusedResidualLayerNorm;
import dev.assay.ops.norm.LayerNorm;
import dev.assay.ops.norm.RmsNorm;
import dev.assay.ops.reduce.ArgMax;
import dev.assay.ops.reduce.ArgMin;
import dev.assay.ops.reduce.CumSum;
import dev.assay.ops.reduce.ReduceMax;
import dev.assay.ops.reduce.ReduceMean;
import dev.assay.ops.reduce.ReduceMin;
import dev.assay.ops.reduce.ReduceProd;
import dev.assay.ops.reduce.ReduceSum;
import dev.assay.ops.reduce.TopK;
import dev.assay.ops.softmax.LogSoftmax;
import dev.assay.ops.softmax.Softmax;
import dev.assay.ops.softmax.SoftmaxCrossEntropy;
import dev.assay.spi.kernel.Implementation;
import dev.assay.spi.kernel.KernelDeclaration;
import dev.assay.spi.op.OpLibrary;
import dev.assay.spi.provider.OpPlugin;
import java.util.List;

/** Brings the kernels of the catalogue, their implementations in MSL and {@link Ops}. Thread-safe. */
public final class OpsPlugin implements OpPlugin {
  @Override
  public List<KernelDeclaration> kernels() {
    return List.of(
        Add.DECLARATION,
        Sub.DECLARATION,
        Mul.DECLARATION,
        Div.DECLARATION,
        Max.DECLARATION,
        Min.DECLARATION,
        Pow.DECLARATION,
        Sqrt.DECLARATION,
        Exp.DECLARATION,
        Log.DECLARATION,
        Tanh.DECLARATION,
        Sigmoid.DECLARATION,
        Rsqrt.DECLARATION,
        ErrorFunction.DECLARATION,
        Softplus.DECLARATION,
        Neg.DECLARATION,
        Abs.DECLARATION,
        Relu.DECLARATION,
        Clip.DECLARATION,
        Where.DECLARATION,
        Cast.FROM_F32,
        Cast.FROM_F16,
        Cast.FROM_BF16,
        Cast.FROM_I32,
        Cast.FROM_U8,
        Cast.FROM_I8,
        Cast.FROM_BOOL,
        Cast.FROM_I16,
        Cast.FROM_I64,
        Cast.FROM_U16,
        Cast.FROM_U32,
        Cast.FROM_U64,
        BiasAdd.DECLARATION,
        GeluErf.DECLARATION,
        GeluTanh.DECLARATION,
        Silu.DECLARATION,
        SiluMul.DECLARATION,
        LayerNorm.DECLARATION,
        FusedResidualLayerNorm.DECLARATION,
        RmsNorm.DECLARATION,
        Softmax.DECLARATION,
        LogSoftmax.DECLARATION,
        SoftmaxCrossEntropy.DECLARATION,
        Matmul.DECLARATION,
        Attention.DECLARATION,
        KvAppend.DECLARATION,
        Rope.DECLARATION,
        Copy.DECLARATION,
        Gather.DECLARATION,
        Concat.DECLARATION,
        GatherElements.DECLARATION,
        Narrow.DECLARATION,
        Pad.DECLARATION,
        Trilu.DECLARATION,
        ReduceSum.DECLARATION,
        ReduceMean.DECLARATION,
        ReduceProd.DECLARATION,
        ReduceMax.DECLARATION,
        ReduceMin.DECLARATION,
        ArgMax.DECLARATION,
        ArgMin.DECLARATION,
        TopK.DECLARATION,
        CumSum.DECLARATION);
  }

  @Override
  public List<Implementation> implementations() {
    return MslImplementations.all();
  }

  @Override
  public List<OpLibrary<?>> libraries() {
    return List.of(new OpLibrary<>(Ops.class, Ops::new));
  }
}
