package dev.assay.parity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.backend.referencecpu.ReferenceCpuProvider;
import dev.assay.spi.data.Elements;
import dev.assay.spi.error.InvalidInputException;
import dev.assay.spi.kernel.KernelCatalog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BundleFileTest {
  private static final KernelCatalog CATALOG = TestKernels.catalog(TestKernels.triple());

  @TempDir
  private Path folder;

  private static Spoiled zeroing() {
    return new Spoiled(new ReferenceCpuProvider().open(CATALOG),
        (views, before) -> views.get("out")
            .write(Elements.zeros(views.get("out").dtype(), views.get("out").count())));
  }

  private List<ParityReport.Failure> failures() {
    try (Spoiled backend = zeroing()) {
      return new ParityRun(backend).leavingBundles(folder)
          .run(ParityOptions.ALL.withModes(Set.of(Mode.DIRECT)))
          .failures();
    }
  }

  private static Path bundle(ParityReport.Failure failure) {
    return Path.of(failure.bundle());
  }

  @Test
  void everyFailureLeavesABundleThatFailsAgainInTheSameWay() {
    List<ParityReport.Failure> failures = failures();

    assertThat(failures).extracting(ParityReport.Failure::trial)
        .anyMatch(trial -> trial.contains("golden"))
        .anyMatch(trial -> trial.contains("seed"));
    try (Spoiled backend = zeroing()) {
      for (ParityReport.Failure failure : failures) {
        ParityReport again = new ParityRun(backend).replay(bundle(failure));

        assertThat(again.executed()).isOne();
        assertThat(again.failures())
            .anySatisfy(found -> assertThat(found).usingRecursiveComparison()
                .ignoringFields("bundle")
                .isEqualTo(failure));
      }
    }
  }

  @Test
  void aBundlePassesOnceWhatWasWrongIsRight() {
    Path bundle = bundle(failures().getLast());

    try (Spoiled backend = new Spoiled(new ReferenceCpuProvider().open(CATALOG),
        (views, before) -> {})) {
      ParityReport again = new ParityRun(backend).replay(bundle);

      assertThat(again.isPassed()).isTrue();
      assertThat(again.executed()).isOne();
    }
  }

  @Test
  void onlyThisUserReadsBundlesAndTheyAreFew() throws IOException {
    List<ParityReport.Failure> failures = failures();

    Path bundle = bundle(failures.getFirst());
    assertThat(Files.getPosixFilePermissions(bundle))
        .isEqualTo(PosixFilePermissions.fromString("rw-------"));
    assertThat(Files.getPosixFilePermissions(bundle.getParent()))
        .isEqualTo(PosixFilePermissions.fromString("rwx------"));
    try (var files = Files.list(bundle.getParent())) {
      assertThat(files).hasSizeLessThanOrEqualTo(Bundles.MOST)
          .allMatch(file -> file.toString().endsWith(".json"));
    }
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', textBlock = """
      "format":1         | "format":2             | format
      "kernel":"test:triple" | "kernel":"test:none" | kernel is not installed
      "kernel":"test:triple" | "kernel":[]          | kernel
      "dtype":"f32"      | "dtype":"f99"          | dtype
      "dtype":"f32"      | "dtype":"f16"          | kernel is not installed
      "mode":"direct"    | "mode":"guessed"       | mode
      "layout":          | "layout":-1            | layout
      "golden":-1        | "golden":99            | golden
      "golden":-1        | "golden":1.5           | integer
      "nonFinite":false  | "nonFinite":{}         | nonFinite
      "nonFinite":false  | "nonFinite":null       | nonFinite
      "nonFinite":false  | "nonFinite":"yes"      | nonFinite
      "x":"              | "x":"!!!               | no base64
      "x":"              | "y":"                  | no 'x'
      "length":"         | "length":"AAAA         | length
      {                  | [{                     | no JSON
      }                  | }}                     | no JSON
      """)
  void aDamagedBundleIsRefusedWithTheReason(String part, String damage, String reason)
      throws IOException {
    Path bundle = failures().stream()
        .filter(failure -> failure.trial().contains("seed"))
        .map(BundleFileTest::bundle)
        .findFirst()
        .orElseThrow();
    String text = Files.readString(bundle);
    assertThat(text).contains(part);
    Files.writeString(bundle, text.replace(part, damage));

    assertRefused(bundle, reason);
  }

  @Test
  void aBundleWhoseConstantsAskForMoreMemoryThanItBringsIsRefusedBeforeItIsTaken()
      throws IOException {
    Path bundle = failures().stream()
        .filter(failure -> failure.trial().contains("seed"))
        .map(BundleFileTest::bundle)
        .findFirst()
        .orElseThrow();
    String huge = Files.readString(bundle)
        .replaceAll("\"length\":\"[^\"]*\"", "\"length\":\"/////w==\"");
    Files.writeString(bundle, huge);

    assertRefused(bundle, "without measure");
  }

  @Test
  void aMissingFileAndAnEmptyOneAreNoBundles() throws IOException {
    assertRefused(folder.resolve("missing.json"), "no such file");
    assertRefused(Files.createFile(folder.resolve("empty.json")), "no JSON");
    assertRefused(Files.write(folder.resolve("bytes.json"), new byte[] {'{', -1, '}'}), "no UTF-8");
    assertRefused(Files.writeString(folder.resolve("more.json"), "{} \""), "no JSON");
  }

  @Test
  @EnabledOnOs({OS.LINUX, OS.MAC})
  void whatHasNoEndIsNotRead() {
    assertRefused(Path.of("/dev/zero"), "no file");
    assertRefused(folder, "no file");
  }

  private static void assertRefused(Path bundle, String reason) {
    try (Spoiled backend = zeroing()) {
      assertThatThrownBy(() -> new ParityRun(backend).replay(bundle))
          .isInstanceOfSatisfying(InvalidInputException.class, refused -> assertThat(refused.code())
              .isEqualTo(ParityCodes.BUNDLE_INVALID))
          .hasMessageContaining(reason)
          .hasMessageContaining(bundle.toString());
    }
  }
}
