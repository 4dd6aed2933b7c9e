package dev.assay.parity.onnx;

import static dev.assay.parity.onnx.CaseFiles.SOUND;
import static dev.assay.parity.onnx.CaseFiles.sound;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.models.ModelCodes;
import dev.assay.parity.ParityCodes;
import dev.assay.spi.error.InvalidInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.CharRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.lifecycle.AfterProperty;
import net.jqwik.api.lifecycle.BeforeProperty;

class OnnxCaseReaderPropertiesTest {
  private Path folder;

  @BeforeProperty
  void makeFolder() throws IOException {
    folder = Files.createTempDirectory("cases");
  }

  @AfterProperty
  void removeFolder() throws IOException {
    Files.deleteIfExists(folder.resolve("sum.json"));
    Files.deleteIfExists(folder.resolve("sum.bin"));
    Files.delete(folder);
  }

  @Property(tries = 500)
  void aChangedDescriptionIsReadOrRefusedByName(
      @ForAll @IntRange(max = 1000) int at, @ForAll @CharRange(from = ' ', to = '~') char with,
      @ForAll boolean inserted) throws IOException {
    int place = at % SOUND.length();
    String json = SOUND.substring(0, place) + with + SOUND.substring(place + (inserted ? 0 : 1));
    try {
      assertThat(read(json, sound()).outputs()).isNotNull();
    } catch (InvalidInputException refused) {
      assertThat(refused.code()).isIn(ParityCodes.CASE_MALFORMED, ModelCodes.ONNX_UNCOVERED);
      assertThat(refused.getMessage()).contains("sum.");
    }
  }

  @Property(tries = 60)
  void valuesOfAnotherLengthAreRefused(@ForAll @IntRange(max = 60) int length) throws IOException {
    byte[] values = Arrays.copyOf(sound(), length);
    if (length == sound().length) {
      assertThat(read(SOUND, values).name()).isEqualTo("sum");
    } else {
      assertThatThrownBy(() -> read(SOUND, values)).isInstanceOfSatisfying(
          InvalidInputException.class,
          refused -> assertThat(refused.code()).isEqualTo(ParityCodes.CASE_MALFORMED));
    }
  }

  @Property(tries = 300)
  void anyBytesAreReadOrRefusedByName(@ForAll byte[] description, @ForAll byte[] values)
      throws IOException {
    CaseFiles.write(folder, "sum", SOUND, values);
    Files.write(folder.resolve("sum.json"), description);
    try {
      OnnxCaseReader reader = OnnxCaseReader.open(folder, "sum");
      reader.operator();
      assertThat(reader.read().outputs()).isNotNull();
    } catch (InvalidInputException refused) {
      assertThat(refused.code()).isIn(ParityCodes.CASE_MALFORMED, ModelCodes.ONNX_UNCOVERED);
    }
  }

  private OnnxCase read(String json, byte[] values) throws IOException {
    CaseFiles.write(folder, "sum", json, values);
    OnnxCaseReader reader = OnnxCaseReader.open(folder, "sum");
    reader.operator();
    return reader.read();
  }
}
