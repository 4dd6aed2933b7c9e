package dev.assay.parity.mutants;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.backend.referencecpu.ReferenceCpuProvider;
import dev.assay.parity.GeneratedPart;
import dev.assay.parity.Mode;
import dev.assay.parity.ParityCodes;
import dev.assay.parity.ParityOptions;
import dev.assay.parity.ParityReport;
import dev.assay.parity.ParityRun;
import dev.assay.runtime.discovery.Installation;
import dev.assay.spi.backend.Backend;
import dev.assay.spi.error.DeviceException;
import dev.assay.spi.kernel.KernelCatalog;
import dev.assay.spi.kernel.KernelDeclaration;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every mutant of the installed kernels, of the device and of what commands it is found. */
class MutantRunTest {
  private static final KernelCatalog INSTALLED = Installation.discover().catalog();

  private static MutantReport report;

  @BeforeAll
  static void tryAll() {
    report = new MutantRun(MutantRunTest::open, INSTALLED).run(ParityOptions.ALL);
  }

  private static Backend open(KernelCatalog catalog) {
    return new ReferenceCpuProvider().open(catalog);
  }

  @Test
  void noMutantSurvives() {
    assertThat(report.survivors()).isEmpty();
    assertThat(report.killed()).isEqualTo(report.tried().size()).isGreaterThanOrEqualTo(1500);
  }

  @Test
  void everyKernelIsMadeWrongInAtLeastFiveWaysAndJudgedSoInThree() {
    assertThat(INSTALLED.kernels()).allSatisfy(kernel -> {
      String name = kernel.declaration().name().toString();
      assertThat(operators(Family.KERNEL, name)).as(name).hasSizeGreaterThanOrEqualTo(5);
      assertThat(operators(Family.ORACLE, name)).as(name).hasSizeGreaterThanOrEqualTo(3);
    });
  }

  private static Set<String> operators(Family family, String kernel) {
    return report.tried()
        .stream()
        .filter(each -> each.family() == family
            && (each.mutant() + ",").contains(" in " + kernel + ","))
        .map(MutantReport.Tried::operator)
        .collect(Collectors.toSet());
  }

  @Test
  void everyOperatorMakesAMutantWhereTheDeviceHasWhatItChanges() {
    Set<String> all = new TreeSet<>();
    Stream.of(KernelOperator.values()).map(KernelOperator::id).forEach(all::add);
    Stream.of(OracleOperator.values()).map(OracleOperator::id).forEach(all::add);
    Stream.of(PortOperator.values()).map(PortOperator::id).forEach(all::add);
    Stream.of(DeviceOperator.values()).map(DeviceOperator::id).forEach(all::add);
    Stream.of(SegmentOperator.values()).map(SegmentOperator::id).forEach(all::add);
    Stream.of(CallOperator.values()).map(CallOperator::id).forEach(all::add);
    assertThat(report.tried()).extracting(MutantReport.Tried::operator)
        .isSubsetOf(all)
        .containsAll(all);
    // The reference runs without geometry.
    assertThat(report.tried()).noneMatch(each -> each.family() == Family.DRIVER
        && each.operator().equals(PortOperator.HALF_GRID.id()));
    assertThat(all).hasSizeGreaterThanOrEqualTo(50);
  }

  @Test
  void whatCannotBeToldApartIsAFieldThatOnlyImplementationsRead() {
    assertThat(report.equivalent())
        .hasSizeLessThanOrEqualTo(report.tried().size() / 20)
        .allSatisfy(each -> {
          assertThat(each.reason()).contains("in no case");
          assertThat(each.mutant()).matches(
              "kernel: (off-by-one|zero-field) in .*, params\\.(rank|batch_rank|width)");
        });
  }

  @Test
  void theDocumentSaysWhatWasMeasured() throws IOException {
    StringBuilder table =
        new StringBuilder("| family | operator | mutants | killed |\n|---|---|---|---|\n");
    Map<Family, Map<String, List<MutantReport.Tried>>> rows = report.tried()
        .stream()
        .collect(Collectors.groupingBy(MutantReport.Tried::family, TreeMap::new,
            Collectors.groupingBy(MutantReport.Tried::operator, TreeMap::new,
                Collectors.toList())));
    rows.forEach((family, operators) -> operators.forEach((operator, tried) -> table.append("| ")
        .append(family.id())
        .append(" | ")
        .append(operator)
        .append(" | ")
        .append(tried.size())
        .append(" | ")
        .append(tried.stream().filter(MutantReport.Tried::killed).count())
        .append(" |\n")));
    table.append("| all | | ")
        .append(report.tried().size())
        .append(" | ")
        .append(report.killed())
        .append(" |\n\nEquivalent: ")
        .append(report.equivalent().size())
        .append(".\n");
    GeneratedPart.check("mutants.md", "kill rate", table.toString());
  }

  @ParameterizedTest
  @EnumSource
  void aDeviceThatTurnsRoundWhatNothingOrdersPassesEverything(StepOrder order) {
    try (Backend backend =
        WrongDevices.atPort(() -> new PortFault() {}, order).apply(open(INSTALLED))) {
      for (KernelCatalog.Kernel kernel : INSTALLED.kernels()) {
        KernelDeclaration declaration = kernel.declaration();
        ParityReport passed = new ParityRun(backend).run(ParityOptions.ALL
            .withKernel(declaration.name().toString())
            .withDtype(declaration.goldenCases().getFirst().input().dtype())
            .withModes(Set.of(Mode.BAKED, Mode.CAPTURED, Mode.INDIRECT))
            .withGenerated(1));
        assertThat(passed.failures()).isEmpty();
        assertThat(passed.executed()).isPositive();
      }
    }
  }

  @Test
  void onABackendThatFailsByItselfNoMutantIsCounted() {
    assertThatThrownBy(() -> new MutantRun(
        kernels -> CallOperator.PENDING_AFTER_WAIT.apply(open(kernels), "status"), INSTALLED)
        .run(ParityOptions.ALL.withKernel("assay:relu")))
        .isInstanceOfSatisfying(DeviceException.class, thrown -> assertThat(thrown.code())
            .isEqualTo(ParityCodes.MUTANTS_UNJUDGED));
  }

  @Test
  void aRunSaysHowFarItIs() {
    List<Integer> done = new ArrayList<>();
    MutantReport one = new MutantRun(MutantRunTest::open, INSTALLED)
        .run(ParityOptions.ALL.withKernel("assay:mul").withSeed(77), (tried, all) -> {
          done.add(tried);
          assertThat(all).isGreaterThanOrEqualTo(tried);
        });

    assertThat(one.survivors()).isEmpty();
    assertThat(done).hasSize(one.tried().size() + one.equivalent().size()).isSorted();
    assertThat(one.tried()).noneMatch(each -> each.mutant().contains("assay:add"));
  }
}
