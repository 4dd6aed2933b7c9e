package dev.assay.spi.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.assay.spi.GoldenFile;
import dev.assay.spi.data.DType;
import dev.assay.spi.data.Elements;
import dev.assay.spi.data.StructLayout;
import dev.assay.spi.error.Codes;
import dev.assay.spi.error.PluginException;
import dev.assay.spi.error.Problem;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class KernelDeclarationTest {
  @ParameterizedTest
  @EnumSource
  void everyAccessThatABufferCanBeDeclaredWithReadsOrWrites(Access access) {
    assertThat(access.reads() || access.writes()).isTrue();
  }

  @Test
  void aCompleteDeclarationKeepsItsParts() {
    KernelDeclaration declaration = KernelExamples.twice("acme:twice").build();

    assertThat(declaration.name()).hasToString("acme:twice");
    assertThat(declaration).hasToString("acme:twice");
    assertThat(declaration.parameters()).extracting(Parameter::name)
        .containsExactly("in", "out", "params");
    assertThat(declaration.parameter("out")).hasValueSatisfying(
        out -> assertThat(((Parameter.Buffer) out).access()).isEqualTo(Access.WRITE_ALL));
    assertThat(declaration.parameter("missing")).isEmpty();
    assertThat(declaration.dtypes()).containsExactly(DType.F32, DType.F16);
    assertThat(declaration.tolerance(DType.F16)).isEqualTo(Tolerance.of(1e-3));
    assertThat(declaration.inPlace()).hasSize(1);
    assertThat(declaration.work()).hasToString("params.count");
    assertThat(declaration.reducedLength()).hasToString("params.shape[3]");
    assertThat(declaration.numerics()).isEqualTo("exact");
    assertThat(declaration.goldenCases()).hasSize(3);
    assertThat(declaration.cases().generate(new CaseRandom(1), DType.F16).dtype())
        .isEqualTo(DType.F16);
    assertThatThrownBy(() -> declaration.tolerance(DType.I8))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("acme:twice does not exist for i8");
  }

  @Test
  void everyFaultIsReportedInOneError() {
    KernelDeclaration.Builder builder = KernelDeclaration.named("acme:broken")
        .constant("params", KernelExamples.PARAMS)
        .constant("n", StructLayout.scalar(DType.U32))
        .buffer("in", Access.READ, "params.cuont") // no such field
        .buffer("in", Access.READ, "params.count") // doubled
        .buffer("table", DType.I32, Access.READ, "n * in") // a buffer is no number
        .work("params.eps") // no integer
        .reducedLength("params.shape[4]") // outside
        .inPlace("out", "in", "rows > 1") // neither exists
        .golden(KernelExamples.golden(1));

    PluginException error = catchThrowableOfType(PluginException.class, builder::build);

    assertThat(error.problems()).extracting(Problem::code).containsOnly(Codes.KERNEL_INVALID);
    assertThat(error.problems()).extracting(Problem::where)
        .containsOnly("declaration of acme:broken");
    GoldenFile.assertMessage("declaration-everything-wrong", error);
  }

  @ParameterizedTest
  @CsvSource({"in, params", "params, in", "out, missing", "missing, in"})
  void onlyBuffersCanBeInPlace(String output, String input) {
    KernelDeclaration.Builder builder = KernelExamples.twice("acme:twice").inPlace(output, input);

    assertThat(catchThrowableOfType(PluginException.class, builder::build).problems())
        .singleElement()
        .extracting(Problem::what)
        .asString()
        .contains("not both are buffers");
  }

  @Test
  void twoGoldenCasesAreTooFew() {
    KernelDeclaration.Builder builder = KernelDeclaration.named("acme:twice")
        .buffer("out", Access.WRITE_ALL, "1")
        .dtype(DType.F32, Tolerance.exact())
        .reference(dispatch -> {})
        .cases((random, dtype) -> KernelExamples.input(dtype));

    for (int count = 0; count < 3; count++) {
      assertThat(catchThrowableOfType(PluginException.class, builder::build).problems())
          .singleElement()
          .extracting(Problem::actual)
          .isEqualTo(Integer.toString(count));
      builder.golden(KernelExamples.golden(count));
    }
    assertThat(builder.build().goldenCases()).hasSize(3);
  }

  @Test
  void aBuiltDeclarationDoesNotChangeWithItsBuilder() {
    KernelDeclaration.Builder builder = KernelExamples.twice("acme:twice");
    KernelDeclaration declaration = builder.build();

    builder.buffer("more", Access.READ, "1").dtype(DType.BF16, Tolerance.exact());

    assertThat(declaration.parameters()).hasSize(3);
    assertThat(declaration.dtypes()).hasSize(2);
  }

  @Test
  void aBufferHasTheKernelsTypeUnlessItFixesItsOwn() {
    Expr one = Expr.parse("1");

    assertThat(new Parameter.Buffer("x", null, Access.READ, one, null).type(DType.BF16))
        .isEqualTo(DType.BF16);
    assertThat(new Parameter.Buffer("x", DType.I32, Access.READ, one, null).type(DType.BF16))
        .isEqualTo(DType.I32);
  }

  @Test
  void aGoldenCaseNeedsValuesAndTheirSource() {
    KernelCase input = KernelExamples.input(DType.F32, 1);

    assertThatThrownBy(() -> GoldenCase.of(input, "out", Elements.of(DType.F32, 2), " "))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("count=1");
    assertThatThrownBy(() -> new GoldenCase(input, Map.of(), "by hand"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aCaseIsNotChangedByAddingToIt() {
    KernelCase empty = KernelCase.labelled("none", DType.F32);
    KernelCase more = empty.input("b", Elements.of(DType.F32, 1))
        .input("a", Elements.of(DType.F32, 2))
        .constant("params", KernelExamples.params(1));

    assertThat(empty.inputs()).isEmpty();
    assertThat(more.inputs().keySet()).containsExactly("b", "a");
    assertThat(more.constants()).containsOnlyKeys("params");
    assertThat(more.label()).isEqualTo("none");
  }
}
