package dev.assay.msl.reader;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.msl.reader.text.Includes;
import dev.assay.msl.reader.text.SourcePart;
import dev.assay.msl.reader.text.Token;
import dev.assay.msl.reader.text.TokenKind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PreprocessorTest {

  private static String expanded(String text) {
    return MslReader.read(MslSource.of("test.metal", text))
        .unit()
        .tokens()
        .stream()
        .filter(token -> token.kind() != TokenKind.END)
        .map(token -> (token.spaceBefore() ? " " : "") + token.text())
        .collect(Collectors.joining())
        .strip();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "1 + 2 * 3 == 7 ; yes",
        "(1 << 4) >> 2 == 4 && !0 ; yes",
        "defined(__METAL__) && defined __METAL_VERSION__ ; yes",
        "__METAL_VERSION__ >= 310 ; yes",
        "__METAL_VERSION__ >= 400 ; no",
        "0x10 == 16 && 010 == 8 && 0b11 == 3 && 1'000 == 1000 && 'a' == 97 ; yes",
        "UNKNOWN ; no",
        "-1 < 0 ? 1 : 0 ; yes",
        "5 % 3 == 2 && ~0 == -1 && (6 ^ 3) == 5 && (6 | 1) == 7 ; yes",
        "__has_include(<metal_stdlib>) && !__has_include(\"nothing.h\") ; yes",
        "__has_feature(modules) ; no",
        "0 && (1 / 0) ; no"
      })
  void conditionsAreIntegerExpressions(String condition, String expected) {
    assertThat(expanded("#if " + condition + "\nyes\n#else\nno\n#endif")).isEqualTo(expected);
  }

  @Test
  void headersOfMetal4AreTakenWhereATextIncludesThem() {
    MslModule module = Msl.clean(
        """
            #if __has_include(<metal_tensor>)
            #error not in this version
            #endif
            #include <MetalPerformancePrimitives/MetalPerformancePrimitives.h>
            kernel void f(tensor<device half, dextents<int, 2>> a, device float* b) {}
            """);
    assertThat(Msl.bindings(module.kernels().getFirst())).containsExactly(
        "a tensor 0 tensor<half, dextents<int, 2>> read-write", "b buffer 1 float read-write");
  }

  @Test
  void macrosExpandAsTheStandardSays() {
    // The examples of the C standard, 6.10.3.5, in our own words.
    assertThat(expanded("#define f(x) x + g(\n#define g(y) [y]\nf(1) 2)")).isEqualTo("1 + [2]");
    assertThat(expanded("#define x x * y\n#define y x + 1\nx")).isEqualTo("x * x + 1");
    assertThat(expanded(
        "#define cat(a, b) a ## b\n#define xcat(a, b) cat(a, b)\n#define one 1\nxcat(one, cat(2, 3))"))
        .isEqualTo("123");
    assertThat(expanded("#define str(a) #a\nstr( \"x\\n\"  +  'c' ) str()"))
        .isEqualTo("\"\\\"x\\\\n\\\" + 'c'\" \"\"");
    assertThat(expanded("#define t(x, y, z) x ## y ## z\nt(1,2,3) t(,4,5) t(6,,7) t(8,9,) t(,,)"))
        .isEqualTo("123 45 67 89");
    assertThat(expanded("#define call(f, ...) f(__VA_ARGS__)\ncall(g) call(g, 1, (2, 3))"))
        .isEqualTo("g() g(1, (2, 3))");
    assertThat(expanded("#define log(m, ...) p(m, ## __VA_ARGS__)\nlog(a) log(a, b)"))
        .isEqualTo("p(a) p(a, b)");
    assertThat(expanded("#define opt(a, ...) q(a __VA_OPT__(,) __VA_ARGS__)\nopt(a) opt(a, b)"))
        .isEqualTo("q(a) q(a, b)");
    assertThat(expanded("#define named(rest...) [rest]\nnamed(1, 2)")).isEqualTo("[1, 2]");
    assertThat(expanded("#define f(a) a\nf f (f) f")).isEqualTo("f f f");
    assertThat(expanded("#define A B\n#undef A\nA __LINE__")).isEqualTo("A 3");
  }

  @Test
  void commentsSplicesAndRawStringsAreReadAsOneTokenStream() {
    assertThat(expanded("a/* b\n c */d // e \\\n f\ng\\\nh \"/* no */\" R\"(raw \" )\" 1.5e+3h"))
        .isEqualTo(
            "a d gh \"/* no */\" R\"(raw \" )\" 1.5e+3h");
    List<Token> tokens = Msl.read("/* one\n */ first\n  second \\\n third").unit().tokens();
    assertThat(tokens).extracting(Token::position)
        .extracting(Object::toString)
        .startsWith("test.metal:2:5", "test.metal:3:3", "test.metal:4:2");
  }

  @Test
  void pragmasStayInTheTextAndDisturbNoDeclaration() {
    MslModule module = Msl.clean(
        """
            #define UNROLL _Pragma("clang loop unroll(full)")
            #pragma METAL fp math_mode(safe)
            kernel void f(
            #pragma unused
              device float* x) {
              UNROLL for (int i = 0; i < 4; ++i) { x[i] = i; }
            }
            """);
    assertThat(module.unit()
        .tokens()
        .stream()
        .filter(token -> token.kind() == TokenKind.PRAGMA)
        .map(Token::text))
        .containsExactly("#pragma METAL fp math_mode(safe)", "#pragma unused",
            "_Pragma(\"clang loop unroll(full)\")");
    assertThat(Msl.bindings(module.kernels().getFirst()))
        .containsExactly("x buffer 0 float read-write");
  }

  @Test
  void includesAreFoundBesideTheFileAndThenInTheRoots(@TempDir Path folder) throws IOException {
    Path root = Files.createDirectories(folder.resolve("root/lib"));
    Files.writeString(folder.resolve("near.h"),
        "#pragma once\n#include <lib/far.h>\nstruct Near { Far far; };\n");
    Files.writeString(root.resolve("far.h"),
        "#ifndef FAR_H\n#define FAR_H\nstruct Far { int x; };\n#endif\n");
    Path main = folder.resolve("main.metal");
    Files.writeString(
        main,
        """
            #include <metal_stdlib>
            #include "near.h"
            #include "near.h"
            #define FAR <lib/far.h>
            #include FAR
            kernel void f(constant Near& n, device SIZE* x) {}
            """);
    MslSource source = MslSource.of(SourcePart.read(main))
        .withIncludes(Includes.folders(List.of(folder.resolve("root"))))
        .withDefines(Map.of("SIZE", "half4"));
    MslModule module = MslReader.read(source);
    assertThat(module.diagnostics()).isEmpty();
    assertThat(Msl.bindings(module.kernels().getFirst()))
        .containsExactly("n constant 0 Near read", "x buffer 1 half4 read-write");
    assertThat(Msl.struct(module, "Near").layout().orElseThrow().sizeBytes()).isEqualTo(4);
  }

  @Test
  void aMissingIncludeIsAnErrorAndReadingGoesOn() {
    MslModule module = Msl.read("#include \"gone.h\"\nkernel void f(device float* x) {}\n");
    assertThat(Msl.messages(module)).containsExactly("1:2 'gone.h' is not found");
    assertThat(Msl.names(module)).containsExactly("f");
  }

  @Test
  void anIncludeThatCannotBeReadSaysWhyInWords() {
    Includes secret = (name, includer, quoted) -> {
      throw new UncheckedIOException(new AccessDeniedException("/roots/" + name));
    };
    MslModule module = MslReader.read(
        MslSource.of("a.metal", "#include \"secret.h\"\n").withIncludes(secret));
    assertThat(Msl.messages(module))
        .containsExactly("1:2 'secret.h' cannot be read: no permission");
  }

  @Test
  void includesThatIncludeThemselvesEnd() {
    Includes self = (name, includer, quoted) -> Optional
        .of(SourcePart.of(name, "#include \"again.h\"\n#include \"again.h\"\nint x;\n"));
    MslModule module = MslReader
        .read(MslSource.of("a.metal", "#include \"again.h\"\nkernel void f(device float* x) {}\n")
            .withIncludes(self));
    assertThat(module.isOk()).isFalse();
    assertThat(module.diagnostics().getFirst().message())
        .contains("does 'again.h' include itself?");
    assertThat(Msl.names(module)).containsExactly("f");
  }

  @Test
  void partsAreOneTextWhosePositionsNameThePart() {
    MslModule module = MslReader.read(MslSource.of(
        SourcePart.of("head", "#define T float\n#if 1\n"),
        SourcePart.of("body",
            "kernel void f(device T* x, device T* y [[buffer(0)]], device T* z [[buffer(0)]]) {}\n#endif\n")));
    assertThat(Msl.names(module)).containsExactly("f");
    assertThat(module.diagnostics()).singleElement()
        .asString()
        .startsWith("body:1:65: error: parameters 'y' and 'z' both take buffer index 0");
  }

  @Test
  void errorsOfDirectivesNameTheirPlace() {
    MslModule module = Msl.read(
        """
            #error this shader needs more
            #if (1 +
            #endif
            #else
            #frobnicate
            #define two(a, b) a
            two(1);
            #ifdef
            """);
    assertThat(Msl.messages(module)).containsExactly(
        "1:2 #error this shader needs more",
        "2:2 the condition of #if is no integer expression",
        "4:2 #else without #if",
        "5:2 '#frobnicate' is no directive",
        "7:1 macro 'two' takes 2 arguments, not 1",
        "8:2 #ifdef names no macro",
        "8:2 #ifdef has no #endif");
  }

  @Test
  void bytesThatAreNoUtf8AreReportedAndReadingGoesOn() {
    byte[] text =
        "// caf\u00e9\nkernel void f(device float* x) {}\n".getBytes(StandardCharsets.ISO_8859_1);
    MslModule module = MslReader.read(MslSource.of(SourcePart.decode("latin.metal", text)));
    assertThat(module.isOk()).isTrue();
    assertThat(module.diagnostics()).singleElement().asString().contains("not valid UTF-8");
    assertThat(Msl.names(module)).containsExactly("f");
    byte[] mark = "\uFEFFkernel void g(device float* x) {}".getBytes(StandardCharsets.UTF_8);
    assertThat(Msl.names(MslReader.read(MslSource.of(SourcePart.decode("mark.metal", mark)))))
        .containsExactly("g");
  }
}
