package dev.assay.backend.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.assay.spi.backend.Bindings;
import dev.assay.spi.backend.Buffer;
import dev.assay.spi.backend.Capture;
import dev.assay.spi.backend.CommandQueue;
import dev.assay.spi.backend.Encoder;
import dev.assay.spi.backend.Grid;
import dev.assay.spi.backend.Pipeline;
import dev.assay.spi.backend.PipelineKey;
import dev.assay.spi.backend.Schedule;
import dev.assay.spi.data.DType;
import dev.assay.spi.error.Codes;
import dev.assay.spi.error.InvalidCallException;
import dev.assay.spi.error.Problem;
import dev.assay.spi.kernel.Geometry;
import dev.assay.spi.kernel.Implementation;
import dev.assay.spi.kernel.KernelName;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Geometry as data becomes numbers that the device takes, or an error before it sees them. */
class GridTest {
  @Test
  void resolvesGridThreadgroupAndMemoryFromConstantsAndFacts() {
    HeapPort port = run(TestKernels.implementation("rows",
        Geometry.threadgroups("params.rows",
            "min(pow2Floor(params.width), pipeline.threadsPerThreadgroup)"))
        .withThreadgroupMemory("device.simdWidth * 4"), 3, 100);
    assertThat(port.stream)
        .contains("dispatch " + new Grid(Geometry.Form.THREADGROUPS, 3, 1, 1, 64, 1, 1,
            java.util.List.of(128)));
  }

  @ParameterizedTest
  @EnumSource
  void theGridSaysWhetherItCountsThreadsOrThreadgroups(Geometry.Form form) {
    Geometry geometry = form == Geometry.Form.THREADS
        ? Geometry.threads("params.rows * params.width", "32")
        : Geometry.threadgroups("ceilDiv(params.rows * params.width, 32)", "32");
    HeapPort port = run(TestKernels.implementation("rows", geometry), 7, 37);
    assertThat(port.stream).contains("dispatch " + new Grid(form,
        form == Geometry.Form.THREADS ? 259 : 9, 1, 1, 32, 1, 1, java.util.List.of()));
  }

