package dev.assay.suite.msl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.msl.reader.MslModule;
import dev.assay.msl.reader.model.Layout;
import dev.assay.msl.reader.model.MslKernel;
import dev.assay.msl.reader.model.ParameterKind;
import dev.assay.ops.OpsPlugin;
import dev.assay.spi.data.DType;
import dev.assay.spi.kernel.Implementation;
import dev.assay.spi.kernel.KernelDeclaration;
import dev.assay.spi.kernel.KernelSource;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every source of the catalogue, read and compiled as a whole. */
class MslSignatureTest {
  private static final int THREADGROUP_BYTES = 32_768;

  static Set<KernelSource> sources() {
    return CatalogueMsl.bySource().keySet();
  }

  @ParameterizedTest
  @MethodSource("sources")
  void isReadWithoutAWord(KernelSource source) {
    assertThat(CatalogueMsl.read(source).diagnostics()).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("sources")
  void everyEntryPointIsRegisteredExactlyOnce(KernelSource source) {
    List<String> registered = CatalogueMsl.bySource()
        .get(source)
        .stream()
        .map(Implementation::entryPoint)
        .toList();

    assertThat(CatalogueMsl.read(source).kernels().stream().map(MslKernel::name))
        .containsExactlyInAnyOrderElementsOf(registered);
  }

  @ParameterizedTest
  @MethodSource("sources")
  void everyEntryPointCompiles(KernelSource source) {
    assertThat(CatalogueMsl.diagnostics(source)).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("sources")
  void kernelsKeepToWhatEveryAppleGpuHas(KernelSource source) {
    for (MslKernel kernel : CatalogueMsl.read(source).kernels()) {
      assertThat(kernel.bindings()
          .stream()
          .filter(each -> each.kind() != ParameterKind.THREADGROUP)
          .map(each -> each.index())
          .filter(OptionalInt::isPresent)
          .map(OptionalInt::getAsInt))
          .as("indices of " + kernel.name())
          .doesNotHaveDuplicates()
          .allMatch(index -> index <= 30);
      assertThat(kernel.threadgroupVariables()
          .stream()
          .map(variable -> variable.type().layout())
          // The size of a type that depends on a template argument's own types is known to a compiler alone.
          .mapToLong(layout -> layout.map(Layout::sizeBytes).orElse(0L))
          .sum())
          .as("threadgroup memory of " + kernel.name())
          .isLessThanOrEqualTo(THREADGROUP_BYTES);
    }
  }

  @Test
  void everyKernelOfTheCatalogueHasAnImplementationForEachOfItsTypes() {
    Set<String> missing = new TreeSet<>();
    for (KernelDeclaration kernel : new OpsPlugin().kernels()) {
      Set<DType> covered = CatalogueMsl.IMPLEMENTATIONS.stream()
          .filter(each -> each.kernel().equals(kernel.name()))
          .map(Implementation::dtype)
          .collect(Collectors.toSet());
      kernel.dtypes()
          .stream()
          .filter(dtype -> !covered.contains(dtype))
          .forEach(dtype -> missing.add(kernel.name() + " " + dtype));
    }
    assertThat(missing).isEmpty();
  }
}
