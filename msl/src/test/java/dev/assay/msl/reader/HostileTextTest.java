package dev.assay.msl.reader;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.msl.reader.text.SourcePart;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;

/** Whatever the text is, reading it ends, throws nothing, and gives positions inside the text. */
class HostileTextTest {

  private static final List<String> WORDS = List.of(
      "kernel", "void", "template", "<", ">", "typename", "T", "f", "(", ")", "{", "}", "[", "]",
      "[[", "]]", "device",
      "constant", "threadgroup", "const", "float", "float4", "half", "*", "&", ",", ";", "::",
      "struct", "union", "enum",
      "class", "S", "using", "namespace", "typedef", "decltype", "host_name", "\"x\"", "buffer",
      "0", "31", "1u", "=", "+",
      "-", "?", ":", "\n#define", "\n#define f(x, ...)", "\n#if", "\n#ifdef", "\n#elif", "\n#else",
      "\n#endif", "\n#undef",
      "\n#include", "\n#pragma once\n", "##", "#", "__VA_ARGS__", "defined", "\n", "\\\n", "/*",
      "*/", "//", "\"", "'",
      "vec<T, 4>", "array<float, 3>", "function_constant", "is_function_constant_defined",
      "operator", "alignas(16)",
      "static", "constexpr", "int", "unsigned", "long", "kernel void f(device float* x)",
      "template <typename T>",
      "template [[host_name(\"a\")]] kernel decltype(f<T>) f<T>;", "_Pragma", "R\"(", "...", "<<",
      "\u00e9", "\uFFFD", "\0");

  /** A text with most of what the reader knows, to be damaged. */
  private static final String KERNELS =
      """
          #include <metal_stdlib>
          using namespace metal;
          #define instantiate(name, type, n) template [[host_name("f_" #name "_" #n)]] [[kernel]] decltype(f<type, n>) f<type, n>;
          namespace lib { template <typename T> struct Box { T items[4]; using type = T; static constexpr constant int n = 3; }; }
          template <> struct lib::Box<half> { half x; using type = float; };
          constant bool gate [[function_constant(3)]];
          constant int n_tmp [[function_constant(4)]];
          constant int n = is_function_constant_defined(n_tmp) ? n_tmp : 16;
          typedef struct { union { half2 ab; uint word; }; enum { A, B = 1 << 3 } mode; device float* next; } Args;
          template <typename T, int N = 4>
          [[kernel, max_total_threads_per_threadgroup(N * 32)]] void f(
              const device typename lib::Box<T>::type* x [[buffer(0)]], device vec<T, N>* y, constant Args& args,
              const device T* mask [[buffer(5), function_constant(gate)]], texture2d<float, access::write> out,
              threadgroup T* shared [[threadgroup(0)]], uint3 gid [[thread_position_in_grid]]) {
            constexpr int padded = N + 16 / sizeof(T);
            threadgroup float tile[N][padded];
            for (uint i = 0; i < gid.x; ++i) { tile[i % N][0] = x[i] * n; }
          }
          instantiate(f32, float, 2) instantiate(f16, half, 4)
          """;

  private static void holds(String text) {
    MslModule module = MslReader.read(MslSource.of("t.metal", text));
    long lines = text.lines().count() + 1;
    assertThat(module.diagnostics()).allSatisfy(found -> {
      assertThat(found.message()).isNotBlank();
      assertThat((long) found.position().line()).isBetween(1L, lines);
    });
    module.kernels().forEach(kernel -> assertThat(kernel.parameters()).doesNotContainNull());
    module.structs()
        .forEach(struct -> struct.layout()
            .ifPresent(layout -> assertThat(layout.alignBytes()).isPositive()));
  }

  @Property(tries = 150, shrinking = ShrinkingMode.BOUNDED)
  void bytesOfAnyKindAreRead(@ForAll byte[] bytes) {
    MslReader.read(MslSource.of(SourcePart.decode("t.metal", bytes)));
  }

  @Property(tries = 400, shrinking = ShrinkingMode.BOUNDED)
  void wordsOfTheLanguageInAnyOrderAreRead(@ForAll("wordSoup") String text) {
    holds(text);
  }

  @Provide
  Arbitrary<String> wordSoup() {
    return Arbitraries.of(WORDS).list().ofMaxSize(120).map(words -> String.join(" ", words));
  }

  @Property(tries = 300, shrinking = ShrinkingMode.OFF)
  void damagedKernelsAreRead(@ForAll long seed) {
    Random random = new Random(seed);
    StringBuilder text = new StringBuilder(KERNELS);
    int damages = 1 + random.nextInt(6);
    for (int i = 0; i < damages; i++) {
      int at = random.nextInt(text.length());
      int end = Math.min(text.length(), at + 1 + random.nextInt(12));
      switch (random.nextInt(4)) {
        case 0 -> text.delete(at, end);
        case 1 -> text.insert(at, WORDS.get(random.nextInt(WORDS.size())));
        case 2 -> text.insert(at, text.substring(at, end));
        default -> text.setCharAt(at, (char) (32 + random.nextInt(96)));
      }
    }
    holds(text.toString());
  }

