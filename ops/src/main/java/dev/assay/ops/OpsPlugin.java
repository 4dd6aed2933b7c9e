package dev.assay.ops;

import dev.assay.ops.activation.GeluErf;
import dev.assay.ops.elementwise.Add;
import dev.assay.ops.elementwise.BiasAdd;
import dev.assay.ops.elementwise.Div;
import dev.assay.ops.elementwise.Max;
import dev.assay.ops.elementwise.Mul;
import dev.assay.ops.elementwise.Sqrt;
import dev.assay.ops.elementwise.Sub;
import dev.assay.ops.matmul.Matmul;
import dev.assay.ops.movement.Copy;
import dev.assay.ops.movement.Gather;
import dev.assay.ops.norm.FusedResidualLayerNorm;
import dev.assay.ops.norm.LayerNorm;
import dev.assay.ops.reduce.ReduceSum;
import dev.assay.ops.softmax.Softmax;
import dev.assay.spi.kernel.KernelDeclaration;
import dev.assay.spi.op.OpLibrary;
import dev.assay.spi.provider.OpPlugin;
import java.util.List;

/** Brings the kernels of the catalogue and {@link Ops}. Thread-safe. */
public final class OpsPlugin implements OpPlugin {
  @Override
  public List<KernelDeclaration> kernels() {
    return List.of(
        Add.DECLARATION,
        Sub.DECLARATION,
        Mul.DECLARATION,
        Div.DECLARATION,
        Max.DECLARATION,
        Sqrt.DECLARATION,
        BiasAdd.DECLARATION,
        GeluErf.DECLARATION,
        LayerNorm.DECLARATION,
        FusedResidualLayerNorm.DECLARATION,
        Softmax.DECLARATION,
        Matmul.DECLARATION,
        Copy.DECLARATION,
        Gather.DECLARATION,
        ReduceSum.DECLARATION);
  }

  @Override
  public List<OpLibrary<?>> libraries() {
    return List.of(new OpLibrary<>(Ops.class, Ops::new));
  }
}
