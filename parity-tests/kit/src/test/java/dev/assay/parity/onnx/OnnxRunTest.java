package dev.assay.parity.onnx;

import static dev.assay.parity.onnx.CaseFiles.SOUND;
import static dev.assay.parity.onnx.CaseFiles.floats;
import static dev.assay.parity.onnx.CaseFiles.sound;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.models.ModelCodes;
import dev.assay.runtime.Assay;
import dev.assay.spi.error.InvalidInputException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class OnnxRunTest {
  private static Assay assay;

  @TempDir
  Path folder;

  @BeforeAll
  static void open() {
    assay = Assay.open("reference-cpu");
  }

  @AfterAll
  static void close() {
    assay.close();
  }

  @Test
  void aSoundCasePassesAndOtherFilesAreNone() throws IOException {
    CaseFiles.write(folder, "sum", SOUND, sound());
    Files.writeString(folder.resolve("README.md"), "no case");

    OnnxReport report = OnnxRun.run(assay, folder);

    assertThat(report.passed()).containsExactly("sum");
    assertThat(report.executed()).isOne();
    assertThat(report.isGood()).isTrue();
    assertThat(report.backend()).isEqualTo("reference-cpu");
  }

  @Test
  @EnabledOnOs({OS.LINUX, OS.MAC})
  void aDescriptionWithoutAnEndFailsItsCaseAlone() throws IOException {
    CaseFiles.write(folder, "sum", SOUND, sound());
    Files.createSymbolicLink(folder.resolve("endless.json"), Path.of("/dev/zero"));

    OnnxReport report = OnnxRun.run(assay, folder);

    assertThat(report.passed()).containsExactly("sum");
    assertThat(report.failures()).singleElement()
        .satisfies(failure -> assertThat(failure.detail()).contains("no file"));
  }

  static Stream<Arguments> wrongValues() {
    return Stream.of(
        Arguments.of("one a little off", floats(1, 2, 10, 20, 11, 22.03), "22.03"),
        Arguments.of("NaN expected", floats(1, 2, 10, 20, Double.NaN, 22), "NaN"),
        Arguments.of("NaN found", floats(1, Double.NaN, 10, 20, 11, 22), "found NaN"),
        Arguments.of("the other infinity",
            floats(1, Double.NEGATIVE_INFINITY, 10, 20, 11, Double.POSITIVE_INFINITY), "Infinity"),
        Arguments.of("zero", floats(1, 2, 10, 20, 11, 0), "expected 0.0, found 22.0"),
        Arguments.of("cut file", Arrays.copyOf(sound(), 23), "outputs[0].shape"),
        Arguments.of("file too long", Arrays.copyOf(sound(), 25), "25 bytes"),
        Arguments.of("empty file", new byte[0], "inputs[0].shape"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("wrongValues")
  void wrongValuesFailTheirCaseAlone(String what, byte[] values, String detail)
      throws IOException {
    CaseFiles.write(folder, "sum", SOUND, values);
    CaseFiles.write(folder, "twin", SOUND.replace("\"sum\"", "\"twin\""), sound());

    OnnxReport report = OnnxRun.run(assay, folder);

    assertThat(report.passed()).containsExactly("twin");
    assertThat(report.failures()).singleElement().satisfies(failure -> {
      assertThat(failure.caseName()).isEqualTo("sum");
      assertThat(failure.detail()).contains(detail);
    });
    assertThat(report.isGood()).isFalse();
  }

  @Test
  void whatIsWithinOnnxBoundsPasses() throws IOException {
    CaseFiles.write(folder, "sum", SOUND, floats(1, 2, 10, 20, 11.01, 21.98));

    assertThat(OnnxRun.run(assay, folder).isGood()).isTrue();
  }

  static Stream<Arguments> wrongDescriptions() {
    return Stream.of(
        Arguments.of("another shape of the output",
            edit("\"z\", \"dtype\": \"float32\", \"shape\": [2]",
                "\"z\", \"dtype\": \"float32\", \"shape\": [2, 1]"),
            "came out as f32[2]"),
        Arguments.of("another type of the output",
            edit("\"z\", \"dtype\": \"float32\"", "\"z\", \"dtype\": \"int32\""),
            "came out as f32[2]"),
        Arguments.of("another operator", edit("Add", "Sub"), "found -9.0"),
        Arguments.of("a missing output",
            edit("{\"name\": \"z\", \"dtype\": \"float32\", \"shape\": [2]}",
                ""),
            "16 bytes"),
        Arguments.of("one output too many", edit("[{\"name\": \"z\"",
            "[{\"name\": \"q\", \"dtype\": \"float32\", \"shape\": [0]}, {\"name\": \"z\""),
            "outputs"),
        Arguments.of("a huge shape", edit("\"x\", \"dtype\": \"float32\", \"shape\": [2]",
            "\"x\", \"dtype\": \"float32\", \"shape\": [1000000, 1000000, 1000]"),
            "inputs[0].shape"),
        Arguments.of("a shape beyond 64 bits", edit("\"x\", \"dtype\": \"float32\", \"shape\": [2]",
            "\"x\", \"dtype\": \"float32\", \"shape\": [4294967296, 4294967296]"),
            "inputs[0].shape"),
        Arguments.of("a negative size", edit("\"x\", \"dtype\": \"float32\", \"shape\": [2]",
            "\"x\", \"dtype\": \"float32\", \"shape\": [-2]"), "inputs[0].shape"),
        Arguments.of("a size with a fraction", edit("\"x\", \"dtype\": \"float32\", \"shape\": [2]",
            "\"x\", \"dtype\": \"float32\", \"shape\": [2.5]"), "an integer"),
        Arguments.of("no operator", edit("\"op\": \"Add\", ", ""), "field op"),
        Arguments.of("no attributes", edit("\"attributes\": {}, ", ""), "field attributes"),
        Arguments.of("no shape", edit(", \"shape\": [2]}]}", "}]}"), "field shape"),
        Arguments.of("an unheard-of type", edit("\"z\", \"dtype\": \"float32\"",
            "\"z\", \"dtype\": \"float33\""), "float33"),
        Arguments.of("a name that no input has", edit("[\"x\", \"y\"]", "[\"x\", \"w\"]"),
            "node_inputs"),
        Arguments.of("an input that is not used", edit("[\"x\", \"y\"]", "[\"x\"]"), "node_inputs"),
        Arguments.of("another case", edit("\"sum\"", "\"sun\""), "field case"),
        Arguments.of("a wrong kind of attribute", SOUND.replace("Add", "Softmax")
            .replace("{}", "{\"axis\": 1.5}")
            .replace("[\"x\", \"y\"]", "[\"x\", \"y\"]"), "number of inputs"),
        Arguments.of("two documents", SOUND + "{}", "no JSON document"),
        Arguments.of("a cut document", SOUND.substring(0, 40), "no JSON document"),
        Arguments.of("no object", "[]", "no JSON document"),
        Arguments.of("nothing", "", "no JSON document"),
        Arguments.of("a nested document", "[".repeat(100_000), "sum"));
  }

  private static String edit(String before, String after) {
    assertThat(SOUND).contains(before);
    return SOUND.replace(before, after);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("wrongDescriptions")
  void wrongDescriptionsFailTheirCaseAlone(String what, String json, String detail)
      throws IOException {
    CaseFiles.write(folder, "sum", json, sound());
    CaseFiles.write(folder, "twin", SOUND.replace("\"sum\"", "\"twin\""), sound());

    OnnxReport report = OnnxRun.run(assay, folder);

    assertThat(report.passed()).containsExactly("twin");
    assertThat(report.failures()).singleElement().satisfies(failure -> {
      assertThat(failure.caseName()).isEqualTo("sum");
      assertThat(failure.detail()).contains(detail);
    });
  }

  @Test
  void filesWithoutTheirOtherHalfAndThoseThatAreNoTextFail() throws IOException {
    Files.write(folder.resolve("a.bin"), sound());
    Files.writeString(folder.resolve("b.json"), SOUND.replace("\"sum\"", "\"b\""));
    CaseFiles.write(folder, "c", "", sound());
    Files.write(folder.resolve("c.json"), SOUND.getBytes(StandardCharsets.UTF_16));
    Files.createDirectory(folder.resolve("d.json"));

    OnnxReport report = OnnxRun.run(assay, folder);

    assertThat(report.failures()).extracting(OnnxReport.Failure::caseName)
        .containsExactly("a", "b", "c", "d");
  }

  @Test
  void aBoolThatIsNeitherZeroNorOneIsDamage() throws IOException {
    CaseFiles.write(folder, "not", """
        {"case": "not", "op": "Identity", "attributes": {}, "node_inputs": ["x"],
         "inputs": [{"name": "x", "dtype": "bool", "shape": [1]}],
         "outputs": [{"name": "y", "dtype": "bool", "shape": [1]}]}
        """, new byte[] {2, 2});

    assertThat(OnnxRun.run(assay, folder).failures()).singleElement()
        .satisfies(failure -> assertThat(failure.detail()).contains("0 or 1"));
  }

  @Test
  void whatIsNotComputedIsCountedUnderItsOperatorWithTheReason() throws IOException {
    CaseFiles.write(folder, "sum", SOUND.replace("Add", "Mystery"), sound());
    CaseFiles.write(folder, "wide", SOUND.replace("\"sum\"", "\"wide\"")
        .replace("float32", "float64"), new byte[48]);
    CaseFiles.write(folder, "known",
        SOUND.replace("\"sum\"", "\"known\"").replace("{}", "{\"novel\": 1}"), sound());

    OnnxReport report = OnnxRun.run(assay, folder);

    assertThat(report.uncoveredByOperator()).isEqualTo(Map.of("Add", 2, "Mystery", 1));
    assertThat(report.uncovered()).extracting(OnnxReport.Uncovered::reason)
        .containsExactly("attribute 'novel' is not known", "operator Mystery is not covered",
            "element type float64 is not held");
    assertThat(report.failures()).isEmpty();
    assertThat(report.isGood()).as("nothing ran").isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"float64", "float8_e4m3fn", "float8e5m2", "float4_e2m1fn", "int4", "uint2",
        "complex64", "str", "object"})
  void typesThatOnnxHasAndAssayDoesNotAreNoDamage(String type) throws IOException {
    CaseFiles.write(folder, "sum", SOUND.replace("float32", type), new byte[0]);

    assertThat(OnnxRun.run(assay, folder).uncovered()).singleElement()
        .satisfies(found -> assertThat(found.reason()).contains(type));
  }

  @Test
  void anInputMayBeTakenTwice() throws IOException {
    CaseFiles.write(folder, "sum", SOUND.replace("[\"x\", \"y\"]", "[\"x\", \"x\"]")
        .replace(",\n            {\"name\": \"y\", \"dtype\": \"float32\", \"shape\": [2]}", ""),
        floats(1, 2, 2, 4));

    assertThat(OnnxRun.run(assay, folder).passed()).containsExactly("sum");
  }

  @Test
  void anEmptyFolderMeasuresNothing() {
    OnnxReport report = OnnxRun.run(assay, folder);

    assertThat(report.executed()).isZero();
    assertThat(report.isGood()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"missing", "sum.bin"})
  void aFolderThatCannotBeReadIsAnErrorOfTheRun(String name) throws IOException {
    CaseFiles.write(folder, "sum", SOUND, sound());

    assertThatThrownBy(() -> OnnxRun.run(assay, folder.resolve(name)))
        .isInstanceOfSatisfying(InvalidInputException.class,
            error -> assertThat(error.code()).isEqualTo(ModelCodes.FILE_UNREADABLE));
  }
}
