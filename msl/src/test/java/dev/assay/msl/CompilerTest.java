package dev.assay.msl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.msl.reader.MslSource;
import dev.assay.msl.reader.text.Includes;
import dev.assay.spi.error.AssayException;
import dev.assay.spi.error.InvalidCallException;
import dev.assay.spi.error.InvalidInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompilerTest {
  private static final String SCALE = """
      #include <metal_stdlib>
      #include "factor.h"
      kernel void scale(device float* data, uint i [[thread_position_in_grid]]) {
        data[i] *= FACTOR;
      }
      """;

  @TempDir
  private Path folder;

  private static MslRuntime runtime() {
    return Fixture.runtime(MslBuild.FAST);
  }

  private static float scaled(MslSource source) {
    float[] data = {1};
    runtime().kernel(source, "scale").dispatch().bind("data", data).threads(1, 1);
    return data[0];
  }

  @Test
  void anIncludedFileIsPartOfTheCacheKey() throws IOException {
    Path header = folder.resolve("factor.h");
    MslSource source =
        MslSource.of(folder.resolve("scale.metal").toString(), SCALE)
            .withIncludes(Includes.folders(List.of(folder)));
    Files.writeString(header, "#define FACTOR 2");
    assertThat(runtime().kernel(source, "scale").wasCompiled()).isTrue();
    assertThat(runtime().kernel(source, "scale").wasCompiled()).isFalse();
    assertThat(scaled(source)).isEqualTo(2);
  }

  @Test
  void definesArePartOfTheCacheKey() {
    MslSource source = MslSource.of("defines.metal", SCALE.replace("#include \"factor.h\"", ""));
    assertThat(scaled(source.withDefines(Map.of("FACTOR", "3")))).isEqualTo(3);
    assertThat(scaled(source.withDefines(Map.of("FACTOR", "4")))).isEqualTo(4);
  }

  @Test
  void diagnosticsStandOnTheAuthorsLines() {
    MslSource source = MslSource.of("wrong.metal", """
        #include <metal_stdlib>
        #define BROKEN(x) x +
        kernel void k(device float* d [[buffer(0)]],
                      threadgroup float* s [[threadgroup(0)]]) {
          threadgroup float a[4],
                            b[4];
          d[0] = missing;
          d.xy = 3;
          a[0] = BROKEN(b[0]);
        }
        """);
    assertThatThrownBy(() -> runtime().kernel(source, "k"))
        .isInstanceOfSatisfying(
            InvalidInputException.class,
            e -> assertThat(e.problems())
                .extracting(p -> p.where().replaceFirst(":\\d+$", ""))
                .containsExactly("wrong.metal:7", "wrong.metal:8", "wrong.metal:9"));
  }

  @Test
  void everyWrongConstantIsNamedAtOnce() {
    MslSource source = Fixture.source("constants.metal");
    Map<String, Object> constants = Map.of("shift", 1.5f, "byte", 256, "negat", true);
    assertThatThrownBy(() -> runtime().kernel(source, "constants", constants))
        .isInstanceOfSatisfying(
            InvalidCallException.class,
            e -> {
              assertThat(e.problems()).extracting(p -> p.code())
                  .containsOnly(MslCodes.CONSTANT_INVALID);
              assertThat(e.getMessage())
                  .contains("'shift'")
                  .contains("'byte'")
                  .contains("'negat'")
                  .contains("'negate'")
                  .contains("'factor' (index 2, float) has no value")
                  .doesNotContain("'optional_value'");
            });
  }

  @Test
  void anUnknownKernelNamesItsNeighbours() {
    assertThatThrownBy(() -> Fixture.kernel(MslBuild.FAST, "templates.metal", "softmax_flaot"))
        .isInstanceOfSatisfying(
            InvalidCallException.class,
            e -> assertThat(e.getMessage()).contains("softmax_flaot").contains("softmax_float"));
  }

  @Test
  void everyWrongBindingIsNamedAtOnce() {
    MslDispatch dispatch =
        Fixture.kernel(MslBuild.FAST, "simdgroups.metal", "helper_sum").dispatch();
    dispatch.bind("inn", new int[1]).threadgroup("shared", 100);
    assertThatThrownBy(() -> dispatch.threads(1, 1))
        .isInstanceOfSatisfying(
            InvalidCallException.class,
            e -> assertThat(e.getMessage())
                .contains("4 problems")
                .contains("'inn'")
                .contains("'in' is not bound")
                .contains("'out' is not bound")
                .contains("multiple of 16"));
  }

  @Test
  void aKernelWithTexturesCompilesAndIsRefusedToRun() {
    MslSource source = MslSource.of("texture.metal",
        """
            #include <metal_stdlib>
            using namespace metal;
            kernel void t(texture2d<float, access::read> image [[texture(0)]], device float4* out [[buffer(0)]],
                          uint2 p [[thread_position_in_grid]]) {
              out[p.x] = image.read(p);
            }
            """);
    assertThat(runtime().check(source).compiles()).isTrue();
    assertThatThrownBy(() -> runtime().kernel(source, "t"))
        .isInstanceOfSatisfying(
            AssayException.class, e -> assertThat(e.code()).isEqualTo(MslCodes.KERNEL_UNSUPPORTED));
  }

  @Test
  void oddTextsAreDiagnosedOrAccepted() {
    assertThat(runtime().check(MslSource.of("empty.metal", "")).compiles()).isTrue();
    for (String text : List.of("kernel void (", "}}}}",
        "kernel void f(device float* a [[buffer(0)]",
        "[[[[", "#include \"nowhere.h\"\n", "template [[host_name(\"x\")]] kernel",
        "\u0000\u0001\uffff",
        "constant int x [[function_constant(;", "threadgroup float x[4];", "kernel void")) {
      assertThat(runtime().check(MslSource.of("odd.metal", text)).compiles()).as(text).isFalse();
    }
  }
}
