package dev.assay.msl.reader;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.msl.reader.model.FunctionConstant;
import dev.assay.msl.reader.model.MslKernel;
import dev.assay.msl.reader.model.ThreadgroupVariable;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FunctionConstantTest {

  private static List<String> constants(MslKernel kernel) {
    return kernel.constants().stream().map(FunctionConstantTest::line).toList();
  }

  private static String line(FunctionConstant constant) {
    return constant.index() + " " + constant.name() + " " + constant.type().text()
        + (constant.optional() ? " optional" : "");
  }

  @Test
  void aKernelHasTheConstantsThatItReachesThroughCallsStructsAndOtherConstants() {
    MslModule module = Msl.clean(
        """
            #define FC_BASE 600
            constant short rows [[function_constant(FC_BASE + 0)]];
            constant bool  wide[[function_constant(FC_BASE + 1)]];
            constant int   given [[ function_constant(2) ]];
            constant float4 tint [[function_constant(3)]];
            constant half  unused [[function_constant(4)]];
            constant int limit = is_function_constant_defined(given) ? given : 8;
            float helper(float x) { return x * rows; }
            struct Loader { void load() { if (wide) { } } };
            template <typename L> kernel void viaTemplate(device float* a) { L loader; }
            template [[host_name("t")]] kernel decltype(viaTemplate<Loader>) viaTemplate<Loader>;
            kernel void direct(device float4* a) { a[0] = tint; }
            kernel void called(device float* a) { a[0] = helper(limit); }
            kernel void none(device float* a, constant Loader& x) { a[0] = x.rows; }
            """);
    assertThat(constants(Msl.kernel(module, "t"))).containsExactly("601 wide bool");
    assertThat(constants(Msl.kernel(module, "direct"))).containsExactly("3 tint float4");
    assertThat(constants(Msl.kernel(module, "called"))).containsExactly("2 given int optional",
        "600 rows short");
    // The field of that name is no use of the constant, but the parameter's type is a use of what its methods use.
    assertThat(constants(Msl.kernel(module, "none"))).containsExactly("601 wide bool");
    assertThat(module.functionConstants()).extracting(FunctionConstant::name)
        .containsExactly("given", "tint", "unused", "rows", "wide");
  }

  @Test
  void gatesMayBeConstantsMadeOfFunctionConstants() {
    MslModule module = Msl.clean(
        """
            constant bool use_a [[function_constant(0)]];
            constant bool use_b = !use_a;
            kernel void f(device float* a [[buffer(1), function_constant(use_a)]],
                          device half* b [[buffer(1), function_constant(use_b)]]) {}
            """);
    assertThat(constants(module.kernels().getFirst())).containsExactly("0 use_a bool");
  }

  @Test
  void aQualifiedNameReachesWhatItsScopeDeclaresAlone() {
    MslModule module = Msl.clean(
        """
            constant bool left [[function_constant(0)]];
            constant bool right [[function_constant(1)]];
            namespace a { int join() { return left; } namespace deep { int join() { return right; } } }
            namespace b { int join() { return right; } }
            namespace alias = a;
            struct Op { static int join() { return b::join(); } };
            template <typename T> int through() { return T::join(); }
            kernel void qualified(device int* x) { x[0] = a::join(); }
            kernel void deeper(device int* x) { x[0] = a::deep::join(); }
            kernel void aliased(device int* x) { x[0] = alias::join(); }
            kernel void parameter(device int* x) { x[0] = through<Op>(); }
            """);
    assertThat(module.kernels())
        .extracting(kernel -> kernel.name() + " " + constants(kernel))
        .containsExactly(
            "qualified [0 left bool]", "deeper [1 right bool]",
            // What cannot be told apart counts as a whole.
            "aliased [0 left bool, 1 right bool]", "parameter [0 left bool, 1 right bool]");
  }

  @Test
  void aConstantMadeOfFunctionConstantsHasAValueOnceThoseHave() {
    MslModule module = Msl.clean(
        """
            constant bool direct [[function_constant(0)]];
            constant int level [[function_constant(1)]];
            constant float scale [[function_constant(2)]];
            constant bool either = !direct || (level > 3 && direct);
            constant bool asked = is_function_constant_defined(level) ? level == 2 : true;
            constant bool through = either && asked;
            constant bool rounded = scale > 0.5f;
            constant bool self = self;
            constant bool fixed = true;
            """);
    Map<String, Object> given =
        Map.of("direct", true, "level", BigInteger.TWO, "scale", 1f);

    assertThat(module.isTrue("direct", given)).contains(true);
    assertThat(module.isTrue("either", given)).contains(false);
    assertThat(module.isTrue("either", Map.of("direct", true, "level", 4))).contains(true);
    assertThat(module.isTrue("either", Map.of("direct", false))).contains(true);
    assertThat(module.isTrue("asked", given)).contains(true);
    assertThat(module.isTrue("asked", Map.of("level", 3))).contains(false);
    assertThat(module.isTrue("asked", Map.of())).contains(true);
    assertThat(module.isTrue("through", given)).contains(false);
    assertThat(module.isTrue("fixed", Map.of())).contains(true);
    // No value: the function constant that a parameter depends on was left out.
    assertThat(module.isTrue("direct", Map.of())).contains(false);
    for (String unknown : List.of("rounded", "scale", "self", "missing")) {
      assertThat(module.isTrue(unknown, given)).as(unknown).isEmpty();
    }
  }

  @Test
  void threadgroupVariablesHaveTheirSizeWhereItIsConstant() {
    MslModule module = Msl.clean(
        """
            constant int dynamic_size [[function_constant(0)]];
            constant constexpr short tile = 16;
            template <typename T, int N> struct Plan { static constexpr constant int words = N * sizeof(T) / 4; };
            kernel void f(device float* x, threadgroup float* passed) {
              using P = Plan<half, 64>;
              constexpr int padded = tile + 1;
              enum { lanes = 32 };
              threadgroup float a[tile][padded], b[lanes];
              threadgroup uint c[P::words];
              if (x[0] > 0) { threadgroup half4 d; threadgroup atomic_uint e[2]; }
              threadgroup float g[dynamic_size];
              threadgroup float* pointer = a[0];
              threadgroup_barrier(mem_flags::mem_threadgroup);
            }
            """);
    List<ThreadgroupVariable> variables = module.kernels().getFirst().threadgroupVariables();
    assertThat(variables).extracting(variable -> variable.name() + " " + variable.type().text()
        + " "
        + variable.type().layout().map(layout -> Long.toString(layout.sizeBytes())).orElse("?"))
        .containsExactly(
            "a float[16][17] 1088", "b float[32] 128", "c uint[32] 128", "d half4 8",
            "e atomic_uint[2] 8", "g float[] ?");
  }

  @Test
  void constantsOutOfRangeOrOfAWrongTypeAreErrors() {
    MslModule module = Msl.read(
        """
            constant int a [[function_constant(65536)]];
            constant int b [[function_constant(nothing)]];
            struct S { int x; };
            constant S c [[function_constant(1)]];
            constant int d [[function_constant(1)]];
            int e [[function_constant(2)]];
            """);
    assertThat(Msl.messages(module)).containsExactly(
        "1:14 the index of function constant 'a' is no constant from 0 to 65535",
        "2:14 the index of function constant 'b' is no constant from 0 to 65535",
        "4:12 function constant 'c' is no scalar or vector but 'S'",
        "5:14 function constants 'c' and 'd' both have index 1",
        "6:5 function constant 'e' must be 'constant'");
  }
}
