package dev.assay.suite;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.AccessTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.assay.spi.data.Bytes;
import java.io.File;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which module may use which, and no cycles: the design's table, checked on the compiled classes. */
class ArchitectureTest {
  /** A rule over no classes always holds: each module must show at least this many. */
  private static final Map<String, Integer> FEWEST_CLASSES = new TreeMap<>(Map.of(
      "dev.assay.spi", 55,
      "dev.assay.backend.support", 15,
      "dev.assay.backend.referencecpu", 6,
      "dev.assay.msl", 60,
      "dev.assay.ops", 30,
      "dev.assay.runtime", 25,
      "dev.assay.models", 20,
      "dev.assay.parity", 1,
      "dev.assay.parity.junit", 5,
      "dev.assay.cli", 12));

  /** Parameters of the one {@code MemorySegment.copy} that has no layouts. */
  private static final int COPY_WITHOUT_LAYOUTS = 5;

  private static final JavaClasses CLASSES = new ClassFileImporter()
      .withImportOption(new ImportOption.DoNotIncludeTests())
      .importPackages(FEWEST_CLASSES.keySet());

  @Test
  void enoughClassesAreSeenToMeanSomething() {
    FEWEST_CLASSES.forEach((module, fewest) -> assertThat(CLASSES.stream()
        .map(JavaClass::getPackageName)
        .filter(name -> name.equals(module) || name.startsWith(module + "."))
        .count()).as(module).isGreaterThanOrEqualTo(fewest));
  }

  @Test
  void modulesUseOnlyWhatTheDesignAllows() {
    layeredArchitecture()
        .consideringOnlyDependenciesInAnyPackage("dev.assay..")
        .layer("spi")
        .definedBy("dev.assay.spi..")
        .layer("backend-support")
        .definedBy("dev.assay.backend.support..")
        .layer("backend-reference-cpu")
        .definedBy("dev.assay.backend.referencecpu..")
        .layer("ops")
        .definedBy("dev.assay.ops..")
        .layer("msl")
        .definedBy("dev.assay.msl..")
        .layer("runtime")
        .definedBy("dev.assay.runtime..")
        .layer("models")
        .definedBy("dev.assay.models..")
        .layer("parity-kit")
        .definedBy("dev.assay.parity", "dev.assay.parity.onnx..", "dev.assay.parity.trial..")
        .layer("parity-mutants")
        .definedBy("dev.assay.parity.mutants..")
        .layer("parity-junit")
        .definedBy("dev.assay.parity.junit..")
        .layer("cli")
        .definedBy("dev.assay.cli..")
        .whereLayer("spi")
        .mayNotAccessAnyLayer()
        .whereLayer("backend-support")
        .mayOnlyAccessLayers("spi")
        .whereLayer("backend-reference-cpu")
        .mayOnlyAccessLayers("spi", "backend-support")
        .whereLayer("ops")
        .mayOnlyAccessLayers("spi")
        .whereLayer("msl")
        .mayOnlyAccessLayers("spi")
        .whereLayer("runtime")
        .mayOnlyAccessLayers("spi", "ops")
        .whereLayer("models")
        .mayOnlyAccessLayers("spi", "ops", "runtime")
        .whereLayer("parity-kit")
        .mayOnlyAccessLayers("spi", "runtime", "models")
        .whereLayer("parity-mutants")
        .mayOnlyAccessLayers("spi", "backend-support", "parity-kit")
        .whereLayer("parity-junit")
        .mayOnlyAccessLayers("spi", "runtime", "parity-kit")
        .whereLayer("cli")
        .mayOnlyAccessLayers("spi", "ops", "runtime", "models", "msl", "parity-kit",
            "parity-mutants")
        .check(CLASSES);
  }

  @ParameterizedTest
  @ValueSource(strings = {"dev.assay.spi", "dev.assay.ops", "dev.assay.runtime", "dev.assay.models",
    "dev.assay.msl",
    "dev.assay.cli"})
  void packagesOfAModuleFormNoCycle(String module) {
    slices().matching(module + ".(*)..").should().beFreeOfCycles().check(CLASSES);
  }

