package dev.assay.msl.reader;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.msl.reader.text.Diagnostics;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DiagnosticsTest {

  @Test
  void indicesOverTheTableAreErrorsHoweverTheyCameAbout() {
    String many = IntStream.range(0, 32)
        .mapToObj(i -> "device float* p" + i)
        .collect(Collectors.joining(", "));
    assertThat(Msl.messages(Msl.read("kernel void f(" + many + ") {}"))).containsExactly(
        "1:608 parameter 'p31' would get buffer index 31, over the highest, 30");
    assertThat(Msl.messages(Msl.read("kernel void f(device float* x [[buffer(31)]]) {}")))
        .containsExactly(
            "1:29 [[buffer(31)]] of parameter 'x' is over the highest index, 30");
    assertThat(Msl.clean("kernel void f(device float* x [[buffer(30)]]) {}").kernels()).hasSize(1);
    assertThat(Msl.messages(Msl.read(
        "using namespace metal; kernel void f(array<texture2d<float>, 129> t, sampler s [[sampler(16)]]) {}")))
        .containsExactly(
            "1:67 parameter 't' would get texture index 128, over the highest, 127",
            "1:78 [[sampler(16)]] of parameter 's' is over the highest index, 15");
  }

  @Test
  void conflictingAttributesAreErrors() {
    MslModule module = Msl.read(
        """
            kernel void a(device float* x [[buffer(0)]] [[buffer(1)]]) {}
            kernel void b(device float* x [[texture(0)]]) {}
            kernel void c(uint x [[thread_position_in_grid]] [[thread_index_in_simdgroup]]) {}
            kernel void d(device uint* x [[thread_position_in_grid]]) {}
            kernel void e(float x [[thread_position_in_grid]]) {}
            kernel void f(device float* x [[buffer(0)]], device float* y [[buffer(0)]]) {}
            vertex kernel void g(device float* x) {}
            [[host_name("one")]] [[host_name("two")]] kernel void h(device float* x) {}
            kernel void i(device float* x [[buffer(somewhere)]], device float* y [[function_constant(missing)]]) {}
            """);
    assertThat(Msl.messages(module)).containsExactly(
        "1:29 parameter 'x' has conflicting attributes: buffer, buffer",
        "2:29 parameter 'x' is a buffer, which no [[texture]] binds",
        "3:20 parameter 'x' has conflicting attributes: thread_position_in_grid, thread_index_in_simdgroup",
        "4:28 parameter 'x' is a buffer, which [[thread_position_in_grid]] cannot give a value",
        "5:21 [[thread_position_in_grid]] gives no 'float' to parameter 'x'",
        "6:60 parameters 'x' and 'y' both take buffer index 0",
        "7:1 a function cannot be both a kernel and a vertex function",
        "8:22 a function cannot have the host names 'one' and 'two'",
        "9:29 the index of parameter 'x' in [[buffer]] is no constant: 'somewhere'",
        "9:68 [[function_constant(missing)]] names no constant");
    assertThat(module.kernels()).hasSize(9);
    // An index that nobody can evaluate is not made up.
    assertThat(Msl.kernel(module, "i").parameters().getFirst().index()).isEmpty();
  }

  @Test
  void duplicateNamesAreErrorsThatNameBothPlaces() {
    MslModule module = Msl.read(
        """
            kernel void f(device float* x) {}
            [[host_name("f")]] kernel void g(device float* x) {}
            template <typename T> kernel void t(device T* x) {}
            template [[host_name("t")]] kernel void t<int>(device int*);
            template [[host_name("t")]] kernel void t<half>(device half*);
            """);
    assertThat(Msl.messages(module)).containsExactly(
        "2:32 a second kernel is called 'f'; the first is at test.metal:1:13",
        "5:41 a second kernel is called 't'; the first is at test.metal:4:41");
    assertThat(Msl.names(module)).containsExactly("f", "t");
  }

  @Test
  void parametersThatNothingCanBindAreErrors() {
    MslModule module = Msl.read(
        """
            struct Args { int n; };
            kernel void a(float* x, thread float& y, float z, Args args, Missing m, device Gone* g) {}
            kernel int b(device int* x) { return 0; }
            """);
    assertThat(Msl.messages(module)).containsExactly(
        "2:22 parameter 'x' points into no address space: device, constant or threadgroup",
        "2:39 parameter 'y' points into the thread address space, which no kernel can be given",
        "2:48 parameter 'z' of type 'float' has no attribute that gives it a value",
        "2:56 parameter 'args' of type 'Args' has no attribute that gives it a value",
        "2:70 the type 'Missing' of parameter 'm' is not declared",
        "2:86 the type 'Gone' is not declared",
        "3:12 kernel 'b' must return void");
  }

  @Test
  void instantiationsOfNothingAreErrors() {
    MslModule module = Msl.read(
        """
            template <typename T> kernel void f(device T* x) {}
            template [[host_name("a")]] kernel void missing<float>(device float*);
            template [[host_name("b")]] kernel decltype(f<1>) f<1>;
            template [[host_name("c")]] kernel void f<float>(device float*, device float*);
            template void helper<float>(float);
            """);
    assertThat(Msl.messages(module)).containsExactly(
        "2:41 kernel 'missing' is instantiated but no template",
        "3:51 kernel 'f' is instantiated but no template that takes these arguments",
        "4:41 kernel 'f' is instantiated but no template that takes these arguments");
  }

  @Test
  void syntaxErrorsNameTheirPlaceAndTheKernelsAroundThemAreRead() {
    MslModule module = Msl.read(
        """
            kernel void before(device float* x) {}
            constant int n = 5
            kernel void behind(device float* x) {}
            struct S { int x; }
            kernel void later(device float* x) { x[0] = (1; }
            float broken(float x)
            kernel void after(device float* x) { /* */ }
            }
            kernel void last(device float* x) {
            """);
    assertThat(Msl.messages(module)).containsExactly(
        "2:18 a ';' is missing after this declaration",
        "5:1 a ';' is missing before 'kernel'",
        "5:45 this '(' is not closed",
        "6:13 function 'broken' has neither a body nor a ';'",
        "8:1 this '}' closes nothing",
        "9:35 this '{' is not closed");
    assertThat(Msl.names(module)).containsExactly("before", "behind", "later", "after", "last");
  }

  @Test
  void otherStagesAndEmptyTextsAreNoErrors() {
    MslModule module = Msl.clean(
        """
            struct V { float4 position [[position]]; float2 uv; };
            vertex V vs(uint id [[vertex_id]], constant float4* p [[buffer(0)]], V in [[stage_in]]) { return V(); }
            fragment half4 fs(V in [[stage_in]], texture2d<half> t [[texture(0)]]) { return half4(0); }
            [[vertex]] V vs2(ushort id [[vertex_id]]) { return V(); }
            [[early_fragment_tests]] fragment void fs2(V in [[stage_in]]) {}
            [[visible]] float callee(float x) { return x; }
            [[stitchable]] half4 tint(float2 position, half4 color) { return color; }
            [[intersection(triangle)]] bool hit(float2 uv [[barycentric_coord]]) { return true; }
            kernel void f(device float* x) {}
            """);
    assertThat(Msl.names(module)).containsExactly("f");
    assertThat(Msl.clean("").kernels()).isEmpty();
    assertThat(Msl.clean(" \n\t// nothing\n").kernels()).isEmpty();
  }

  @Test
  void findingsAreBoundedAndTheRestIsCounted() {
    MslModule module = Msl.read("}\n".repeat(Diagnostics.LIMIT + 7));
    assertThat(module.diagnostics()).hasSize(Diagnostics.LIMIT + 1);
    assertThat(module.diagnostics().getLast().message())
        .isEqualTo("7 further findings are not listed");
  }
}
