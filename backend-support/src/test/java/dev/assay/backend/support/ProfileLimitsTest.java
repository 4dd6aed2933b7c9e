package dev.assay.backend.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.assay.spi.backend.Bindings;
import dev.assay.spi.backend.CommandQueue;
import dev.assay.spi.backend.DeviceProfile;
import dev.assay.spi.backend.Encoder;
import dev.assay.spi.backend.Pipeline;
import dev.assay.spi.backend.PipelineKey;
import dev.assay.spi.data.DType;
import dev.assay.spi.data.Elements;
import dev.assay.spi.data.StructLayout;
import dev.assay.spi.data.StructValue;
import dev.assay.spi.error.Codes;
import dev.assay.spi.error.InvalidCallException;
import dev.assay.spi.kernel.Access;
import dev.assay.spi.kernel.Geometry;
import dev.assay.spi.kernel.Geometry.Axes;
import dev.assay.spi.kernel.Geometry.Form;
import dev.assay.spi.kernel.GoldenCase;
import dev.assay.spi.kernel.Implementation;
import dev.assay.spi.kernel.KernelCase;
import dev.assay.spi.kernel.KernelCatalog;
import dev.assay.spi.kernel.KernelDeclaration;
import dev.assay.spi.kernel.KernelName;
import dev.assay.spi.kernel.Tolerance;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What one class of devices takes and another does not is refused at bake, by the profile alone. */
class ProfileLimitsTest {
  @ParameterizedTest
  @CsvSource(delimiter = ';', value = {
    "THREADGROUPS; 1; 65535; 32; 1; ",
    "THREADGROUPS; 1; 65536; 32; 1; grid y = 65536 is out of range",
    "THREADGROUPS; 67108864; 1; 32; 1; ",
    "THREADGROUPS; 2147483648; 1; 1; 1; grid x = 2147483648 is out of range",
    "THREADS; 1; 65535; 1; 1; ",
    "THREADS; 1; 65536; 1; 1; grid y has too many threadgroups",
    "THREADS; 1; 65536; 1; 2; ",
    "THREADS; 4294967295; 1; 32; 1; ",
    "THREADS; 4294967295; 1; 1; 1; grid x has too many threadgroups",
    "THREADS; 1; 1; 1; 64; ",
    "THREADGROUPS; 134217728; 1; 32; 1; grid x has too many threads"})
  void anSm90GridIsLimitedByAxisInThreadgroups(Form form, long x, long y, long width, long height,
      String refusal) {
    assertRefused(refusal, DeviceProfile.SM_90,
        new Geometry(form, Axes.of("" + x, "" + y, "1"), Axes.of("" + width, "" + height, "1")));
  }

  @ParameterizedTest
  @CsvSource(delimiter = ';', value = {"64; ", "65; threadgroup z = 65 is out of range"})
  void anSm90ThreadgroupIsLimitedByAxis(int depth, String refusal) {
    Geometry geometry =
        new Geometry(Form.THREADGROUPS, Axes.of("1", "1", "1"), Axes.of("1", "1", "" + depth));
    assertRefused(refusal, DeviceProfile.SM_90, geometry);
    assertRefused(null, DeviceProfile.APPLE7, geometry);
  }

  @Test
  void threadgroupMemoryThatOneDeviceTakesAnotherRefuses() {
    Implementation large = TestKernels.implementation("rows", Geometry.threads("1", "1"))
        .withThreadgroupMemory("232448");
    assertThat(refusal(DeviceProfile.SM_90, large)).isNull();
    assertThat(refusal(DeviceProfile.APPLE7, large)).hasMessageContaining("threadgroup memory");
  }

  @Test
  void constantsTravelInlineUpToTheLimitAndInMemoryBeyondIt() {
    HeapPort port = new HeapPort(false);
    run(port, 1, 1023);
    run(port, 1, 1024);
    assertThat(port.stream.stream().filter(line -> line.startsWith("constant 1"))).hasSize(2);
    assertThat(port.stream).noneMatch(line -> line.startsWith("large"));
    port.stream.clear();
    run(port, 1, 1025);
    assertThat(port.stream).noneMatch(line -> line.startsWith("constant"))
        .filteredOn(line -> line.startsWith("large constant 1"))
        .hasSize(1);
  }

