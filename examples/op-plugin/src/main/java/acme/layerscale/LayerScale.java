package acme.layerscale;

import dev.assay.spi.data.DType;
import dev.assay.spi.data.Elements;
import dev.assay.spi.data.StructLayout;
import dev.assay.spi.data.StructValue;
import dev.assay.spi.kernel.Access;
import dev.assay.spi.kernel.CaseRandom;
import dev.assay.spi.kernel.GoldenCase;
import dev.assay.spi.kernel.KernelCase;
import dev.assay.spi.kernel.KernelDeclaration;
import dev.assay.spi.kernel.ReferenceDispatch;
import dev.assay.spi.kernel.Tolerance;

/**
 * {@code acme:layer_scale}: out[r, c] = x[r, c] + gamma[c] · branch[r, c], the residual connection with a learned factor
 * for each channel (Touvron et al., Going deeper with Image Transformers, 2021).
 */
final class LayerScale {
  // snippet: params
  static final String NAME = "acme:layer_scale";

  private static final StructLayout PARAMS = StructLayout.struct("LayerScaleParams")
      .field("rows", DType.U32)
      .field("width", DType.U32)
      .build();

  static StructValue params(long rows, long width) {
    return PARAMS.value().set("rows", rows).set("width", width).build();
  }
  // end

  // snippet: declaration
  static final KernelDeclaration DECLARATION = KernelDeclaration.named(NAME)
      .buffer("x", Access.READ, "params.rows * params.width")
      .buffer("branch", Access.READ, "params.rows * params.width")
      .buffer("gamma", Access.READ, "params.width")
      .buffer("out", Access.WRITE_ALL, "params.rows * params.width")
      .constant("params", PARAMS)
      .dtype(DType.F32, Tolerance.of(1e-5).withFloor(1e-3))
      .dtype(DType.F16, Tolerance.of(2e-3).withFloor(1e-2))
      .inPlace("out", "x")
      .inPlace("out", "branch")
      .work("params.rows * params.width")
      .numerics("the sum is made in at least f32 and rounded once; NaN and infinity as in IEEE 754")
      .reference(LayerScale::run)
      .cases(LayerScale::generate)
      .golden(golden("one row", 1, 3, new double[] {1, -2, 3}, new double[] {10, 20, -30},
          new double[] {0.5, 0.25, -2}, new double[] {6, 3, 63}))
      .golden(golden("two rows share gamma", 2, 2, new double[] {1, 2, 3, 4},
          new double[] {5, 6, 7, 8}, new double[] {-1, 0.5}, new double[] {-4, 5, -4, 8}))
      .golden(golden("one channel", 3, 1, new double[] {100, -100, 0.5},
          new double[] {0.25, 0, 2}, new double[] {8}, new double[] {102, -100, 16.5}))
      .build();
  // end

  private LayerScale() {}

  // snippet: reference
  private static void run(ReferenceDispatch dispatch) {
    StructValue params = dispatch.constant("params");
    long width = params.getLong("width");
    Elements x = dispatch.buffer("x");
    Elements branch = dispatch.buffer("branch");
    Elements gamma = dispatch.buffer("gamma");
    Elements out = dispatch.buffer("out");
    dispatch.forEachRow(params.getLong("rows"), row -> {
      for (long column = 0; column < width; column++) {
        long at = row * width + column;
        out.setDouble(at,
            x.getDouble(at) + gamma.getDouble(column) * branch.getDouble(at));
      }
    });
  }
  // end

  // snippet: cases
  private static KernelCase generate(CaseRandom random, DType dtype) {
    int rows = random.sizeOrEmpty(40);
    int width = random.size(130);
    return KernelCase.labelled("rows=" + rows + " width=" + width, dtype)
        .input("x", random.values(dtype, (long) rows * width))
        .input("branch", random.values(dtype, (long) rows * width))
        .input("gamma", random.values(dtype, width))
        .constant("params", params(rows, width));
  }
  // end

  // snippet: golden
  private static GoldenCase golden(String label, int rows, int width, double[] x,
      double[] branch, double[] gamma, double[] expected) {
    return GoldenCase.of(
        KernelCase.labelled(label, DType.F32)
            .input("x", Elements.of(DType.F32, x))
            .input("branch", Elements.of(DType.F32, branch))
            .input("gamma", Elements.of(DType.F32, gamma))
            .constant("params", params(rows, width)),
        "out", Elements.of(DType.F32, expected), "by hand: every product and sum is exact in f32");
  }
  // end
}
