package dev.assay.backend.support;

import dev.assay.spi.data.DType;
import dev.assay.spi.data.Elements;
import dev.assay.spi.data.StructLayout;
import dev.assay.spi.data.StructValue;
import dev.assay.spi.kernel.Access;
import dev.assay.spi.kernel.Geometry;
import dev.assay.spi.kernel.GoldenCase;
import dev.assay.spi.kernel.Implementation;
import dev.assay.spi.kernel.KernelCase;
import dev.assay.spi.kernel.KernelDeclaration;
import dev.assay.spi.kernel.ReferenceDispatch;
import dev.assay.spi.kernel.Tolerance;

/** Small kernels to dispatch in tests. */
final class TestKernels {
  static final StructLayout SCALE = StructLayout.struct("ScaleParams")
      .field("rows", DType.U32)
      .field("width", DType.U32)
      .field("factor", DType.F32)
      .build();

  /** {@code out[i] = factor · x[i]} over rows · width elements, in place when the factor's rows are even. */
  static final KernelDeclaration SCALE_KERNEL = declare("test:scale", "params.rows * params.width");

  /** Fails on purpose when the first input is negative. */
  static final KernelDeclaration PICKY = KernelDeclaration.named("test:picky")
      .buffer("x", Access.READ, "n")
      .buffer("out", Access.WRITE_ALL, "n")
      .constant("n", StructLayout.scalar(DType.U32))
      .dtype(DType.F32, Tolerance.exact())
      .work("n")
      .reference(dispatch -> {
        if (dispatch.buffer("x").getDouble(0) < 0) {
          throw new IllegalStateException("negative");
        }
      })
      .cases((random, dtype) -> picky())
      .golden(pickyGolden())
      .golden(pickyGolden())
      .golden(pickyGolden())
      .build();

  /** Has as many pipelines as its function constant has values; doubles one element. */
  static final KernelDeclaration VARIANTS = variants();

  /** {@code out[i] = x[i] + (has_bias ? bias[0] : 0) + position}, for function constants, gates and patches. */
  static final KernelDeclaration STEP = step();

  private TestKernels() {}

  private static KernelDeclaration variants() {
    KernelCase one = KernelCase.labelled("one", DType.F32)
        .input("x", Elements.of(DType.F32, 3))
        .constant("variant", StructValue.ofLong(DType.U32, 0));
    GoldenCase golden = GoldenCase.of(one, "out", Elements.of(DType.F32, 6), "by hand: 2 · 3");
    return KernelDeclaration.named("test:variants")
        .buffer("x", Access.READ, "1")
        .buffer("out", Access.WRITE_ALL, "1")
        .functionConstant("variant", DType.U32)
        .dtype(DType.F32, Tolerance.exact())
        .reference(
            dispatch -> dispatch.buffer("out").setDouble(0, 2 * dispatch.buffer("x").getDouble(0)))
        .cases((random, dtype) -> one)
        .golden(golden)
        .golden(golden)
        .golden(golden)
        .build();
  }

  private static KernelDeclaration step() {
    StructLayout params = StructLayout.struct("StepParams")
        .field("n", DType.U32)
        .field("position", DType.U32)
        .build();
    KernelCase one = KernelCase.labelled("one", DType.F32)
        .input("x", Elements.of(DType.F32, 1))
        .constant("params", params.value().set("n", 1).set("position", 0).build())
        .constant("has_bias", StructValue.ofLong(DType.BOOL, 0));
    GoldenCase golden = GoldenCase.of(one, "out", Elements.of(DType.F32, 1), "by hand: 1 + 0");
    return KernelDeclaration.named("test:step")
        .buffer("x", Access.READ, "params.n")
        .buffer("bias", Access.READ, "1")
        .gatedBy("has_bias")
        .buffer("out", Access.WRITE_SOME, "params.position + params.n")
        .constant("params", params)
        .functionConstant("has_bias", DType.BOOL)
        .dtype(DType.F32, Tolerance.exact())
        .work("params.n")
        .reference(dispatch -> {
          StructValue values = dispatch.constant("params");
          double bias = dispatch.flag("has_bias") ? dispatch.buffer("bias").getDouble(0) : 0;
          long position = values.getLong("position");
          for (long i = 0; i < values.getLong("n"); i++) {
            dispatch.buffer("out")
                .setDouble(position + i, dispatch.buffer("x").getDouble(i) + bias + position);
          }
        })
        .cases((random, dtype) -> one)
        .golden(golden)
        .golden(golden)
        .golden(golden)
        .build();
  }

  static StructValue stepParams(long n, long position) {
    return ((dev.assay.spi.kernel.Parameter.Constant) STEP.parameter("params").orElseThrow())
        .layout()
        .value()
        .set("n", n)
        .set("position", position)
        .build();
  }

  private static KernelDeclaration declare(String name, String elements) {
    return KernelDeclaration.named(name)
        .buffer("x", Access.READ, elements)
        .buffer("out", Access.WRITE_ALL, elements)
        .constant("params", SCALE)
        .dtype(DType.F32, Tolerance.of(1e-6))
        .dtype(DType.F16, Tolerance.of(1e-3))
        .work(elements)
        .inPlace("out", "x", "params.rows % 2 == 0")
        .reference(TestKernels::scale)
        .cases((random, dtype) -> scaleCase(dtype, random.size(9), random.size(9)))
        .golden(golden(1))
        .golden(golden(2))
        .golden(golden(3))
        .build();
  }

  static KernelDeclaration byName(String name) {
    return name.equals("test:picky") ? PICKY : SCALE_KERNEL;
  }

  static StructValue scale(long rows, long width, double factor) {
    return SCALE.value().set("rows", rows).set("width", width).set("factor", factor).build();
  }

  /** An implementation of {@link #SCALE_KERNEL} with this geometry. */
  static Implementation implementation(String name, Geometry geometry) {
    return Implementation.msl("test:scale", name, DType.F32, "kernel void scale(...)", "scale",
        geometry);
  }

  private static void scale(ReferenceDispatch dispatch) {
    Elements x = dispatch.buffer("x");
    Elements out = dispatch.buffer("out");
    double factor = dispatch.constant("params").getDouble("factor");
    for (long i = 0; i < out.length(); i++) {
      out.setDouble(i, factor * x.getDouble(i));
    }
  }

  private static KernelCase scaleCase(DType dtype, int rows, int width) {
    Elements x = Elements.zeros(dtype, (long) rows * width);
    for (int i = 0; i < x.length(); i++) {
      x.setDouble(i, i - 2);
    }
    return KernelCase.labelled("rows=" + rows, dtype)
        .input("x", x)
        .constant("params", scale(rows, width, 2));
  }

  private static GoldenCase golden(int width) {
    double[] doubled = new double[width];
    for (int i = 0; i < width; i++) {
      doubled[i] = 2.0 * (i - 2);
    }
    return GoldenCase.of(scaleCase(DType.F32, 1, width), "out", Elements.of(DType.F32, doubled),
        "by hand: doubling");
  }

  private static KernelCase picky() {
    return KernelCase.labelled("one", DType.F32)
        .input("x", Elements.of(DType.F32, 1))
        .constant("n", StructValue.ofLong(DType.U32, 1));
  }

  private static GoldenCase pickyGolden() {
    return GoldenCase.of(picky(), "out", Elements.of(DType.F32, 0), "by hand: nothing is written");
  }
}
