package dev.assay.backend.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.assay.spi.backend.Bindings;
import dev.assay.spi.backend.DeviceProfile;
import dev.assay.spi.backend.Pipeline;
import dev.assay.spi.backend.PipelineKey;
import dev.assay.spi.data.DType;
import dev.assay.spi.data.Elements;
import dev.assay.spi.data.StructLayout;
import dev.assay.spi.data.StructValue;
import dev.assay.spi.error.Codes;
import dev.assay.spi.error.InvalidCallException;
import dev.assay.spi.error.Problem;
import dev.assay.spi.kernel.Access;
import dev.assay.spi.kernel.GoldenCase;
import dev.assay.spi.kernel.KernelCase;
import dev.assay.spi.kernel.KernelCatalog;
import dev.assay.spi.kernel.KernelDeclaration;
import dev.assay.spi.kernel.Tolerance;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Sizes and numbers of parameters that no device can take. */
class BakeLimitsTest {
  @ParameterizedTest
  @CsvSource({"n, n, -1, 2", "n - 2, n, 1, 1", "n, n - 2, 1, 1"})
  void aNegativeSizeIsRefusedAndNotTakenForASmallOne(String elements, String work, int n,
      int problems) {
    InvalidCallException refusal = catchThrowableOfType(InvalidCallException.class,
        () -> bake(1, elements, work, n));
    assertThat(refusal.problems()).hasSize(problems)
        .extracting(Problem::code)
        .containsOnly(Codes.CONSTANT_FIELD);
    assertThat(refusal).hasMessageContaining("is negative");
  }

  @Test
  void whereNothingIsDoneAFormulaForTheLastElementMayBeNegative() {
    bake(1, "n - 2", "n", 0);
  }

  @Test
  void aKernelHasNoMoreParametersThanTheDeviceBinds() {
    int most = DeviceProfile.APPLE7.parameters().bindings();
    bake(most - 1, "n", "n", 1);
    InvalidCallException refusal =
        catchThrowableOfType(InvalidCallException.class, () -> bake(most, "n", "n", 1));
    assertThat(refusal.problems()).singleElement().satisfies(problem -> {
      assertThat(problem.code()).isEqualTo(Codes.LIMIT_EXCEEDED);
      assertThat(problem.actual()).isEqualTo(Integer.toString(most + 1));
    });
  }

  /** Bakes a kernel that writes {@code buffers} buffers and has one constant. */
  private static void bake(int buffers, String elements, String work, int n) {
    StructValue one = StructValue.ofLong(DType.I32, 1);
    KernelCase sample = KernelCase.labelled("one", DType.F32).constant("n", one);
    GoldenCase golden = GoldenCase.of(sample, "b0", Elements.of(DType.F32, 0), "by hand: zero");
    KernelDeclaration.Builder builder = KernelDeclaration.named("test:many");
    for (int i = 0; i < buffers; i++) {
      builder = builder.buffer("b" + i, Access.WRITE_ALL, elements);
    }
    KernelDeclaration declaration = builder
        .constant("n", StructLayout.scalar(DType.I32))
        .dtype(DType.F32, Tolerance.exact())
        .work(work)
        .reference(dispatch -> dispatch.buffer("b0").setDouble(0, 0))
        .cases((random, dtype) -> sample)
        .golden(golden)
        .golden(golden)
        .golden(golden)
        .build();
    try (SupportBackend backend = new SupportBackend("heap", new HeapPort(false),
        KernelCatalog.builder().kernel(declaration, "test.jar").build())) {
      Pipeline pipeline = backend.registry()
          .pipeline(new PipelineKey(declaration.name(), DType.F32, null));
      Bindings bindings = new Bindings().constant("n", StructValue.ofLong(DType.I32, n));
      for (int i = 0; i < buffers; i++) {
        bindings.buffer("b" + i, backend.allocate(16, "b" + i).view(DType.F32));
      }
      pipeline.bake(bindings, "many");
    }
  }
}
