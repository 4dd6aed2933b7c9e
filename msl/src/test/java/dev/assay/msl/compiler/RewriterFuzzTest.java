package dev.assay.msl.compiler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** No text makes the scanner or the rewriter fail: what they do not understand is left to clang. */
class RewriterFuzzTest {
  private static String rewrite(String text) {
    TokenStream tokens = new TokenStream(text);
    Outline outline = OutlineScanner.scan(tokens);
    EntryWriter.write(KernelEntries.of(outline), dev.assay.msl.MslBuild.FAST);
    return SourceRewriter.rewrite(
        tokens, outline, Map.of(), outline.kernels.stream().findFirst());
  }

  private static String resource(String file) throws IOException {
    try (InputStream in = RewriterFuzzTest.class.getResourceAsStream("/dev/assay/msl/" + file)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"vectors", "simdgroups", "templates", "constants", "attention", "vendor_names"})
  void mutatedKernelsAreRewrittenOrLeftAlone(String file) throws IOException {
    String text = resource(file + ".metal");
    List<Token> tokens = MslLexer.tokens(text);
    Random random = new Random(file.hashCode());
    for (int round = 0; round < 400; round++) {
      StringBuilder mutated = new StringBuilder(text);
      for (int k = random.nextInt(4); k >= 0; k--) {
        Token from = tokens.get(random.nextInt(tokens.size()));
        Token to = tokens.get(random.nextInt(tokens.size()));
        int at = Math.min(to.start(), mutated.length());
        switch (random.nextInt(3)) {
          case 0 -> mutated.insert(at, from.text());
          case 1 -> mutated.delete(at, Math.min(mutated.length(), at + to.text().length()));
          default -> mutated.setLength(at);
        }
      }
      String source = mutated.toString();
      assertThatCode(() -> rewrite(source)).as(source).doesNotThrowAnyException();
    }
  }

  @Test
  void randomCharactersAreAccepted() {
    Random random = new Random(99);
    String alphabet =
        "[](){}<>;:,=*&.#\"'\\ \nkernel template constant threadgroup 1.0h xy \u0000\ud800";
    for (int round = 0; round < 3000; round++) {
      StringBuilder text = new StringBuilder();
      for (int i = random.nextInt(60); i >= 0; i--) {
        text.append(alphabet.charAt(random.nextInt(alphabet.length())));
      }
      String source = text.toString();
      assertThatCode(() -> rewrite(source)).as(source).doesNotThrowAnyException();
    }
  }

  @Test
  @Timeout(60)
  void deepNestingAndLongListsTakeLinearTime() {
    for (String unit : List.of("(", "{", "[[", "a<", "namespace x {", "template <",
        "kernel void f(int a,")) {
      assertThatCode(() -> rewrite(unit.repeat(20_000))).as(unit).doesNotThrowAnyException();
    }
    assertThat(rewrite("a.xy = b.zw;\n".repeat(100_000)))
        .contains("swz_ref<0, 1>() = b.template swz<2, 3>()");
  }

  @Test
  void whatIsNotMslStaysAsItIs() {
    String text = "int f(float x) { return x.size() + s->xyz1 + 0x1ep; }\n";
    assertThat(SourceRewriter.rewrite(
        new TokenStream(text), OutlineScanner.scan(new TokenStream(text)), Map.of(),
        Optional.empty()))
        .isEqualTo(text);
  }

  @Test
  void linesKeepTheirNumbers() throws IOException {
    for (String file : List.of("vectors", "simdgroups", "templates", "constants", "vendor_names")) {
      String text = resource(file + ".metal");
      assertThat(rewrite(text).lines().count()).as(file).isEqualTo(text.lines().count());
    }
  }
}
