package dev.assay.spi.kernel;

import dev.assay.spi.data.DType;
import dev.assay.spi.data.Elements;
import dev.assay.spi.data.StructLayout;
import dev.assay.spi.data.StructValue;

/** A small, complete kernel to declare: {@code out[i] = 2 · in[i]}. */
final class KernelExamples {
  static final StructLayout PARAMS = StructLayout.struct("Params")
      .field("count", DType.U32)
      .field("eps", DType.F32)
      .array("shape", DType.U32, 4)
      .build();

  private KernelExamples() {}

  static KernelDeclaration.Builder twice(String name) {
    return KernelDeclaration.named(name)
        .buffer("in", Access.READ, "params.count")
        .buffer("out", Access.WRITE_ALL, "params.count")
        .constant("params", PARAMS)
        .dtype(DType.F32, Tolerance.exact())
        .dtype(DType.F16, Tolerance.of(1e-3))
        .inPlace("out", "in")
        .work("params.count")
        .reducedLength("params.shape[3]")
        .numerics("exact")
        .reference(dispatch -> {
          Elements in = dispatch.buffer("in");
          Elements out = dispatch.buffer("out");
          dispatch.forEachRow(in.length(), i -> out.setDouble(i, 2 * in.getDouble(i)));
        })
        .cases((random, dtype) -> input(dtype,
            random.values(dtype, random.sizeOrEmpty(40)).toDoubles()))
        .golden(golden(1))
        .golden(golden(-3, 0.5))
        .golden(golden());
  }

  static KernelCase input(DType dtype, double... values) {
    return KernelCase.labelled("count=" + values.length, dtype)
        .input("in", Elements.of(dtype, values))
        .constant("params", PARAMS.value()
            .set("count", values.length)
            .set("eps", 0.0)
            .setAll("shape", new long[] {1, 1, 1, 1})
            .build());
  }

  static GoldenCase golden(double... values) {
    double[] doubled = values.clone();
    for (int i = 0; i < doubled.length; i++) {
      doubled[i] *= 2;
    }
    return GoldenCase.of(input(DType.F32, values), "out", Elements.of(DType.F32, doubled),
        "by hand");
  }

  static Implementation implementation(String kernel, String name, DType dtype) {
    return Implementation.msl(kernel, name, dtype, "kernel void twice() {}", "twice",
        Geometry.threads("params.count", "64"));
  }

  static StructValue params(long count) {
    return input(DType.F32, new double[(int) count]).constants().get("params");
  }
}
