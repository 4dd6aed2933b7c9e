package dev.assay.msl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.msl.reader.MslSource;
import dev.assay.msl.reader.text.SourcePart;
import dev.assay.spi.error.DeviceException;
import dev.assay.spi.error.InvalidInputException;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Sources that no compiler should take, and odd ones that it should. */
class BadInputTest {
  private static MslKernel kernel(MslBuild build, MslSource source) {
    return Fixture.runtime(build).kernel(source, "k");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "kernel void k(device float* x [[buffer(0)]]) { x[0] = ; }          | bad.metal:1:55",
        "#include \"nowhere.h\"                                             | bad.metal:1:2",
        "kernel void k(device float* x [[buffer(31)]]) {}                   | bad.metal:1:29",
        "kernel void k(device float* x [[buffer(0)]], device int* y [[buffer(0)]]) {} | bad.metal:1:58",
        "kernel void k(uint i [[thread_position_in_grid]] [[thread_index_in_threadgroup]]) {} | bad.metal:1:20",
        "kernel void k(device float* x [[thread_position_in_grid]]) {}      | bad.metal:1:29",
        "[[host_name(\"k\")]] kernel void a() {} [[host_name(\"k\")]] kernel void b() {} | bad.metal:1:70",
        "#error no                                                          | bad.metal:1:2",
        "kernel int k() { return 1; }                                       | bad.metal:1:12"
      })
  void wrongSourcesAreRefusedAtTheirPlace(String text, String place) {
    assertThatThrownBy(() -> kernel(MslBuild.FAST, MslSource.of("bad.metal", text)))
        .isInstanceOfSatisfying(
            InvalidInputException.class,
            e -> {
              assertThat(e.code()).isEqualTo(MslCodes.SOURCE_INVALID);
              assertThat(e.problems()).extracting(p -> p.where()).contains(place);
            });
  }

  @Test
  void moreBuffersThanThereAreIndicesAreRefused() {
    String parameters = IntStream.range(0, 32)
        .mapToObj(i -> "device float* p" + i)
        .collect(Collectors.joining(", "));
    MslSource source = MslSource.of("many.metal", "kernel void k(" + parameters + ") {}");
    assertThatThrownBy(() -> kernel(MslBuild.FAST, source))
        .isInstanceOfSatisfying(
            InvalidInputException.class, e -> assertThat(e.getMessage()).contains("'p31'"));
  }

  @Test
  void bytesThatAreNotUtf8AndTenMegabytesOfCommentDoNotMatter() {
    String text = "// caf\u00e9\n/*" + "*".repeat(10 << 20)
        + "*/ kernel void k(device float* x [[buffer(0)]]) { x[0] = 1; }";
    MslSource source = MslSource.of(
        SourcePart.decode("latin.metal", text.getBytes(StandardCharsets.ISO_8859_1)));
    float[] x = {0};
    kernel(MslBuild.FAST, source).dispatch().bind("x", x).threads(1, 1);
    assertThat(x).containsExactly(1);
  }

  @Test
  void recursionWithoutEndStopsInACheckedBuild() {
    MslSource source = MslSource.of("deep.metal", """
        static int down(device int* x, int n) {
          int here[64];
          here[n & 63] = x[0];
          return n < 0 ? 0 : down(x, n + 1) + here[(n + x[0]) & 63];
        }
        kernel void k(device int* x [[buffer(0)]]) { x[0] = down(x, 0); }
        """);
    MslDispatch dispatch = kernel(MslBuild.CHECKED, source).dispatch().bind("x", new int[1]);
    assertThatThrownBy(() -> dispatch.threads(1, 1))
        .isInstanceOfSatisfying(
            DeviceException.class,
            e -> assertThat(e.code())
                .isEqualTo(MslCodes.STACK_OVERFLOW));
  }
}
