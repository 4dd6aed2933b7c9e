package dev.assay.msl.compiler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.assay.msl.MslBuild;
import dev.assay.msl.reader.MslModule;
import dev.assay.msl.reader.MslReader;
import dev.assay.msl.reader.MslSource;
import dev.assay.msl.reader.text.Token;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** No text makes the rewriter fail: what they do not understand is left to clang. */
class RewriterFuzzTest {
  private static String rewrite(String text) {
    return rewrite(text, "");
  }

  private static String rewrite(String text, String head) {
    MslModule module = MslReader.read(MslSource.of("text", text));
    List<Declared> declarations = Declared.in(module.unit());
    List<KernelCall> kernels = KernelCalls.of(module, declarations);
    TokenEdits edits = SourceRewriter.rewrite(module, declarations, Map.of());
    for (KernelCall kernel : kernels) {
      SourceRewriter.makeCoroutine(module.unit().span(), kernel.kernel().definition(), edits);
    }
    UnitText unit = UnitText.print(module.unit().span(), edits, head);
    for (KernelCall kernel : kernels) {
      unit.append(
          EntryWriter.write(kernel, module.unit(), 0, MslBuild.FAST), kernel.kernel().position());
    }
    return unit.text();
  }

  private static String resource(String file) throws IOException {
    try (InputStream in = RewriterFuzzTest.class.getResourceAsStream("/dev/assay/msl/" + file)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"vectors", "simdgroups", "templates", "constants", "attention", "vendor_names",
        "casts", "library_names"})
  void mutatedKernelsAreRewrittenOrLeftAlone(String file) throws IOException {
    String text = resource(file + ".metal");
    List<Token> tokens = MslReader.read(MslSource.of(file, text)).unit().tokens();
    Random random = new Random(file.hashCode());
    for (int round = 0; round < 120; round++) {
      StringBuilder mutated = new StringBuilder(text);
      for (int k = random.nextInt(4); k >= 0; k--) {
        Token from = tokens.get(random.nextInt(tokens.size()));
        Token to = tokens.get(random.nextInt(tokens.size()));
        int at = Math.min(to.offset(), mutated.length());
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
        .contains("swz_ref<0, 1>() = b. template swz<2, 3>()");
  }

  @Test
  void whatIsNotMslStaysAsItIs() {
    String text = "int f(float x) { return x.size() + s->xyz1 + 0x1ep >> 3; }";
    assertThat(rewrite(text)).contains(text);
  }

  @Test
  void operatorsThatMeetThroughMacrosStayApart() {
    String text = """
        #define NEGATED(x) -x
        #define SHIFTED(x, y) ((x) >> (y)) >>= 1
        int a = NEGATED(-1);
        int b = SHIFTED(a, 2);
        """;
    assertThat(rewrite(text)).containsPattern("- +-1").contains(") >> (").contains(") >>= 1");
  }

  @Test
  void everyPlaceLeadsBackToTheAuthorsLineAndColumn() {
    String text = """
        #define TWICE(x) ((x) + \\
            (x))
        kernel void k(device float2* d [[buffer(0)]]) {

          d[0].yx = TWICE(d[1].xy) + missing;
        }
        """;
    MslModule module = MslReader.read(MslSource.of("text", text));
    TokenEdits edits = SourceRewriter.rewrite(module, Declared.in(module.unit()), Map.of());
    UnitText unit = UnitText.print(module.unit().span(), edits, "namespace {");
    List<String> lines = unit.text().lines().toList();
    int line = 0;
    while (!lines.get(line).contains("missing")) {
      line++;
    }
    int column = lines.get(line).indexOf("missing") + 1;
    assertThat(unit.position(line + 1, column)).hasToString("text:5:30");
    assertThat(unit.position(line + 1, lines.get(line).indexOf("swz<0, 1>") + 1))
        .hasToString("text:5:24");
  }

  @Test
  void linesKeepTheirNumbers() throws IOException {
    for (String file : List.of("vectors", "simdgroups", "templates", "constants", "vendor_names",
        "casts", "functors")) {
      List<String> author = resource(file + ".metal").lines().toList();
      int at = 0;
      for (String line : rewrite(resource(file + ".metal")).lines().toList()) {
        if (line.startsWith("# ")) {
          at = line.contains("\"text\"")
              ? Integer.parseInt(line, 2, line.indexOf(" \""), 10)
              : Integer.MIN_VALUE;
          continue;
        }
        Matcher name = Pattern.compile("\\bvoid (\\w+)").matcher(line);
        if (at > 0 && name.find()) {
          assertThat(author.get(at - 1)).as(file + ":" + at).contains(name.group(1));
        }
        at++;
      }
    }
  }
}
