package dev.assay.suite.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** In this process: the model is read many times, but only one JVM starts. */
class EmbedCommandTest {
  /** As many texts as the command embeds at a time. */
  private static final int BATCH = 32;

  private static final String LONG = "word ".repeat(600).strip();

  @TempDir
  Path folder;

  @Test
  void theDocumentHoldsWhatScriptsRelyOn() {
    AssayProcess run =
        AssayProcess.inProcess("embed", "Hello world", "--format", "json", "--repeat", "3");
    assertThat(run.status()).isZero();
    JsonObject document = run.json();
    assertThat(document.keySet()).contains("model", "backend", "device", "dimension", "embeddings",
        "millis", "program",
        "compileCount", "pipelinesMade");
    assertThat(document.get("backend").getAsString()).isEqualTo("reference-cpu");
    assertThat(document.get("dimension").getAsInt()).isEqualTo(384);
    JsonObject program = document.getAsJsonObject("program");
    assertThat(Stream.of("submissions", "commands", "arenaBytes", "intermediateBytes"))
        .allMatch(name -> program.get(name).getAsLong() > 0);
    assertThat(document.get("compileCount").getAsInt()).isZero();
    assertThat(document.get("pipelinesMade").getAsInt()).isPositive();
    JsonObject millis = document.getAsJsonObject("millis");
    assertThat(Stream.of("load", "firstRun", "run"))
        .allMatch(name -> millis.get(name).getAsDouble() > 0);
    JsonObject embedding = document.getAsJsonArray("embeddings").get(0).getAsJsonObject();
    assertThat(embedding.get("text").getAsString()).isEqualTo("Hello world");
    assertThat(embedding.get("tokens").getAsInt()).isEqualTo(4);
    assertThat(embedding.get("truncated").getAsBoolean()).isFalse();
    assertThat(vector(embedding)).hasSize(384);
    assertThat(dot(vector(embedding), vector(embedding))).isCloseTo(1, within(1e-5));
    assertThat(run.err().lines()).containsExactly(
        "assay: backend reference-cpu, device: " + document.get("device").getAsString());
  }

  @Test
  void everyArgumentAfterTwoDashesIsAText() {
    List<String> texts =
        List.of("--help", "-x", "--", "\"quoted\"", "@texts.txt", LONG, "--format", "text");
    List<String> arguments = new ArrayList<>(List.of("embed", "--format", "json", "--"));
    arguments.addAll(texts);
    AssayProcess run = AssayProcess.inProcess(arguments.toArray(String[]::new));
    assertThat(run.status()).isZero();
    List<JsonObject> embeddings = embeddings(run);
    assertThat(embeddings).extracting(each -> each.get("text").getAsString()).isEqualTo(texts);
    assertThat(embeddings)
        .filteredOn(each -> each.get("truncated").getAsBoolean())
        .singleElement()
        .satisfies(each -> assertThat(each.get("tokens").getAsInt()).isEqualTo(512));
    assertThat(run.err().lines())
        .satisfiesExactly(
            first -> assertThat(first).startsWith("assay: backend "),
            second -> assertThat(second).startsWith("assay: warning: text 6 is truncated"));
  }

  @Test
  void aFileGivesTheVectorsOfItsLinesInOrder() throws IOException {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < BATCH + 1; i++) {
      lines.add("Sentence number " + i + " is about "
          + (i % 3 == 0 ? "the weather" : "a rather long story of the sea"));
    }
    AssayProcess file =
        AssayProcess.inProcess("embed", "--format", "json", "--file",
            write(String.join("\n", lines)).toString());
    assertThat(file.status()).isZero();
    List<JsonObject> embeddings = embeddings(file);
    assertThat(embeddings).extracting(each -> each.get("text").getAsString()).isEqualTo(lines);
    assertThat(file.err().lines()).as("no progress without a person").hasSize(1);
    int[] some = {0, BATCH};
    List<JsonObject> alone =
        embeddings(
            AssayProcess
                .inProcess("embed", "--format", "json", lines.get(some[0]), lines.get(some[1])));
    for (int i = 0; i < some.length; i++) {
      assertThat(dot(vector(alone.get(i)), vector(embeddings.get(some[i])))).isCloseTo(1,
          within(1e-6));
    }
  }

  @Test
  void aPersonSeesProgressTokensAndTheFirstComponents() throws IOException {
    Path file = write("one\nHello \u001b[31mworld\nthree\n");
    AssayProcess run = AssayProcess.watched("embed", "--file", file.toString());
    assertThat(run.status()).isZero();
    assertThat(run.err()).contains("3/3");
    assertThat(run.out())
        .contains("Hello \\u001b[31mworld", "tokens, 384 components", "…", "run ")
        .doesNotContain("\u001b");
  }

  @Test
  void aTextThatOnlyTheTokeniserFindsEmptyNamesItsBatch() throws IOException {
    // A lone accent is no blank, but the model's normalisation strips accents.
    String lines = "fine\n".repeat(BATCH) + "\u0301\nfine\n";
    AssayProcess run =
        AssayProcess.inProcess("embed", "--format", "json", "--file", write(lines).toString());
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.errorCode()).isEqualTo("text.empty");
    assertThat(run.out()).contains("texts 33 to 34");
  }

  private Path write(String content) throws IOException {
    return Files.writeString(folder.resolve("texts.txt"), content);
  }

  private static List<JsonObject> embeddings(AssayProcess run) {
    return run.json()
        .getAsJsonArray("embeddings")
        .asList()
        .stream()
        .map(JsonElement::getAsJsonObject)
        .toList();
  }

  private static double[] vector(JsonObject embedding) {
    JsonArray components = embedding.getAsJsonArray("vector");
    return components.asList().stream().mapToDouble(JsonElement::getAsDouble).toArray();
  }

  private static double dot(double[] a, double[] b) {
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      sum += a[i] * b[i];
    }
    return sum;
  }
}
