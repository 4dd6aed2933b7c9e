package dev.assay.suite.embed;

import com.google.gson.Gson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/** A text and its token ids from other tokenisers than ours; the file lies with the tests of {@code models}. */
record GoldenText(String name, String text, int fullLength, List<Long> ids) {
  private static final String FILE = "models/src/test/resources/golden/golden-tokens.jsonl";

  static List<GoldenText> all() throws IOException {
    Path folder = Path.of(System.getProperty("basedir", "")).toAbsolutePath();
    while (!Files.exists(folder.resolve(FILE))) {
      folder = Objects.requireNonNull(folder.getParent(), "no folder above has " + FILE);
    }
    Gson gson = new Gson();
    return Files.readAllLines(folder.resolve(FILE))
        .stream()
        .map(line -> gson.fromJson(line, GoldenText.class))
        .toList();
  }

  @Override
  public String toString() {
    return name;
  }
}
