package dev.assay.backend.metal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.backend.metal.driver.MetalPipeline.Kind;
import dev.assay.backend.metal.driver.MetalPipeline.ReflectedBinding;
import dev.assay.backend.metal.driver.idle.NullDriver;
import dev.assay.backend.metal.driver.recording.MetalCall;
import dev.assay.backend.metal.driver.recording.RecordingDriver;
import dev.assay.msl.reader.MslReader;
import dev.assay.msl.reader.MslSource;
import dev.assay.spi.backend.Backend;
import dev.assay.spi.backend.Bindings;
import dev.assay.spi.backend.Buffer;
import dev.assay.spi.backend.CommandQueue;
import dev.assay.spi.backend.Encoder;
import dev.assay.spi.backend.Pipeline;
import dev.assay.spi.backend.PipelineKey;
import dev.assay.spi.data.DType;
import dev.assay.spi.data.StructValue;
import dev.assay.spi.error.AssayException;
import dev.assay.spi.error.PluginException;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Indices come from the text, and a text that says otherwise than the declaration is refused before a device sees it. */
class EntryPointTest {
  private static Pipeline pipeline(Backend backend, boolean biased) {
    return backend.registry()
        .pipeline(new PipelineKey(TestKernel.DECLARATION.name(), DType.F32, "elements",
            Map.of("has_bias", StructValue.ofLong(DType.BOOL, biased ? 1 : 0)), false));
  }

  private static List<Integer> indices(boolean biased) {
    RecordingDriver driver = new RecordingDriver(new NullDriver());
    try (Backend backend = MetalProvider.over(driver, TestKernel.catalog(TestKernel.TEXT));
        CommandQueue queue = backend.newQueue("test");
        Encoder encoder = queue.encoder("test");
        Buffer x = backend.allocate(16, "x");
        Buffer out = backend.allocate(16, "out")) {
      Bindings bindings = new Bindings().buffer("x", x.view(DType.F32))
          .buffer("out", out.view(DType.F32))
          .constant("params",
              TestKernel.PARAMS.value().set("factor", 2.0).set("length", 4).build());
      Buffer bias = backend.allocate(16, "bias");
      encoder.dispatch(pipeline(backend, biased),
          biased ? bindings.buffer("bias", bias.view(DType.F32)) : bindings, "test");
      encoder.commit().await();
    }
    return driver.take().stream().flatMap(call -> switch (call) {
      case MetalCall.SetBuffer set -> Stream.of(set.index());
      case MetalCall.SetBytes set -> Stream.of(set.index());
      case MetalCall.SetThreadgroupMemoryLength set -> {
        assertThat(set).isEqualTo(new MetalCall.SetThreadgroupMemoryLength(0, 128));
        yield Stream.empty();
      }
      default -> Stream.empty();
    }).toList();
  }

  @Test
  void bindsEachParameterWhereTheTextPutsIt() {
    assertThat(indices(false)).containsExactlyInAnyOrder(2, 0, 1);
    assertThat(indices(true)).containsExactlyInAnyOrder(2, 0, 5, 1);
  }

  private static EntryPoint entry() {
    return new EntryPoint(TestKernel.DECLARATION,
        MslReader.read(MslSource.of("test.metal", TestKernel.TEXT))
            .kernel("scale_f32")
            .orElseThrow(),
        Map.of("has_bias", StructValue.ofLong(DType.BOOL, 1)));
  }

  @Test
  void aDeviceMayLeaveOutWhatItsCompilerFoundUnusedAndSeeOnlyReads() {
    entry().requireReflected(List.of());
    entry().requireReflected(List.of(new ReflectedBinding("x", Kind.BUFFER, 2, false)));
    entry().requireReflected(List.of(new ReflectedBinding("out", Kind.BUFFER, 0, true)));
    entry().requireReflected(List.of(new ReflectedBinding("out", Kind.BUFFER, 0, false)));
  }

  @ParameterizedTest
  @CsvSource({"x, BUFFER, 3, false", "other, BUFFER, 2, false", "x, BUFFER, 2, true",
    "x, THREADGROUP_MEMORY, 2, false"})
  void whatADeviceListsIsWhereTheTextHasIt(String name, Kind kind, int index, boolean writable) {
    assertThatThrownBy(() -> entry()
        .requireReflected(List.of(new ReflectedBinding(name, kind, index, writable))))
        .isInstanceOf(PluginException.class)
        .hasMessageContaining("sees other bindings of function 'scale_f32'");
  }

  /** Every difference that the two can have, as a mutant of the text. */
  @ParameterizedTest
  @CsvSource(delimiter = '|',
      textBlock = """
          device const float* x | device float* x | disagree on whether buffer 'x' is written
          device float* out     | device const float* out | disagree on whether buffer 'out' is written
          device const float* x | device const half* x | disagree on the type of buffer 'x'
          float* x [[buffer(2)]] | float* y [[buffer(2)]] | buffer 'x' is missing from the text
          float* x [[buffer(2)]] | float* y [[buffer(2)]] | parameter 'y' of the text is not declared
          , function_constant(has_bias)]] | ]] | disagree on the gate of buffer 'bias'
          uint length; | int length; | disagree on the fields of constant 'params'
          uint length; | uint pad; uint length; | disagree on the fields of constant 'params'
          uint length; | uint length; uint pad; | disagree on the size of constant 'params'
          float factor; uint length; | uint length; float factor; | disagree on the fields of constant 'params'
          constant Params& params | device const float* params | constant 'params' is no struct in the text
          constant Params& params | device Params& params | disagree on whether constant 'params' is written
          constant bool has_bias | constant int has_bias | disagree on the type of function constant 'has_bias'
          has_bias ? bias[i] : 0 | more ? 1 : 0 | function constant 'more' of the text is not declared
          threadgroup float* scratch [[threadgroup(0)]], | threadgroup float* scratch [[threadgroup(0)]], threadgroup float* other [[threadgroup(1)]], | disagree on the number of threadgroup arguments
          [[buffer(2)]] | [[buffer(31)]] | parameter 'x' is over the highest index, 30
          kernel void scale_f32 | kernel void scale_f16 | has no kernel 'scale_f32'
          """)
  void refusesATextThatDiffersFromTheDeclaration(String text, String mutant, String message) {
    String mutated = TestKernel.TEXT.replace(text.strip(), mutant.strip())
        .replace("constant bool has_bias",
            "constant bool more [[function_constant(4)]];\nconstant bool has_bias");
    assertThat(mutated).contains(mutant.strip());
    try (
        Backend backend = MetalProvider.over(new NullDriver(), TestKernel.catalog(mutated))) {
      assertThatThrownBy(() -> pipeline(backend, false)).isInstanceOf(AssayException.class)
          .hasMessageContaining(message.strip());
    }
  }

  @Test
  void reportsAllDifferencesTogether() {
    String mutated = TestKernel.TEXT.replace("device const float* x", "device half* x")
        .replace("uint length", "int length");
    try (
        Backend backend = MetalProvider.over(new NullDriver(), TestKernel.catalog(mutated))) {
      assertThatThrownBy(() -> pipeline(backend, false))
          .isInstanceOfSatisfying(PluginException.class, refused -> assertThat(refused.problems())
              .hasSize(3)
              .allMatch(problem -> String.valueOf(problem.where())
                  .contains("entry point 'scale_f32' of source 'test.metal'")));
    }
  }
}
