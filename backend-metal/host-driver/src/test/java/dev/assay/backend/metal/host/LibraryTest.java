package dev.assay.backend.metal.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.assay.backend.metal.driver.MetalBuffer;
import dev.assay.backend.metal.driver.MetalFunction;
import dev.assay.backend.metal.driver.MetalLibrary;
import dev.assay.backend.metal.driver.MetalPipeline;
import dev.assay.backend.metal.driver.MetalPipeline.Kind;
import dev.assay.backend.metal.driver.MetalPipeline.ReflectedBinding;
import dev.assay.msl.MslBuild;
import dev.assay.msl.MslCodes;
import dev.assay.msl.reader.MslSource;
import dev.assay.msl.reader.text.SourcePart;
import dev.assay.spi.error.InvalidInputException;
import dev.assay.spi.error.Problem;
import dev.assay.spi.error.UnavailableException;
import dev.assay.spi.kernel.Access;
import dev.assay.spi.kernel.MathMode;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** From a text to a pipeline. */
class LibraryTest {
  @Test
  void whatTheReaderFindsWrongIsReportedByPartAndLine() {
    try (Bench bench = new Bench()) {
      MslSource source = MslSource.of(
          SourcePart.of("head.metal", "using namespace metal;\n"),
          SourcePart.of("body.metal", """

              kernel void f(device float* x [[buffer(31)]]) {}
              kernel void g(float* y) {}
              """));

      InvalidInputException error = catchThrowableOfType(InvalidInputException.class,
          () -> bench.driver().newLibrary("wrong", source, MathMode.SAFE));

      assertThat(error.problems()).extracting(Problem::where)
          .satisfiesExactly(first -> assertThat(first).startsWith("body.metal:2:"),
              second -> assertThat(second).startsWith("body.metal:3:"));
    }
  }

  @Test
  void whatTheCompilerFindsWrongIsReportedByPartAndLine() {
    try (Bench bench = new Bench()) {
      MslSource source = MslSource.of(
          SourcePart.of("head.metal", "#include <metal_stdlib>\nusing namespace metal;\n"),
          SourcePart.of("body.metal", """
              kernel void f(device float* x [[buffer(0)]]) {
                x[0] = missing;
              }
              """));
      MetalLibrary library = bench.driver().newLibrary("wrong", source, MathMode.SAFE);
      MetalFunction function = library.newFunction("f", List.of());

      InvalidInputException error = catchThrowableOfType(InvalidInputException.class,
          () -> bench.driver().newPipeline("f", function, false));

      assertThat(error.problems()).extracting(Problem::where)
          .satisfiesExactly(where -> assertThat(where).startsWith("body.metal:2:"));
      function.release();
      library.release();
    }
  }

