package dev.assay.suite.metal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.backend.metal.MetalProvider;
import dev.assay.parity.Mode;
import dev.assay.parity.ParityOptions;
import dev.assay.parity.ParityReport;
import dev.assay.parity.ParityRun;
import dev.assay.spi.backend.Backend;
import dev.assay.spi.data.DType;
import dev.assay.spi.error.PluginException;
import dev.assay.spi.kernel.Implementation;
import dev.assay.spi.kernel.KernelCatalog;
import dev.assay.spi.kernel.KernelDeclaration;
import dev.assay.spi.kernel.KernelSource;
import dev.assay.suite.parity.Catalogue;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Implementations in MSL spoiled in their text or geometry: the kit kills each on the checked host driver, or the backend
 * refuses it. A mutation that makes another text is tried on one kernel of each source, since each compiles anew; the others
 * on each kind of implementation of each source.
 */
class ImplementationMutantsTest {
  /** More than usual: the kit looks for several threadgroups by the geometry, which may be what is spoiled. */
  private static final int GENERATED = 30;

  /** Of a product's cases few have many rows and columns, and fewer meet the condition of one implementation. */
  private static final int GENERATED_FOR_TILES = 200;

  private static final Map<String, String> CHECKED = Map.of("build", "checked");

  private static final String STRIDES =
      "threads stride over the row by however many they are, and a simdgroup that is not full sums its own";

  private static final String ONE_ROW =
      "it is chosen for one row, which is all that the axis holds";

  /** Mutants that compute the same, and why. */
  private static final Map<String, String> EQUIVALENT = Map.of(
      "LOOP_SHORTENED 0 of assay:softmax_cross_entropy rows",
      "the loop finds the largest logit, and any number near it keeps the exponentials in range",
      "AXIS_LOST 1 of assay:matmul vector", ONE_ROW,
      "AXIS_LOST 1 of assay:matmul vector_transposed", ONE_ROW,
      "GROUP_NARROWED 0 of assay:cumsum rows", STRIDES,
      "GROUP_NARROWED 0 of assay:fused_residual_layer_norm rows", STRIDES,
      "GROUP_NARROWED 0 of assay:layer_norm rows", STRIDES,
      "GROUP_NARROWED 0 of assay:log_softmax rows", STRIDES,
      "GROUP_NARROWED 0 of assay:softmax_cross_entropy rows", STRIDES);

  @ParameterizedTest
  @EnumSource
  void noMutantSurvives(ImplementationMutation mutation) {
    List<String> survivors = new ArrayList<>();
    Set<String> kinds = new HashSet<>();
    int tried = 0;
    for (KernelCatalog.Kernel kernel : Catalogue.installed().kernels()) {
      KernelDeclaration declaration = kernel.declaration();
      for (KernelCatalog.Installed installed : Catalogue.installed()
          .implementations(declaration.name())) {
        Implementation original = installed.implementation();
        String kind = original.source().name() + (mutation.compiles() ? "" : original.name());
        if (original.dtype() != declaration.dtypes().iterator().next() || kinds.contains(kind)) {
          continue;
        }
        List<Implementation> mutants =
            mutation.of(original).filter(each -> !each.equals(original)).toList();
        for (int i = 0; i < mutants.size(); i++) {
          kinds.add(kind);
          String name = mutation + " " + i + " of " + original.kernel() + " " + original.name();
          tried++;
          if (!EQUIVALENT.containsKey(name) && survives(declaration, mutants.get(i))) {
            survivors.add(name);
          }
        }
      }
    }
    assertThat(tried).as("mutants").isPositive();
    assertThat(survivors).as("of %d mutants", tried).isEmpty();
  }

  private static boolean survives(KernelDeclaration declaration, Implementation mutant) {
    KernelCatalog.Builder catalog = KernelCatalog.builder().kernel(declaration, "suite");
    catalog.implementation(mutant, "suite");
    DType dtype = mutant.dtype();
    try (Backend backend = new MetalProvider().open(catalog.build(), CHECKED)) {
      ParityOptions options = ParityOptions.ALL.withKernel(declaration.name().toString())
          .withDtype(dtype)
          .withImplementation(mutant.name())
          .withModes(Set.of(Mode.DIRECT, Mode.RESUBMITTED))
          .withGenerated(declaration.name().name().equals("matmul")
              ? GENERATED_FOR_TILES
              : GENERATED);
      ParityReport report = new ParityRun(backend).endingAtFailure().run(options);
      assertThat(report.executed()).as(mutant.entryPoint()).isPositive();
      return report.failed() == 0;
    } catch (PluginException refused) {
      return false;
    }
  }
}
