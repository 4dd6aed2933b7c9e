package dev.assay.models.onnx;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.spi.error.InvalidInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;

/** Whatever a model says about where its data lies: bytes of its own folder, or an error with a code. */
class ExternalDataPropertiesTest {
  private static final float SECRET = 9;

  private static Path temp;
  private static Path folder;

  @BeforeContainer
  static void layOut() throws IOException {
    temp = Files.createTempDirectory("external-data");
    folder = Files.createDirectory(temp.resolve("model"));
    Files.write(folder.resolve("weights.bin"), OnnxFiles.bytes(1, 2, 3, 4).toByteArray());
    Files.write(temp.resolve("secret.bin"),
        OnnxFiles.bytes(SECRET, SECRET, SECRET, SECRET).toByteArray());
  }

  @AfterContainer
  static void clear() throws IOException {
    for (Path path : List.of(folder.resolve("model.onnx"), folder.resolve("weights.bin"), folder,
        temp.resolve("secret.bin"), temp)) {
      Files.deleteIfExists(path);
    }
  }

  @Provide
  Arbitrary<String> locations() {
    Arbitrary<String> pieces =
        Arbitraries.of("weights.bin", "secret.bin", "model", "..", ".", "/", "\\", "%2e%2e", "~",
            "\0", " ", "file:", "weights.bin\0", "C:");
    return pieces.list().ofMaxSize(5).map(list -> String.join("/", list));
  }

  @Provide
  Arbitrary<String> numbers() {
    return Arbitraries.oneOf(
        Arbitraries.integers().between(-2, 20).map(String::valueOf),
        Arbitraries.longs().map(String::valueOf),
        Arbitraries.of("", " 4", "0x4", "1e1", "+4", "９", "18446744073709551616"));
  }

  @Property(tries = 300)
  void noLocationLeadsOutOfTheFolderOrPastTheFile(
      @ForAll @From("locations") String location,
      @ForAll @From("numbers") String offset,
      @ForAll @From("numbers") String length) throws IOException {
    Path file = folder.resolve("model.onnx");
    Files.write(file, OnnxFiles.model(OnnxFiles.external(OnnxFiles.tensor("t", OnnxFiles.FLOAT, 2),
        "location", location, "offset", offset, "length", length)));
    try {
      assertThat(new OnnxReader().read(file).initializer("t").toFloats()).hasSize(2)
          .doesNotContain(SECRET);
    } catch (InvalidInputException refused) {
      assertThat(refused.problems())
          .allSatisfy(problem -> assertThat(problem.code().id()).startsWith("onnx."));
    }
  }
}