  @Test
  void allParametersTogetherAreLimitedWhereTheDeviceLimitsThem() {
    // Seven constants of 4 KiB and a pointer are within 32,764 bytes; the eighth is not, but as a pointer it would be.
    HeapPort port = new HeapPort(false);
    port.profile = DeviceProfile.SM_90;
    run(port, 7, 1024);
    run(port, 8, 1025);
    InvalidCallException refusal =
        catchThrowableOfType(InvalidCallException.class, () -> run(port, 8, 1024));
    assertThat(refusal.problems()).singleElement().satisfies(problem -> {
      assertThat(problem.code()).isEqualTo(Codes.LIMIT_EXCEEDED);
      assertThat(problem.actual()).isEqualTo("32776");
    });
    run(new HeapPort(false), 8, 1024);
  }

  @Test
  void bindingsAreUnlimitedWhereTheDeviceCountsBytesOnly() {
    HeapPort port = new HeapPort(false);
    port.profile = DeviceProfile.SM_90;
    run(port, 100, 1);
    assertThat(catchThrowableOfType(InvalidCallException.class,
        () -> run(new HeapPort(false), 100, 1)))
        .hasMessageContaining("too many parameters");
  }

  private static void assertRefused(String refusal, DeviceProfile profile, Geometry geometry) {
    InvalidCallException found = refusal(profile, TestKernels.implementation("rows", geometry));
    if (refusal == null) {
      assertThat(found).isNull();
    } else {
      assertThat(found.code()).isEqualTo(Codes.LIMIT_EXCEEDED);
      assertThat(found).hasMessageContaining(refusal);
    }
  }

  private static InvalidCallException refusal(DeviceProfile profile,
      Implementation implementation) {
    HeapPort port = new HeapPort(false);
    port.profile = profile;
    try (SupportBackend backend = BindingProblemsTest.open(port, implementation)) {
      Pipeline pipeline = backend.registry()
          .pipeline(new PipelineKey(KernelName.of("test:scale"), DType.F32, "rows"));
      return catchThrowableOfType(InvalidCallException.class, () -> pipeline
          .bake(new Bindings().slot("x").slot("out").constant("params", TestKernels.scale(2, 3, 1)),
              "limits"));
    }
  }

  /** Runs a kernel with one buffer and this many constants of this many words. */
  private static void run(HeapPort port, int constants, int words) {
    StructLayout layout = StructLayout.struct("Words").array("word", DType.U32, words).build();
    StructValue value = layout.value().setAll("word", new long[words]).build();
    KernelCase sample = KernelCase.labelled("one", DType.F32);
    for (int i = 0; i < constants; i++) {
      sample = sample.constant("c" + i, value);
    }
    KernelCase input = sample;
    GoldenCase golden = GoldenCase.of(input, "out", Elements.of(DType.F32, 0), "by hand: zero");
    KernelDeclaration.Builder builder =
        KernelDeclaration.named("test:words").buffer("out", Access.WRITE_ALL, "1");
    for (int i = 0; i < constants; i++) {
      builder = builder.constant("c" + i, layout);
    }
    KernelDeclaration declaration = builder.dtype(DType.F32, Tolerance.exact())
        .work("1")
        .reference(dispatch -> dispatch.buffer("out").setDouble(0, 0))
        .cases((random, dtype) -> input)
        .golden(golden)
        .golden(golden)
        .golden(golden)
        .build();
    try (SupportBackend backend = new SupportBackend("heap", port,
        KernelCatalog.builder().kernel(declaration, "test.jar").build());
        CommandQueue queue = backend.newQueue("queue");
        Encoder encoder = queue.encoder("run")) {
      Bindings bindings =
          new Bindings().buffer("out", backend.allocate(4, "out").view(DType.F32));
      for (int i = 0; i < constants; i++) {
        bindings.constant("c" + i, value);
      }
      encoder.dispatch(
          backend.registry().pipeline(new PipelineKey(declaration.name(), DType.F32, null)),
          bindings, "words");
      encoder.commit().await();
    }
  }
}
