package dev.assay.msl.reader;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.msl.reader.model.Layout;
import dev.assay.msl.reader.model.StructType;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LayoutTest {

  private static List<String> offsets(StructType struct) {
    return struct.members()
        .stream()
        .map(member -> member.name() + "@" + member.offsetBytes().map(Object::toString).orElse("?"))
        .toList();
  }

  // Sizes and alignments of tables 2.2 to 2.8 of the Metal Shading Language Specification.
  @ParameterizedTest
  @CsvSource(delimiter = ';', value = {
    "bool ; 1 ; 1", "char ; 1 ; 1", "ushort ; 2 ; 2", "half ; 2 ; 2", "bfloat ; 2 ; 2",
    "uint ; 4 ; 4", "float ; 4 ; 4", "long ; 8 ; 8", "size_t ; 8 ; 8",
    "unsigned long long int ; 8 ; 8", "unsigned ; 4 ; 4", "bool2 ; 2 ; 2", "bool3 ; 4 ; 4",
    "char3 ; 4 ; 4", "uchar4 ; 4 ; 4", "short3 ; 8 ; 8", "half3 ; 8 ; 8", "half4 ; 8 ; 8",
    "float2 ; 8 ; 8", "float3 ; 16 ; 16", "float4 ; 16 ; 16", "long3 ; 32 ; 32",
    "ulong4 ; 32 ; 32", "packed_float3 ; 12 ; 4", "packed_half3 ; 6 ; 2",
    "packed_uchar4 ; 4 ; 1", "packed_long2 ; 16 ; 8", "float2x2 ; 16 ; 8",
    "float3x3 ; 48 ; 16", "float4x3 ; 64 ; 16", "half2x4 ; 16 ; 8", "half3x3 ; 24 ; 8",
    "atomic_uint ; 4 ; 4", "atomic<float> ; 4 ; 4", "vec<half, 3> ; 8 ; 8",
    "packed_vec<short, 3> ; 6 ; 2", "device float* ; 8 ; 8", "constant int& ; 8 ; 8",
    "array<float3, 2> ; 32 ; 16", "texture2d<float> ; 8 ; 8", "raytracing::ray ; 48 ; 16",
    "MTLAccelerationStructureInstanceDescriptor ; 64 ; 4",
    "MTLAccelerationStructureUserIDInstanceDescriptor ; 68 ; 4"
  })
  void scalarsVectorsAndMatricesHaveTheSizesOfTheSpecification(String type, long size, long align) {
    StructType struct = Msl.struct(
        Msl.clean("using namespace metal; struct S { " + type + " x; };"), "S");
    assertThat(struct.members().getFirst().type().layout()).contains(new Layout(size, align));
  }

  @Test
  void fieldsLieAtTheNextMultipleOfTheirAlignment() {
    StructType struct = Msl.struct(
        Msl.clean(
            """
                enum class Mode : ushort { a, b };
                struct Inner { half h; float3 v; };
                struct Outer {
                  bool flag; Inner inner; packed_float3 p; char c; Mode mode; int tail[3], more;
                  static constant constexpr int ignored = 4;
                  Outer operator+(Outer other) const { return other; }
                  float twice() { return c * 2; }
                };
                """),
        "Outer");
    assertThat(offsets(struct)).containsExactly(
        "flag@0", "inner@16", "p@48", "c@60", "mode@62", "tail@64", "more@76");
    assertThat(struct.layout()).contains(new Layout(80, 16));
  }

  @Test
  void unionsShareTheirPlaceAndUnnamedOnesBelongToTheOuter() {
    StructType struct = Msl.struct(
        Msl.clean(
            """
                typedef struct {
                  union { struct { half d; half m; }; half2 dm; };
                  uchar scales[12];
                  union { uint word; uchar bytes[5]; } tail;
                } Block;
                """),
        "Block");
    assertThat(offsets(struct)).containsExactly("d@0", "m@2", "dm@0", "scales@4", "tail@16");
    assertThat(struct.layout()).contains(new Layout(24, 4));
  }

  @Test
  void alignmentMayBeStatedAndPackingAsked() {
    MslModule module = Msl.clean(
        """
            constant constexpr int wide = 32;
            struct alignas(16) A { float x; };
            struct B { char c; alignas(8) int i; };
            struct C { char c; int i; } __attribute__((packed));
            struct __attribute__((packed)) D { char c; int i; };
            struct __attribute__((aligned(wide))) E { half h; };
            struct F { char c; alignas(float4) float x; };
            """);
    assertThat(Msl.struct(module, "A").layout()).contains(new Layout(16, 16));
    assertThat(offsets(Msl.struct(module, "B"))).containsExactly("c@0", "i@8");
    assertThat(Msl.struct(module, "D").layout()).contains(new Layout(5, 1));
    assertThat(Msl.struct(module, "E").layout()).contains(new Layout(32, 32));
    assertThat(Msl.struct(module, "F").layout()).contains(new Layout(32, 16));
  }

  @Test
  void basesComeFirstAndTemplatesAreLaidOutPerArgument() {
    MslModule module = Msl.clean(
        """
            struct Base { int a; char b; };
            struct Derived : Base { char c; };
            template <typename T, int N> struct Box { T items[N]; uint count; };
            struct Holder { Box<half, 3> small; Box<float4, 2> big; };
            struct Empty {};
            """);
    assertThat(offsets(Msl.struct(module, "Derived"))).containsExactly("a@0", "b@4", "c@8");
    assertThat(offsets(Msl.struct(module, "Holder"))).containsExactly("small@0", "big@16");
    assertThat(Msl.struct(module, "Holder").layout()).contains(new Layout(64, 16));
    assertThat(Msl.struct(module, "Empty").layout()).contains(new Layout(1, 1));
  }

  @Test
  void whatCannotBeLaidOutHasNoLayoutAndNoOffsetsBehindIt() {
    MslModule module = Msl.clean(
        """
            struct Bits { uint a : 3; uint b : 5; int c; };
            struct Strange { int a; Unknown u; int b; };
            struct Endless { Endless inner; int x; };
            struct List { int value; device List* next; };
            struct Open { uint n; float data[]; };
            """);
    assertThat(Msl.struct(module, "Bits").layout()).isEmpty();
    assertThat(offsets(Msl.struct(module, "Strange"))).containsExactly("a@0", "u@?", "b@?");
    assertThat(Msl.struct(module, "Endless").layout()).isEmpty();
    assertThat(Msl.struct(module, "List").layout()).contains(new Layout(16, 8));
    assertThat(Msl.struct(module, "Open").layout()).contains(new Layout(4, 4));
  }

  @Test
  void argumentBuffersKeepTheirIds() {
    StructType struct = Msl.struct(
        Msl.clean(
            "struct Set { device float* a [[id(2)]]; constant uint& b [[ id(5) ]]; sampler s; };"),
        "Set");
    assertThat(struct.members()).extracting(member -> member.id().orElse(-1))
        .containsExactly(2, 5, -1);
  }
}