  @Test
  void theSameCodeServesEveryPipelineOfTheSameConstants() throws Exception {
    String text = Bench.source().parts().getFirst().text() + "// " + System.nanoTime();
    MslSource source = MslSource.of("fresh.metal", text);
    try (Bench bench = new Bench(); var executor = Executors.newFixedThreadPool(4)) {
      long before = bench.driver().compileCount();
      MetalLibrary library = bench.driver().newLibrary("fresh", source, MathMode.SAFE);
      List<Callable<MetalPipeline>> work = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        boolean bias = i % 2 == 0;
        boolean indirect = i > 3;
        work.add(() -> {
          MetalFunction function =
              library.newFunction("biased", List.of(Bench.bool("has_bias", 0, bias)));
          MetalPipeline made = bench.driver().newPipeline("biased", function, indirect);
          function.release();
          return made;
        });
      }
      for (Future<MetalPipeline> made : executor.invokeAll(work)) {
        made.get().release();
      }
      assertThat(bench.driver().compileCount() - before).isEqualTo(2);
      library.release();
    }
    // As another process would find it.
    try (Bench bench = new Bench()) {
      MetalLibrary library = bench.driver().newLibrary("fresh", source, MathMode.SAFE);
      MetalFunction function =
          library.newFunction("biased", List.of(Bench.bool("has_bias", 0, true)));
      bench.driver().newPipeline("biased", function, false).release();
      function.release();
      library.release();
      assertThat(bench.driver().compileCount()).isZero();
    }
  }

  @Test
  void reflectionShowsWhatExistsWithTheseConstants() {
    try (Bench bench = new Bench()) {
      assertThat(bench.pipeline("biased", Bench.bool("has_bias", 0, true)).bindings())
          .containsExactly(new ReflectedBinding("x", Kind.BUFFER, 0, false),
              new ReflectedBinding("bias", Kind.BUFFER, 1, false),
              new ReflectedBinding("out", Kind.BUFFER, 2, true));
      assertThat(bench.pipeline("biased", Bench.bool("has_bias", 0, false)).bindings())
          .extracting(ReflectedBinding::name)
          .containsExactly("x", "out");
      assertThat(bench.pipeline("total").bindings())
          .contains(new ReflectedBinding("scratch", Kind.THREADGROUP_MEMORY, 0, false));
    }
  }

  @Test
  void limitsOfAPipelineComeFromItsText() {
    try (Bench bench = new Bench()) {
      assertThat(bench.pipeline("narrow").maxTotalThreadsPerThreadgroup()).isEqualTo(64);
      assertThat(bench.pipeline("mix").maxTotalThreadsPerThreadgroup()).isEqualTo(1024);
      assertThat(bench.pipeline("tiled").staticThreadgroupMemoryLength()).isEqualTo(32_000);
      assertThat(bench.pipeline("mix").staticThreadgroupMemoryLength()).isZero();
      assertThat(bench.pipeline("mix").threadExecutionWidth()).isEqualTo(32);
    }
  }

  @Test
  void aGateMayBeComputedFromFunctionConstants() {
    for (MslBuild build : MslBuild.values()) {
      try (Bench bench = new Bench(build, ExecutionOrder.FORWARD)) {
        MetalPipeline open = bench.pipeline("either", Bench.bool("has_bias", 0, false));
        MetalPipeline shut = bench.pipeline("either", Bench.bool("has_bias", 0, false),
            Bench.bool("maybe", 2, false));
        assertThat(open.bindings()).extracting(ReflectedBinding::name)
            .containsExactly("x", "out");
        assertThat(shut.bindings()).extracting(ReflectedBinding::name).containsExactly("out");
        MetalBuffer x = bench.buffer(5);
        MetalBuffer first = bench.empty(1);
        MetalBuffer second = bench.empty(1);

        bench.run(encoder -> {
          encoder.setPipeline(open);
          encoder.setBuffer(x, 0, 4, Access.READ, 0);
          encoder.setBuffer(first, 0, 4, Access.WRITE_ALL, 1);
          encoder.dispatch(Bench.threads(1));
          encoder.setPipeline(shut);
          encoder.setBuffer(second, 0, 4, Access.WRITE_ALL, 1);
          encoder.dispatch(Bench.threads(1));
        });

        assertThat(Bench.read(first)).containsExactly(5);
        assertThat(Bench.read(second)).containsExactly(1);
      }
    }
  }

  @Test
  void ofTwoParametersAtOneIndexTheOneThatExistsIsBound() {
    for (MslBuild build : MslBuild.values()) {
      try (Bench bench = new Bench(build, ExecutionOrder.FORWARD)) {
        MetalBuffer x = bench.buffer(0x0002_0001);
        for (boolean some : new boolean[] {true, false}) {
          MetalPipeline chosen = bench.pipeline("chosen", Bench.bool("has_bias", 0, some));
          assertThat(chosen.bindings()).extracting(ReflectedBinding::name)
              .containsExactly(some ? "some" : "other", "out");
          MetalBuffer out = bench.empty(1);

          bench.run(encoder -> {
            encoder.setPipeline(chosen);
            encoder.setBuffer(x, 0, 4, Access.READ, 0);
            encoder.setBuffer(out, 0, 4, Access.WRITE_ALL, 1);
            encoder.dispatch(Bench.threads(1));
          });

          assertThat(Bench.read(out)).containsExactly(some ? 0x0002_0001 : 1);
        }
      }
    }
  }

  @Test
  void whatIsNoMemoryIsRefusedByName() {
    try (Bench bench = new Bench()) {
      MslSource source = MslSource.of("image.metal", """
          #include <metal_stdlib>
          using namespace metal;
          kernel void blur(texture2d<float> image [[texture(0)]], sampler s [[sampler(0)]],
                           device float* x [[buffer(0)]]) {}
          """);
      MetalLibrary library = bench.driver().newLibrary("image", source, MathMode.SAFE);
      MetalFunction function = library.newFunction("blur", List.of());

      UnavailableException refusal = catchThrowableOfType(UnavailableException.class,
          () -> bench.driver().newPipeline("blur", function, false));

      assertThat(refusal.code()).isEqualTo(MslCodes.KERNEL_UNSUPPORTED);
      assertThat(refusal.problems()).extracting(Problem::what)
          .satisfiesExactly(image -> assertThat(image).contains("'image'"),
              sampler -> assertThat(sampler).contains("'s'"));
      function.release();
      library.release();
    }
  }
}
