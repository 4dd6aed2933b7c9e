package dev.assay.models.onnx;

import static dev.assay.models.onnx.OnnxFiles.external;
import static dev.assay.models.onnx.OnnxFiles.model;
import static dev.assay.models.onnx.OnnxFiles.tensor;
import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.models.ModelCodes;
import dev.assay.models.onnx.proto.OnnxProto;
import dev.assay.spi.error.ErrorCode;
import dev.assay.spi.error.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ExternalDataTest {
  @TempDir
  private Path temp;

  private Path folder;

  @BeforeEach
  void layOut() throws IOException {
    folder = Files.createDirectory(temp.resolve("model"));
    Files.write(folder.resolve("weights.bin"), OnnxFiles.bytes(1, 2, 3, 4).toByteArray());
    Files.write(temp.resolve("secret.bin"), OnnxFiles.bytes(9, 9, 9, 9).toByteArray());
  }

  @Test
  void aRangeOfTheFileIsRead() throws IOException {
    Path file =
        write(
            external(tensor("all", 1, 2, 2), "location", "weights.bin"),
            external(tensor("part", 1, 2), "location", "weights.bin", "offset", "4", "length", "8"),
            external(tensor("none", 1, 0), "location", "weights.bin", "offset", "16"));
    OnnxModel model = new OnnxReader().read(file);

    assertThat(model.initializer("all").toFloats()).containsExactly(1, 2, 3, 4);
    assertThat(model.initializer("part").toFloats()).containsExactly(2, 3);
    assertThat(model.initializer("none").toFloats()).isEmpty();
  }

  @Test
  void filesInFoldersBelowAndLinksWithinAreRead() throws IOException {
    Files.createDirectory(folder.resolve("data"));
    Files.move(folder.resolve("weights.bin"), folder.resolve("data/weights.bin"));
    Files.createSymbolicLink(folder.resolve("link.bin"), Path.of("data/weights.bin"));

    for (String location : List.of("data/weights.bin", "./data/weights.bin", "link.bin")) {
      OnnxModel model =
          new OnnxReader().read(write(external(tensor("t", 1, 4), "location", location)));
      assertThat(model.initializer("t").toFloats()).containsExactly(1, 2, 3, 4);
    }
  }

  @Test
  void aModelBehindALinkedFolderFindsItsData() throws IOException {
    write(external(tensor("t", 1, 4), "location", "weights.bin"));
    Files.createSymbolicLink(temp.resolve("linked"), folder);

    OnnxModel model = new OnnxReader().read(temp.resolve("linked/model.onnx"));

    assertThat(model.initializer("t").toFloats()).containsExactly(1, 2, 3, 4);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "", "..", "../secret.bin", "../model/weights.bin", "x/../weights.bin", "x/../../secret.bin",
        "/etc/passwd", "/",
        "nul\u0000.bin"
      })
  void aLocationThatLeadsOutIsRefused(String location) throws IOException {
    assertThat(codes(external(tensor("t", 1, 4), "location", location)))
        .containsExactly(ModelCodes.ONNX_EXTERNAL_OUTSIDE);
  }

  @Test
  void anAbsoluteLocationIsRefusedEvenInTheFolder() throws IOException {
    String absolute = folder.resolve("weights.bin").toAbsolutePath().toString();

    assertThat(codes(external(tensor("t", 1, 4), "location", absolute)))
        .containsExactly(ModelCodes.ONNX_EXTERNAL_OUTSIDE);
  }

  @Test
  void aMissingLocationIsRefused() throws IOException {
    assertThat(codes(external(tensor("t", 1, 4))))
        .containsExactly(ModelCodes.ONNX_EXTERNAL_OUTSIDE);
  }

  @Test
  void linksThatLeadOutAreRefused() throws IOException {
    Files.createSymbolicLink(folder.resolve("link.bin"), temp.resolve("secret.bin"));
    Files.createSymbolicLink(folder.resolve("up"), temp);
    Files.createSymbolicLink(folder.resolve("twice.bin"), Path.of("link.bin"));

    for (String location : List.of("link.bin", "up/secret.bin", "up/model/../secret.bin",
        "twice.bin")) {
      assertThat(codes(external(tensor("t", 1, 4), "location", location)))
          .as(location)
          .containsExactly(ModelCodes.ONNX_EXTERNAL_OUTSIDE);
    }
  }

  @Test
  void aFolderBesideWhoseNameBeginsAlikeIsOutside() throws IOException {
    Path beside = Files.createDirectory(temp.resolve("model-other"));
    Files.write(beside.resolve("weights.bin"), new byte[16]);
    Files.createSymbolicLink(folder.resolve("link.bin"), beside.resolve("weights.bin"));

    assertThat(codes(external(tensor("t", 1, 4), "location", "link.bin")))
        .containsExactly(ModelCodes.ONNX_EXTERNAL_OUTSIDE);
  }

  @Test
  void dataThatIsNotThereIsMissing() throws IOException {
    Files.createDirectory(folder.resolve("folder"));
    Files.createSymbolicLink(folder.resolve("nowhere.bin"), Path.of("gone.bin"));

    for (String location : List.of("missing.bin", "folder", ".", "nowhere.bin",
        "weights.bin/inside")) {
      assertThat(codes(external(tensor("t", 1, 4), "location", location)))
          .as(location)
          .containsExactly(ModelCodes.ONNX_EXTERNAL_MISSING);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "4, 16, external_range",
    "17, 16, external_range",
    "9223372036854775807, 16, external_range",
    "9223372036854775808, 16, malformed",
    "-1, 16, malformed",
    "+1, 16, malformed",
    "0x1, 16, malformed",
    "'', 16, malformed",
    "0, 12, length",
    "0, 20, length",
    "0, -16, malformed",
    "0, 9223372036854775807, length",
  })
  void aRangeOutsideTheFileIsRefused(String offset, String length, String code) throws IOException {
    assertThat(
        codes(external(tensor("t", 1, 4), "location", "weights.bin", "offset", offset, "length",
            length)))
        .containsExactly(new ErrorCode("onnx." + code));
  }

  @Test
  void dimensionsLargerThanTheFileAreRefusedBeforeAnythingIsAllocated() throws IOException {
    assertThat(codes(external(tensor("t", 1, 1L << 60), "location", "weights.bin")))
        .containsExactly(ModelCodes.ONNX_EXTERNAL_RANGE);
  }

  @Test
  void aModelFromAStreamHasNoFolder() {
    assertThat(OnnxFiles.codes(model(external(tensor("t", 1, 4), "location", "weights.bin"))))
        .containsExactly(ModelCodes.ONNX_EXTERNAL_MISSING);
  }

  @Test
  void externalDataCountsTowardsTheLimit() throws IOException {
    Path file =
        write(
            external(tensor("a", 1, 4), "location", "weights.bin"),
            external(tensor("b", 1, 4), "location", "weights.bin"));
    int size = (int) Files.size(file);

    assertThat(new OnnxReader(size + 32).read(file).initializers()).hasSize(2);
    assertThat(OnnxFiles.problems(() -> new OnnxReader(size + 31).read(file)))
        .extracting(Problem::code)
        .containsExactly(ModelCodes.ONNX_TOO_LARGE);
  }

  private Path write(OnnxProto.Tensor.Builder... initializers) throws IOException {
    return Files.write(folder.resolve("model.onnx"), model(initializers));
  }

  private List<ErrorCode> codes(OnnxProto.Tensor.Builder initializer) throws IOException {
    Path file = write(initializer);
    return OnnxFiles.problems(() -> new OnnxReader().read(file))
        .stream()
        .map(Problem::code)
        .toList();
  }
}