  @Test
  void dispatchesNothingWhenThereIsNoWork() {
    HeapPort port =
        run(TestKernels.implementation("rows", Geometry.threads("params.rows", "32")), 0, 5);
    assertThat(port.stream).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(delimiter = ';', value = {
    "params.rows - 2; 32; grid x = (params.rows - 2) is out of range",
    "4294967296 * params.rows; 32; grid x",
    "1; 1025; threadgroup x = 1025 is out of range",
    "1; 513; the threadgroup has too many threads",
    "params.rows * 9223372036854775807; 32; does not fit 64 bits"})
  void refusesAGridOutOfRange(String grid, String width, String said) {
    InvalidCallException refusal =
        refuse(TestKernels.implementation("rows", Geometry.threads(grid, width)));
    assertThat(refusal.getMessage()).contains(said);
  }

  @ParameterizedTest
  @CsvSource(delimiter = ';', value = {"24; multiple", "0; multiple", "32784; multiple"})
  void refusesThreadgroupMemoryThatTheDeviceDoesNotTake(String bytes, String said) {
    InvalidCallException refusal =
        refuse(TestKernels.implementation("rows", Geometry.threads("1", "1"))
            .withThreadgroupMemory(bytes));
    assertThat(refusal.code()).isEqualTo(Codes.LIMIT_EXCEEDED);
    assertThat(refusal.getMessage()).contains(said);
  }

  @Test
  void refusesThreadgroupMemoryThatFitsOnlyArgumentByArgument() {
    InvalidCallException refusal = refuse(
        TestKernels.implementation("rows", Geometry.threads("1", "1"))
            .withThreadgroupMemory("16384", "16400"));
    assertThat(refusal.getMessage()).contains("too much threadgroup memory in all");
  }

  @Test
  void reportsLimitsGeometryAndMemoryTogether() throws IOException {
    InvalidCallException refusal =
        refuse(TestKernels.implementation("rows", Geometry.threads("params.rows - 2", "2048"))
            .withThreadgroupMemory("20")
            .withLimit("params.width <= 2", "width is at most 2"));
    assertThat(refusal.problems()).extracting(Problem::code)
        .containsOnly(Codes.LIMIT_EXCEEDED)
        .hasSize(4);
    GoldenText.assertMatches("geometry", refusal.getMessage());
  }

  @Test
  void theThreadgroupOfAPatchableDispatchIsThatOfTheBoundInAllAxes() {
    Implementation rows = TestKernels.implementation("rows",
        new Geometry(Geometry.Form.THREADS, Geometry.Axes.of("params.width", "params.rows", "1"),
            Geometry.Axes.of("min(params.width, 256)", "256 / min(params.width, 256)", "1")));
    try (SupportBackend backend = BindingProblemsTest.open(new HeapPort(false), rows)) {
      Capture capture = backend.capture("patched");
      capture.dispatch(pipeline(backend).bake(new Bindings()
          .buffer("x", backend.allocate(2400, "x").view(DType.F32))
          .buffer("out", backend.allocate(2400, "out").view(DType.F32))
          .constant("params", TestKernels.scale(2, 3, 1))
          .patchable("width", "params", "width", 1, 300), "patched"));
      // 256 for the greatest width, 256 for the least: no dispatch has both.
      assertThat(capture.finish().items()).singleElement()
          .extracting(item -> ((Schedule.Dispatch) item).command().grid())
          .isEqualTo(new Grid(Geometry.Form.THREADS, 300, 2, 1, 256, 1, 1, List.of()));
    }
  }

  @Test
  void aThreadgroupThatIsWiderForASmallerValueCannotBePatched() {
    Implementation narrowing = TestKernels.implementation("rows",
        new Geometry(Geometry.Form.THREADGROUPS, Geometry.Axes.of("params.rows", "1", "1"),
            Geometry.Axes.of("301 - params.width", "1", "1")));
    try (SupportBackend backend = BindingProblemsTest.open(new HeapPort(false), narrowing)) {
      Bindings bindings = new Bindings()
          .buffer("x", backend.allocate(2400, "x").view(DType.F32))
          .buffer("out", backend.allocate(2400, "out").view(DType.F32))
          .constant("params", TestKernels.scale(2, 3, 1))
          .patchable("width", "params", "width", 100, 300);
      Pipeline pipeline = pipeline(backend);
      InvalidCallException refusal = catchThrowableOfType(InvalidCallException.class,
          () -> pipeline.bake(bindings, "patched"));
      assertThat(refusal.code()).isEqualTo(Codes.PATCH_RANGE);
      assertThat(refusal).hasMessageContaining("threadgroup x = (301 - params.width)");
    }
  }

  private static InvalidCallException refuse(Implementation implementation) {
    try (SupportBackend backend = BindingProblemsTest.open(new HeapPort(false), implementation)) {
      Pipeline pipeline = pipeline(backend);
      return catchThrowableOfType(InvalidCallException.class, () -> pipeline
          .bake(new Bindings().slot("x").slot("out").constant("params", TestKernels.scale(2, 3, 1)),
              "limits"));
    }
  }

  private static HeapPort run(Implementation implementation, long rows, long width) {
    HeapPort port = new HeapPort(true);
    try (SupportBackend backend = BindingProblemsTest.open(port, implementation);
        CommandQueue queue = backend.newQueue("queue");
        Encoder encoder = queue.encoder("run")) {
      Buffer x = backend.allocate(rows * width * 4, "x");
      Buffer out = backend.allocate(rows * width * 4, "out");
      encoder.dispatch(pipeline(backend), new Bindings().buffer("x", x.view(DType.F32))
          .buffer("out", out.view(DType.F32))
          .constant("params", TestKernels.scale(rows, width, 1)), "one");
      encoder.commit().await();
    }
    return port;
  }

  private static Pipeline pipeline(SupportBackend backend) {
    return backend.registry()
        .pipeline(new PipelineKey(KernelName.of("test:scale"), DType.F32, "rows"));
  }
}
