package dev.assay.backend.metal;

import dev.assay.spi.data.DType;
import dev.assay.spi.data.Elements;
import dev.assay.spi.data.StructLayout;
import dev.assay.spi.data.StructValue;
import dev.assay.spi.kernel.Access;
import dev.assay.spi.kernel.Geometry;
import dev.assay.spi.kernel.GoldenCase;
import dev.assay.spi.kernel.Implementation;
import dev.assay.spi.kernel.KernelCase;
import dev.assay.spi.kernel.KernelCatalog;
import dev.assay.spi.kernel.KernelDeclaration;
import dev.assay.spi.kernel.KernelSource;
import dev.assay.spi.kernel.Tolerance;
import java.util.stream.IntStream;

/** out = x · factor [+ bias] with a row sum in threadgroup memory: a parameter of every kind. */
final class TestKernel {
  static final String TEXT = """
      #include <metal_stdlib>
      using namespace metal;
      struct Params { float factor; uint length; };
      constant bool has_bias [[function_constant(3)]];
      kernel void scale_f32(
          device const float* x [[buffer(2)]],
          device float* out [[buffer(0)]],
          device const float* bias [[buffer(5), function_constant(has_bias)]],
          constant Params& params [[buffer(1)]],
          threadgroup float* scratch [[threadgroup(0)]],
          uint i [[thread_position_in_grid]]) {
        float added = has_bias ? bias[i] : 0;
        scratch[i % 32] = x[i];
        out[i] = x[i] * params.factor + added;
      }
      """;

  static final StructLayout PARAMS = StructLayout.struct("Params")
      .field("factor", DType.F32)
      .field("length", DType.U32)
      .build();

  static final KernelDeclaration DECLARATION = declaration();

  private TestKernel() {}

  private static KernelDeclaration declaration() {
    KernelDeclaration.Builder builder = KernelDeclaration.named("test:scale")
        .buffer("x", Access.READ, "params.length")
        .buffer("out", Access.WRITE_ALL, "params.length")
        .buffer("bias", Access.READ, "params.length")
        .gatedBy("has_bias")
        .constant("params", PARAMS)
        .functionConstant("has_bias", DType.BOOL)
        .dtype(DType.F32, Tolerance.exact())
        .work("params.length")
        .reference(dispatch -> {})
        .cases((random, dtype) -> example(1));
    IntStream.range(1, 4)
        .forEach(length -> builder.golden(GoldenCase.of(example(length), "out",
            Elements.zeros(DType.F32, length), "a test that compares no values")));
    return builder.build();
  }

  private static KernelCase example(int length) {
    return KernelCase.labelled("length " + length, DType.F32)
        .input("x", Elements.zeros(DType.F32, length))
        .constant("params", PARAMS.value().set("factor", 1.0).set("length", length).build())
        .constant("has_bias", StructValue.ofLong(DType.BOOL, 0));
  }

  static Implementation implementation(String text) {
    return Implementation
        .msl("test:scale", "elements", DType.F32, KernelSource.of("test.metal", text), "scale_f32",
            Geometry.threads("params.length", "32"))
        .withThreadgroupMemory("128");
  }

  static KernelCatalog catalog(String text) {
    return KernelCatalog.builder()
        .kernel(DECLARATION, "test.jar")
        .implementation(implementation(text), "test.jar")
        .build();
  }
}