  @Test
  void contractsAndSharedBackendCodeKnowNoContainer() {
    noClasses().that()
        .resideInAnyPackage("dev.assay.spi..", "dev.assay.backend..", "dev.assay.ops..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("com.google.inject..", "jakarta.inject..")
        .check(CLASSES);
  }

  @Test
  void contractsDependOnTheJdkAlone() {
    noClasses().that()
        .resideInAPackage("dev.assay.spi..")
        .should()
        .dependOnClassesThat()
        .resideOutsideOfPackages("dev.assay.spi..", "java..", "org.apiguardian..", "org.jspecify..")
        .check(CLASSES);
  }

  @Test
  void nativeCodeIsCalledByTheExecutionOfMslAndTheAppleDriverAlone() {
    noClasses().that()
        .resideInAPackage("dev.assay..")
        .and()
        .resideOutsideOfPackages("dev.assay.msl.exec..", "dev.assay.backend.metal.apple.objc..")
        .should()
        .dependOnClassesThat()
        .haveFullyQualifiedName("java.lang.foreign.Linker")
        .orShould()
        .dependOnClassesThat()
        .haveFullyQualifiedName("java.lang.foreign.SymbolLookup")
        .check(CLASSES);
  }

  /** The JVM's compiler loses bytes of the others: {@link Bytes} says when. */
  @Test
  void memoryIsCopiedByOneMethodAlone() throws IOException {
    JavaClasses all = new ClassFileImporter()
        .withImportOption(new ImportOption.DoNotIncludeTests())
        .importPackages("dev.assay");
    noClasses()
        .should()
        .accessTargetWhere(describe("copies memory without layouts of elements",
            ArchitectureTest::copiesWithoutLayouts))
        .check(all);
    int modules = 0;
    try (Stream<Path> folders = Files.find(Path.of("../.."), 5,
        (folder, attributes) -> folder.endsWith("src/main/java"))) {
      for (Path sources : folders.toList()) {
        modules++;
        // Neither is on the class path here; both write nothing that the text could hide.
        if (sources.startsWith("../../examples") || sources.startsWith("../../benchmarks")) {
          for (Path source : javaFiles(sources)) {
            assertThat(Files.readString(source)).as(source.toString())
                .doesNotContain("copyFrom", "MemorySegment.copy", "MemorySegment::copy");
          }
        } else {
          assertThat(javaFiles(sources)).as(sources.toString())
              .anyMatch(source -> all.contain(sources.relativize(source)
                  .toString()
                  .replace(".java", "")
                  .replace(File.separatorChar, '.')));
        }
      }
    }
    assertThat(modules).isGreaterThanOrEqualTo(17);
  }

  /** Calls and references to the method alike. */
  private static boolean copiesWithoutLayouts(JavaAccess<?> access) {
    return access.getTarget() instanceof AccessTarget.CodeUnitAccessTarget method
        && method.getOwner().isEquivalentTo(MemorySegment.class)
        && (method.getName().equals("copyFrom") || (method.getName().equals("copy")
            && method.getRawParameterTypes().size() == COPY_WITHOUT_LAYOUTS));
  }

  private static List<Path> javaFiles(Path folder) throws IOException {
    try (Stream<Path> files =
        Files.find(folder, 20, (file, attributes) -> file.toString().endsWith(".java"))) {
      return files.toList();
    }
  }

  /** Else {@code mvn install}, which the guides begin with, fails at the module. */
  @Test
  void whatPacksNoJarIsNotInstalled() throws IOException {
    int without = 0;
    try (Stream<Path> files = Files.find(Path.of("../.."), 3,
        (file, attributes) -> file.endsWith("pom.xml"))) {
      for (Path pom : files.toList()) {
        String text = Files.readString(pom);
        if (text.contains("<id>default-jar</id>") && text.contains("<phase>none</phase>")) {
          without++;
          assertThat(text).as(pom.toString())
              .contains("<maven.install.skip>true</maven.install.skip>");
        }
      }
    }
    assertThat(without).isPositive();
  }
}