  @Property(tries = 300, shrinking = ShrinkingMode.OFF)
  void textsCutShortAreRead(@ForAll long seed) {
    holds(KERNELS.substring(0, new Random(seed).nextInt(KERNELS.length())));
  }

  @Example
  void theUndamagedTextIsReadWithoutFindings() {
    assertThat(Msl.names(Msl.clean(KERNELS))).containsExactly("f_f32_2", "f_f16_4");
  }

  @Example
  void nestingOfAnyDepthEnds() {
    int deep = 20_000;
    for (String open : List.of("(", "[", "{", "<", "a<", "namespace a {", "struct S {", "struct {",
        "template <", "f(", "[[", "-", "!",
        "a::", "*", "1+(", "#if 1\n", "enum {", "decltype(", "sizeof(", "kernel void f(")) {
      holds(open.repeat(deep));
      holds("constant int n = " + open.repeat(deep)
          + ";\nkernel void f(device float* x [[buffer(n)]]) {}");
    }
    holds("#if " + "(".repeat(deep) + "\n#endif");
    holds("#if " + "!".repeat(deep) + "1\n#endif");
    holds("#if " + "1 ? 1 : ".repeat(deep) + "1\n#endif");
    holds("#define f(x) x\n" + "f(".repeat(deep) + ")".repeat(deep));
    holds(
        "kernel void f(device " + "vec<".repeat(deep) + "float" + ", 2>".repeat(deep) + "* x) {}");
    holds("kernel void f(device float" + "*".repeat(deep) + " x) {}");
    holds("kernel void f(device float* x" + "[2]".repeat(deep) + ") {}");
  }

  @Example
  void definitionsThatGrowWithoutEndAreCutOff() {
    StringBuilder macros = new StringBuilder("#define M0 a a\n#define F0(x) x x\n");
    StringBuilder aliases = new StringBuilder(
        "template <typename T> using D0 = vec<T, 2>;\nstruct S0 { int x; };\nconstant int n0 = 1;\n");
    for (int i = 1; i < 60; i++) {
      macros.append("#define M")
          .append(i)
          .append(" M")
          .append(i - 1)
          .append(" M")
          .append(i - 1)
          .append('\n');
      macros.append("#define F")
          .append(i)
          .append("(x) F")
          .append(i - 1)
          .append("(x) F")
          .append(i - 1)
          .append("(x x)\n");
      aliases.append("template <typename T> using D")
          .append(i)
          .append(" = P<D")
          .append(i - 1)
          .append("<T>, D")
          .append(i - 1)
          .append("<T>>;\n");
      aliases.append("struct S").append(i).append(" { S").append(i - 1).append(" a[2], b; };\n");
      aliases.append("constant int n")
          .append(i)
          .append(" = n")
          .append(i - 1)
          .append(" + n")
          .append(i - 1)
          .append(";\n");
    }
    holds(macros + "M59\nF59(x)\nkernel void f(device float* x) {}");
    holds("template <typename A, typename B> struct P { A a; B b; };\n" + aliases
        + "kernel void f(device D59<float>* x, constant S59& s, device float* y [[buffer(n59)]]) {}");
    holds(
        "template <int N> struct G { G<N + 1> a; G<N + 2> b; static constexpr int v = G<N + 1>::v; };\n"
            + "kernel void f(device G<0>* x [[buffer(G<0>::v)]]) {}");
    holds(
        "template <int N> struct B : B<N + 1>, B<N + 2> {};\nkernel void f(constant B<0>& x, device typename B<0>::type* y) {}");
    holds("using A = B; using B = A; typedef A C; kernel void f(device A* x, device C::D* y) {}");
    holds(
        "constant int a = b; constant int b = a; kernel void f(device float* x [[buffer(a)]]) { threadgroup int y[b]; }");
    holds("template <int N> constexpr int g(int x) { return g<N + 1>(x) + g<N + 1>(x + 1); }\n"
        + "kernel void f(device float* x [[buffer(g<0>(1))]]) {}");
  }

  @Example
  void hugeTextsAreRead() {
    int size = 10 << 20;
    for (String unit : List.of("a ", "int x;\n", "}", "((((", "kernel ", "a < b > c ")) {
      MslReader.read(MslSource.of("huge.metal", unit.repeat((1 << 18) / unit.length())));
    }
    String body = "x[i] = fma(x[i], 2.0f, float(i)); ".repeat(1000);
    StringBuilder kernels = new StringBuilder();
    for (int i = 0; kernels.length() < size; i++) {
      kernels.append("kernel void f")
          .append(i)
          .append("(device float* x, uint i [[thread_position_in_grid]]) { ")
          .append(body)
          .append("}\n");
    }
    assertThat(Msl.clean(kernels.toString()).kernels()).hasSizeGreaterThan(300);
  }

  @Example
  void definesWithLineBreaksCannotAddLines() {
    MslSource source = MslSource.of("t.metal", "kernel void f(device A* x) {}")
        .withDefines(Map.of("A", "float\nint y"));
    assertThat(MslReader.read(source).kernels()).hasSize(1);
  }
}
