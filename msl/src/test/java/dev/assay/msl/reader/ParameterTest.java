package dev.assay.msl.reader;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.msl.reader.model.AddressSpace;
import dev.assay.msl.reader.model.MslKernel;
import dev.assay.msl.reader.model.MslParameter;
import dev.assay.msl.reader.model.ParameterKind;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ParameterTest {

  private static MslKernel only(String text) {
    return Msl.clean(text).kernels().getFirst();
  }

  @Test
  void explicitIndicesAreTakenFromNumbersMacrosAndConstants() {
    MslKernel kernel = only(
        """
            #define BASE 3
            enum Slots { first = 7, second };
            constant constexpr int last = BASE * 2;
            kernel void f(device float* a [[buffer(0)]], device float* b [[ buffer(BASE + 1) ]],
                          device float* c [[buffer(second)]], device float* d [[buffer(last)]]) {}
            """);
    assertThat(Msl.bindings(kernel)).containsExactly(
        "a buffer 0 float read-write",
        "b buffer 4 float read-write",
        "c buffer 8 float read-write",
        "d buffer 6 float read-write");
  }

  @Test
  void parametersWithoutIndexAreNumberedInOrderAroundTakenOnes() {
    MslKernel kernel = only(
        """
            struct Shape { uint rows; };
            kernel void f(device const half* x, constant Shape& shape [[buffer(1)]], device half* y,
                          uint gid [[thread_position_in_grid]], device half* z [[buffer(0)]], constant float& eps,
                          threadgroup float* left, threadgroup float* right [[threadgroup(0)]]) {}
            """);
    assertThat(Msl.bindings(kernel)).containsExactly(
        "x buffer 2 half read",
        "shape constant 1 Shape read",
        "y buffer 3 half read-write",
        "z buffer 0 half read-write",
        "eps constant 4 float read",
        "left threadgroup 1 float read-write",
        "right threadgroup 0 float read-write");
  }

  @Test
  void qualifiersMayStandOnEitherSide() {
    MslKernel kernel = only(
        """
            kernel void f(device const float* a, const device float* b, float const device* c, float device* d,
                          const constant int& e, constant const int& f, device float* const restrict g,
                          device const volatile float& h, const device float *const i, coherent device uint* j) {}
            """);
    assertThat(Msl.bindings(kernel)).containsExactly(
        "a buffer 0 float read",
        "b buffer 1 float read",
        "c buffer 2 float read",
        "d buffer 3 float read-write",
        "e constant 4 int read",
        "f constant 5 int read",
        "g buffer 6 float read-write",
        "h buffer 7 float read",
        "i buffer 8 float read",
        "j buffer 9 uint read-write");
  }

  @Test
  void arraysAmongParametersArePointersToTheirElements() {
    MslKernel kernel = only(
        """
            template <typename T, int N>
            kernel void f(device T* x, constant const size_t strides[3], const constant int shape[N] [[buffer(7)]],
                          device T rows[2][4], threadgroup float shared[32]) {}
            template [[host_name("f")]] kernel void f<half, 4>(
                device half* x, constant const size_t strides[3], const constant int shape[4] [[buffer(7)]],
                device half rows[2][4], threadgroup float shared[32]);
            """);
    assertThat(Msl.bindings(kernel)).containsExactly(
        "x buffer 0 half read-write",
        "strides constant 1 size_t read",
        "shape constant 7 int read",
        "rows buffer 2 half[4] read-write",
        "shared threadgroup 0 float read-write");
  }

  @Test
  void builtinsAreNoBindings() {
    MslKernel kernel = only(
        """
            kernel void f(uint3 gid [[thread_position_in_grid]], device float* x, ushort lane[[thread_index_in_simdgroup]],
                          uint group [[ simdgroup_index_in_threadgroup ]], uint2 [[threads_per_threadgroup]]) {}
            """);
    assertThat(Msl.bindings(kernel)).containsExactly("x buffer 0 float read-write");
    assertThat(kernel.parameters()).extracting(MslParameter::builtin)
        .containsExactly(
            Optional.of("thread_position_in_grid"),
            Optional.empty(),
            Optional.of("thread_index_in_simdgroup"),
            Optional.of("simdgroup_index_in_threadgroup"),
            Optional.of("threads_per_threadgroup"));
    assertThat(kernel.parameters().getLast().name()).isEmpty();
  }

  @Test
  void texturesAndSamplersHaveTablesOfTheirOwnAndArraysTakeSeveralIndices() {
    MslKernel kernel = only(
        """
            #include <metal_stdlib>
            using namespace metal;
            kernel void f(texture2d<float> in, texture2d<half, access::write> out [[texture(1)]],
                          array<texture2d<float, access::sample>, 3> many, depth2d<float> depth,
                          texture2d<int, access::read_write> both, sampler s, array<sampler, 2> more, sampler last,
                          texture_buffer<uint, access::read> words, device float* data) {}
            """);
    assertThat(Msl.bindings(kernel)).containsExactly(
        "in texture 0 texture2d<float> read",
        "out texture 1 texture2d<half, access::write> write",
        "many texture 2 array<texture2d<float, access::sample>, 3> read",
        "depth texture 5 depth2d<float> read",
        "both texture 6 texture2d<int, access::read_write> read-write",
        "s sampler 0 sampler read",
        "more sampler 1 array<sampler, 2> read",
        "last sampler 3 sampler read",
        "words texture 7 texture_buffer<uint, access::read> read",
        "data buffer 0 float read-write");
  }

  @Test
  void arraysOfPointersTakeAnIndexEachAndReferencesToArraysTakeOne() {
    MslKernel kernel = only(
        """
            constexpr constant int planes = 4;
            kernel void f(device float* planar[planes], constant int (&shape)[planes], device float* next) {}
            """);
    assertThat(Msl.bindings(kernel)).containsExactly(
        "planar buffer 0 float[planes] read-write",
        "shape constant 4 int[planes] read",
        "next buffer 5 float read-write");
    assertThat(kernel.parameters().getFirst().slots()).isEqualTo(4);
    assertThat(kernel.parameters().get(1).resolved().text()).isEqualTo("constant int[4]&");
  }

  @Test
  void accelerationStructuresAndFunctionTablesTakeBufferIndices() {
    MslKernel kernel = only(
        """
            using namespace metal;
            using namespace raytracing;
            kernel void f(instance_acceleration_structure scene, device float* out,
                          metal::raytracing::acceleration_structure<raytracing::instancing> other [[buffer(4)]],
                          visible_function_table<float(float)> table) {}
            """);
    assertThat(kernel.parameters()).extracting(MslParameter::kind)
        .containsExactly(
            ParameterKind.ACCELERATION_STRUCTURE,
            ParameterKind.BUFFER,
            ParameterKind.ACCELERATION_STRUCTURE,
            ParameterKind.FUNCTION_TABLE);
    assertThat(kernel.parameters()).extracting(parameter -> parameter.index().getAsInt())
        .containsExactly(0, 1, 4, 2);
  }

  @Test
  void aliasesAreResolvedYetKeptInTheSpelling() {
    MslKernel kernel = only(
        """
            typedef half storage;
            using row = storage4x;
            typedef packed_float3 storage4x;
            using handle = device float*;
            namespace metrics { struct Scale { float by; }; }
            namespace m = metrics;
            kernel void f(device storage* a, device row* b, handle c, constant m::Scale& d, metal::uint2 at [[thread_position_in_grid]]) {}
            """);
    assertThat(Msl.bindings(kernel)).containsExactly(
        "a buffer 0 storage read-write",
        "b buffer 1 row read-write",
        "c buffer 2 float read-write",
        "d constant 3 m::Scale read");
    assertThat(kernel.parameters()).extracting(parameter -> parameter.resolved().text())
        .containsExactly(
            "device half*", "device packed_float3*", "device float*", "constant metrics::Scale&",
            "uint2");
    assertThat(kernel.parameters().get(3).addressSpace()).contains(AddressSpace.CONSTANT);
  }

  @Test
  void aStructByValueWithAttributesStandsForItsFields() {
    MslKernel kernel = only(
        """
            struct Position { uint2 gid [[thread_position_in_grid]]; uint lane [[thread_index_in_simdgroup]]; };
            kernel void f(Position at, device float* x) {}
            """);
    assertThat(kernel.parameters()).extracting(MslParameter::kind)
        .containsExactly(ParameterKind.BUILTIN, ParameterKind.BUILTIN, ParameterKind.BUFFER);
  }

  @Test
  void attributesOfOneParameterMayShareBrackets() {
    MslKernel kernel = only(
        """
            constant bool has_mask [[function_constant(20)]];
            kernel void f(const device float* mask [[buffer(5), function_constant(has_mask)]],
                          const device float* bias [[ function_constant(has_mask) ]] [[ buffer(5) ]]) {}
            """);
    assertThat(Msl.bindings(kernel))
        .containsExactly("mask buffer 5 float read", "bias buffer 5 float read");
    assertThat(kernel.parameters()).extracting(MslParameter::gate)
        .containsExactly(Optional.of("has_mask"), Optional.of("has_mask"));
  }

  @Test
  void threadLimitsAreReadFromEveryPlaceForAttributes() {
    MslModule module = Msl.clean(
        """
            constexpr constant int wide = 16;
            [[max_total_threads_per_threadgroup(wide * 32)]] kernel void f(device float* x) {}
            [[kernel, max_total_threads_per_threadgroup(64)]] void g(device float* x) {}
            kernel void h(device float* x) {}
            """);
    assertThat(Msl.kernel(module, "f").maxTotalThreads()).hasValue(512);
    assertThat(Msl.kernel(module, "g").maxTotalThreads()).hasValue(64);
    assertThat(Msl.kernel(module, "h").maxTotalThreads()).isEmpty();
  }
}
