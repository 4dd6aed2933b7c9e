package dev.assay.msl.reader;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TemplateTest {

  @Test
  void instantiationsByDecltypeAreKernelsUnderTheirHostName() {
    MslModule module = Msl.clean(
        """
            template <typename T, int N = 4, typename Acc = float>
            [[kernel]] void scale(device const T* x, device vec<T, N>* y, constant Acc& by) {}
            template [[host_name("scale_half")]] [[kernel]] decltype(scale<half>) scale<half>;
            template [[host_name("scale_float2")]] kernel decltype(scale<float, 2, half>) scale<float, 2, half>;
            """);
    assertThat(Msl.names(module)).containsExactly("scale_half", "scale_float2");
    assertThat(Msl.bindings(Msl.kernel(module, "scale_half"))).containsExactly(
        "x buffer 0 half read", "y buffer 1 vec<half, 4> read-write", "by constant 2 float read");
    assertThat(Msl.bindings(Msl.kernel(module, "scale_float2"))).containsExactly(
        "x buffer 0 float read", "y buffer 1 vec<float, 2> read-write", "by constant 2 half read");
    assertThat(Msl.kernel(module, "scale_half").templateArguments()).containsExactly("half", "4",
        "float");
    assertThat(Msl.kernel(module, "scale_float2").parameters().get(1).resolved().text())
        .isEqualTo("device float2*");
  }

  @Test
  void instantiationsByAliasOfTheFunctionTypeAreRead() {
    MslModule module = Msl.clean(
        """
            struct block { half d; uchar q[16]; };
            void unpack(device const block* b, short i, thread half4x4& r) {}
            template <typename block_q, short nl, void (*unpacker)(device const block_q*, short, thread half4x4&)>
            kernel void get(device const void* src, device const block_q* typed, device float* dst,
                            uint3 at[[threadgroup_position_in_grid]]) {}
            typedef decltype(get<block, 2, unpack>) get_t;
            template [[host_name("get_rows")]] kernel get_t get<block, 2, unpack>;
            typedef void (plain_t)(device float*);
            template <typename T> kernel void plain(device T* x) {}
            template [[host_name("plain_int")]] kernel plain_t plain<int>;
            """);
    assertThat(Msl.bindings(Msl.kernel(module, "get_rows"))).containsExactly(
        "src buffer 0 void read", "typed buffer 1 block read", "dst buffer 2 float read-write");
    assertThat(Msl.bindings(Msl.kernel(module, "plain_int")))
        .containsExactly("x buffer 0 int read-write");
  }

  @Test
  void instantiationsWithTheWholeSignatureTakeNamesAndAttributesFromTheTemplate() {
    MslModule module = Msl.clean(
        """
            template <typename T, typename I>
            kernel void pick(constant T* table [[buffer(2)]], device T* out [[buffer(0)]], constant I& at [[buffer(1)]],
                             uint gid [[thread_position_in_grid]]) {}
            template [[host_name("pick_float")]] kernel void pick<float, uint>(constant float*, device float*, constant uint&, uint);
            template [[host_name("pick_char")]] void kernel pick<char>(constant char* a, device char* b, constant long& c, uint d);
            """);
    assertThat(Msl.bindings(Msl.kernel(module, "pick_float"))).containsExactly(
        "table constant 2 float read", "out buffer 0 float read-write", "at constant 1 uint read");
    // I stands in no argument list and is deduced from the parameter.
    assertThat(Msl.bindings(Msl.kernel(module, "pick_char"))).containsExactly(
        "table constant 2 char read", "out buffer 0 char read-write", "at constant 1 long read");
  }

  @Test
  void overloadedTemplatesAreToldApartByArgumentsAndParameters() {
    MslModule module = Msl.clean(
        """
            template <short N> kernel void step(device float* a) {}
            template <typename T, short N> kernel void step(device T* a, device T* b) {}
            template <typename T> kernel void fit(device T* a) {}
            template <typename T> kernel void fit(device T* a, constant uint& n) {}
            typedef decltype(step<4>) one_t;
            template [[host_name("one")]] kernel one_t step<4>;
            template [[host_name("two")]] kernel decltype(step<half, 2>) step<half, 2>;
            template [[host_name("fit1")]] kernel void fit<int>(device int*);
            template [[host_name("fit2")]] kernel void fit<int>(device int*, constant uint&);
            """);
    assertThat(Msl.bindings(Msl.kernel(module, "one")))
        .containsExactly("a buffer 0 float read-write");
    assertThat(Msl.bindings(Msl.kernel(module, "two"))).hasSize(2);
    assertThat(Msl.bindings(Msl.kernel(module, "fit1"))).hasSize(1);
    assertThat(Msl.bindings(Msl.kernel(module, "fit2"))).hasSize(2);
  }

  @Test
  void macrosMayMakeHundredsOfInstantiations() {
    MslModule module = Msl.clean(
        """
            #define instantiate(name, function, ...) \\
              template [[host_name(name)]] [[kernel]] decltype(function<__VA_ARGS__>) function<__VA_ARGS__>;
            #define tiles(tname, type, m) \\
              instantiate("gemm_" #tname "_m" #m "_n8", gemm, type, m, 8) \\
              instantiate("gemm_" #tname "_m" #m "_n16", gemm, type, m, 16)
            #define types(m) tiles(f32, float, m) tiles(f16, half, m) tiles(bf16, bfloat, m)
            #define sizes types(1) types(2) types(3) types(4) types(5) types(6) types(7) types(8)
            template <typename T, int M, int N>
            [[kernel, max_total_threads_per_threadgroup(M * N * 4)]] void gemm(
                const device T* a [[buffer(0)]], device T* c [[buffer(1)]], const constant size_t* strides [[buffer(2)]]) {
              constexpr int padded = N + 16 / sizeof(T);
              threadgroup T tile[M * padded];
            }
            sizes
            """);
    assertThat(module.kernels()).hasSize(48);
    var kernel = Msl.kernel(module, "gemm_bf16_m7_n16");
    assertThat(kernel.maxTotalThreads()).hasValue(448);
    assertThat(kernel.threadgroupVariables().getFirst().type().text()).isEqualTo("bfloat[168]");
    assertThat(Msl.bindings(kernel)).first().isEqualTo("a buffer 0 bfloat read");
  }

  @Test
  void instantiationsFromOutsideTheNamespaceAreRead() {
    MslModule module = Msl.clean(
        """
            namespace lib { namespace metal {
            template <typename T, typename F> kernel void apply(device T* out [[buffer(0)]], constant T* in [[buffer(1)]]) {}
            }}
            struct exp_functor {};
            #define REGISTER(NAME, T) static_assert(::metal::is_same_v<T, T>, "of " #NAME); \\
              template [[host_name(#NAME "_" #T)]] kernel void ::lib::metal::apply<T, NAME##_functor>(device T* out, constant T* in)
            REGISTER(exp, float);
            namespace lib { kernel void inner(device float* x) {} }
            """);
    assertThat(Msl.names(module)).containsExactly("exp_float", "lib::inner");
    assertThat(Msl.kernel(module, "exp_float").functionName()).isEqualTo("lib::metal::apply");
  }

  @Test
  void dependentTypesAreFollowedThroughTraitsAndSpecialisations() {
    MslModule module = Msl.clean(
        """
            template <typename T> struct Wide { using type = float; static constexpr constant int lanes = 4; };
            template <> struct Wide<half> { using type = half; static constexpr constant int lanes = 8; };
            template <typename T> struct Wide<vec<T, 2>> { using type = T; };
            template <typename T, bool big> using pick_t = metal::conditional_t<big, long, int>;
            template <typename T, bool big>
            kernel void f(device typename Wide<T>::type* a, device pick_t<T, big>* b) { threadgroup T tile[Wide<T>::lanes]; }
            template [[host_name("h")]] kernel decltype(f<half, true>) f<half, true>;
            template [[host_name("i")]] kernel decltype(f<int, sizeof(int) == 8>) f<int, sizeof(int) == 8>;
            """);
    assertThat(Msl.kernel(module, "h").parameters()).extracting(p -> p.resolved().text())
        .containsExactly("device half*", "device long*");
    assertThat(Msl.kernel(module, "i").parameters()).extracting(p -> p.resolved().text())
        .containsExactly("device float*", "device int*");
    assertThat(Msl.kernel(module, "h").threadgroupVariables().getFirst().type().text())
        .isEqualTo("half[8]");
    assertThat(Msl.kernel(module, "i").threadgroupVariables().getFirst().type().text())
        .isEqualTo("int[4]");
  }

  @Test
  void explicitSpecialisationsAreKernelsAndUninstantiatedTemplatesAreNot() {
    MslModule module = Msl.clean(
        """
            template <typename T> kernel void f(device T* x) {}
            template <> [[host_name("f_special")]] kernel void f<uint>(device uint* x) {}
            template kernel void f<int>(device int*);
            template <typename T> kernel void never(device T* x) {}
            """);
    assertThat(Msl.names(module)).containsExactly("f_special", "f<int>");
  }

  @Test
  void conditionsInTemplateHeadersAndSpecialisationsDisturbNothing() {
    MslModule module = Msl.clean(
        """
            #include <metal_stdlib>
            using namespace metal;
            template <typename T> struct indexed { uint i; T val; constexpr indexed<T>() threadgroup = default; };
            template <typename T> constexpr METAL_FUNC bool operator<(indexed<T> a, indexed<T> b) {
              return a.val < b.val || (a.val == b.val && a.i < b.i);
            }
            template <typename T> constexpr METAL_FUNC bool operator>(indexed<T> a, indexed<T> b) { return b < a; }
            template <typename T, typename E = void> struct Wide { static constant constexpr bool value = false; };
            template <typename T>
            struct Wide<T, typename metal::enable_if_t<sizeof(T) >= 8 && !is_same_v<T, half>>> {
              static constant constexpr bool value = true;
            };
            template <unsigned N = 8, typename Offset = uint> struct Params { Offset sizes[N]; };
            enum Mode : uint { PLAIN = 0, SQUARE = 1 };
            template <Mode M, typename T, ::metal::enable_if_t<M == PLAIN && !Wide<T>::value, bool> = true>
            inline T load(T v) { return v; }
            template <typename T, template <typename> class Op, Mode M = PLAIN,
                      enable_if_t<(M == PLAIN || M == SQUARE) && true, bool> = true>
            kernel void sum(constant T* in [[buffer(0)]], device T* out [[buffer(1)]], constant Params<>& p [[buffer(2)]],
                            uint tid [[thread_position_in_threadgroup]]) {
              threadgroup T shared[sizeof(Params<>) / 4];
            }
            #define REGISTER(T, PREFIX, MODE) \\
              template [[host_name(PREFIX "sum_" #T)]] kernel void sum<T, indexed, MODE>( \\
                  constant T * in [[buffer(0)]], device T * out [[buffer(1)]], constant Params<> & p [[buffer(2)]], \\
                  uint tid [[thread_position_in_threadgroup]]);
            REGISTER(float, "", PLAIN);
            REGISTER(half2, "square_", SQUARE);
            """);
    assertThat(Msl.names(module)).containsExactly("sum_float", "square_sum_half2");
    assertThat(Msl.bindings(Msl.kernel(module, "square_sum_half2"))).containsExactly(
        "in constant 0 half2 read", "out buffer 1 half2 read-write", "p constant 2 Params<> read");
    assertThat(Msl.kernel(module, "sum_float").threadgroupVariables().getFirst().type().text())
        .isEqualTo("float[8]");
  }
}
