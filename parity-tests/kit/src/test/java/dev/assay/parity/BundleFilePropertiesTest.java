package dev.assay.parity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.backend.referencecpu.ReferenceCpuProvider;
import dev.assay.parity.trial.TrialCase;
import dev.assay.spi.backend.Backend;
import dev.assay.spi.data.DType;
import dev.assay.spi.error.InvalidInputException;
import dev.assay.spi.kernel.KernelCatalog;
import dev.assay.spi.kernel.KernelDeclaration;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;

/** Whatever is in a file, replaying it ends in a report or in {@code parity.bundle_invalid}. */
class BundleFilePropertiesTest {
  record Change(int place, byte value) {}

  private static final KernelDeclaration KERNEL = TestKernels.triple();
  private static final KernelCatalog CATALOG = TestKernels.catalog(KERNEL);

  private static Path file;
  private static byte[] sound;
  private static Backend backend;

  @BeforeContainer
  static void layOut() throws IOException {
    file = Files.createTempFile("bundle", ".json");
    Path written = Files.createTempDirectory("bundle").resolve("sound.json");
    // The first seed with more than one element, so that there is something to damage.
    TrialCase input = TrialCase.seeded(KERNEL, DType.F32, 1);
    for (long seed = 2; input.input().inputs().get("x").length() < 2; seed++) {
      input = TrialCase.seeded(KERNEL, DType.F32, seed);
    }
    BundleFile.write(written, new Bundle(KERNEL, null, Mode.DIRECT, 1, input));
    sound = Files.readAllBytes(written);
    Files.delete(written);
    Files.delete(written.getParent());
    backend = new ReferenceCpuProvider().open(CATALOG);
    assertThat(replay(sound)).isTrue();
  }

  @AfterContainer
  static void clear() throws IOException {
    backend.close();
    Files.delete(file);
  }

  @Provide
  Arbitrary<Change> changes() {
    return Combinators.combine(Arbitraries.integers().between(0, sound.length - 1),
        Arbitraries.oneOf(Arbitraries.bytes(),
            Arbitraries.of('"', '{', '}', '[', ']', ',', ':', '-', '1', 'e', '=', 'A')
                .map(character -> (byte) character.charValue())))
        .as(Change::new);
  }

  @Property(tries = 400)
  void changedBytesAreReplayedOrRefused(
      @ForAll @Size(min = 1, max = 4) List<@From("changes") Change> changes) throws IOException {
    byte[] damaged = sound.clone();
    changes.forEach(change -> damaged[change.place] = change.value);

    replay(damaged);
  }

  @Property(tries = 100)
  void everyTruncationIsRefused(@ForAll @IntRange(max = 100_000) int length) throws IOException {
    assertThat(replay(Arrays.copyOf(sound, length % sound.length))).isFalse();
  }

  @Property(tries = 200)
  void anyBytesAreRefused(@ForAll byte[] bytes) throws IOException {
    assertThat(replay(bytes)).isFalse();
  }

  /** Arguments that no declaration foresees: any constant, buffers of any length. */
  @Property(tries = 200)
  void anyArgumentsAreReplayedOrRefused(@ForAll @Size(max = 8) byte[] constant,
      @ForAll @Size(max = 40) byte[] content) throws IOException {
    Base64.Encoder base64 = Base64.getEncoder();
    String text = new String(sound, StandardCharsets.UTF_8)
        .replaceAll("\"length\":\"[^\"]*\"",
            "\"length\":\"" + base64.encodeToString(constant) + "\"")
        .replaceAll("\"x\":\"[^\"]*\"", "\"x\":\"" + base64.encodeToString(content) + "\"");

    replay(text.getBytes(StandardCharsets.UTF_8));
  }

  /** Whether the bytes were taken for a bundle and run. */
  private static boolean replay(byte[] bytes) throws IOException {
    Files.write(file, bytes);
    try {
      assertThat(new ParityRun(backend).replay(file).cells()).isNotEmpty();
      return true;
    } catch (InvalidInputException refused) {
      assertThat(refused.code()).isEqualTo(ParityCodes.BUNDLE_INVALID);
      assertThat(refused.getMessage()).contains(file.toString());
      return false;
    }
  }
}
