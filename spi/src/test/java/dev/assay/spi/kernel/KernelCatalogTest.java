package dev.assay.spi.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.assay.spi.GoldenFile;
import dev.assay.spi.data.DType;
import dev.assay.spi.error.Codes;
import dev.assay.spi.error.InvalidCallException;
import dev.assay.spi.error.PluginException;
import dev.assay.spi.error.Problem;
import org.junit.jupiter.api.Test;

class KernelCatalogTest {
  private static final KernelName TWICE = KernelName.of("acme:twice");

  private static KernelCatalog.Builder acme() {
    return KernelCatalog.builder()
        .kernel(KernelExamples.twice("acme:twice").build(), "acme.jar")
        .kernel(KernelExamples.twice("assay:layer_norm").build(), "ops.jar")
        .kernel(KernelExamples.twice("acme:swish").build(), "acme.jar");
  }

  @Test
  void kernelsAreListedInTheOrderOfTheirNames() {
    assertThat(acme().build().kernels())
        .extracting(kernel -> kernel.declaration() + " from " + kernel.origin())
        .containsExactly("acme:swish from acme.jar", "acme:twice from acme.jar",
            "assay:layer_norm from ops.jar");
  }

  @Test
  void implementationsOfAnyJarAreFoundInTheOrderOfRegistration() {
    KernelCatalog catalog = KernelCatalog.builder()
        .implementation(KernelExamples.implementation("acme:twice", "tiled", DType.F32), "fast.jar")
        .implementation(KernelExamples.implementation("acme:twice", "plain", DType.F32), "acme.jar")
        .implementation(KernelExamples.implementation("acme:twice", "tiled", DType.F16), "fast.jar")
        .kernel(KernelExamples.twice("acme:twice").build(), "acme.jar")
        .build();

    assertThat(catalog.implementations(TWICE))
        .extracting(each -> each.implementation().name() + " " + each.origin())
        .containsExactly("tiled fast.jar", "plain acme.jar", "tiled fast.jar");
    assertThat(catalog.implementations(KernelName.of("acme:swish"))).isEmpty();
  }

  @Test
  void anUnknownKernelOffersTheNearestAndSaysWhatWasSearched() {
    GoldenFile.assertMessage("catalog-unknown-kernel",
        catchThrowable(() -> acme().build().declaration(KernelName.of("assay:layernorm"))));
    GoldenFile.assertMessage("catalog-unknown-kernel-nothing-near",
        catchThrowable(() -> acme().build().declaration(KernelName.of("other:convolution_3d"))));
    GoldenFile.assertMessage("catalog-unknown-kernel-of-none",
        catchThrowable(() -> KernelCatalog.builder().build().declaration(TWICE)));
  }

  @Test
  void aKernelExistsForItsDtypesOnly() {
    KernelCatalog catalog = acme().build();

    InvalidCallException error =
        catchThrowableOfType(InvalidCallException.class,
            () -> catalog.declaration(TWICE, DType.BF16));

    GoldenFile.assertMessage("catalog-dtype", error);
    assertThat(catalog.declaration(TWICE, DType.F16).name()).isEqualTo(TWICE);
    assertThat(catchThrowableOfType(InvalidCallException.class,
        () -> catalog.declaration(KernelName.of("acme:none"), DType.F32)).code())
        .isEqualTo(Codes.KERNEL_UNKNOWN);
  }

  @Test
  void duplicatesAndStraysAreReportedTogetherWithEveryOrigin() {
    KernelCatalog.Builder builder = acme()
        .kernel(KernelExamples.twice("acme:swish").build(), "copycat.jar")
        .implementation(KernelExamples.implementation("acme:twice", "tiled", DType.F32), "fast.jar")
        .implementation(KernelExamples.implementation("acme:twice", "tiled", DType.F32),
            "faster.jar")
        .implementation(KernelExamples.implementation("acme:twise", "tiled", DType.F32), "fast.jar")
        .implementation(KernelExamples.implementation("acme:twice", "tiled", DType.I8), "fast.jar");

    PluginException error = catchThrowableOfType(PluginException.class, builder::build);

    assertThat(error.problems()).extracting(Problem::code)
        .containsExactly(
            Codes.KERNEL_DUPLICATE, Codes.KERNEL_DUPLICATE, Codes.KERNEL_UNKNOWN,
            Codes.KERNEL_DTYPE);
    GoldenFile.assertMessage("catalog-duplicates-and-strays", error);
  }

  @Test
  void theSameNameForAnotherDtypeOrLanguageIsNoDuplicate() {
    Implementation msl = KernelExamples.implementation("acme:twice", "tiled", DType.F32);
    Implementation other =
        new Implementation(msl.kernel(), msl.name(), "acme-ir", msl.dtype(), msl.source(),
            msl.entryPoint(), msl.indexType(), msl.geometry(), msl.threadgroupMemoryBytes(),
            msl.pointers(), msl.limits(), msl.condition(), msl.mathMode(), msl.ownTolerance(),
            msl.suitsCpu());

    KernelCatalog catalog = acme().implementation(msl, "a.jar")
        .implementation(other, "a.jar")
        .implementation(KernelExamples.implementation("acme:twice", "tiled", DType.F16), "a.jar")
        .build();

    assertThat(catalog.implementations(TWICE)).hasSize(3);
  }
}
