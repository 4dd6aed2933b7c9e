package dev.assay.backend.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.assay.spi.backend.Bindings;
import dev.assay.spi.backend.Buffer;
import dev.assay.spi.backend.Pipeline;
import dev.assay.spi.backend.PipelineKey;
import dev.assay.spi.data.DType;
import dev.assay.spi.data.StructValue;
import dev.assay.spi.error.Codes;
import dev.assay.spi.error.ErrorCode;
import dev.assay.spi.error.InvalidCallException;
import dev.assay.spi.error.Problem;
import dev.assay.spi.kernel.Geometry;
import dev.assay.spi.kernel.Implementation;
import dev.assay.spi.kernel.IndexType;
import dev.assay.spi.kernel.KernelCatalog;
import dev.assay.spi.kernel.KernelName;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What baking refuses, and that it says everything at once. */
class BindingProblemsTest {
  private static final KernelName SCALE = KernelName.of("test:scale");

  private final HeapPort port = new HeapPort(false);
  private final SupportBackend backend = open(port);
  private final Pipeline pipeline =
      backend.registry().pipeline(new PipelineKey(SCALE, DType.F32, null));

  static SupportBackend open(HeapPort port, Implementation... implementations) {
    KernelCatalog.Builder catalog = KernelCatalog.builder()
        .kernel(TestKernels.SCALE_KERNEL, "test.jar")
        .kernel(TestKernels.PICKY, "test.jar")
        .kernel(TestKernels.STEP, "test.jar");
    for (Implementation implementation : implementations) {
      catalog.implementation(implementation, "test.jar");
    }
    return new SupportBackend("heap", port, catalog.build());
  }

  @AfterEach
  void close() {
    backend.close();
  }

  @Test
  void reportsMissingUnknownDoubledAndWronglyTypedBindingsTogether() throws IOException {
    Buffer buffer = backend.allocate(64, "weights");
    InvalidCallException refusal = refusal(pipeline, new Bindings()
        .constant("x", StructValue.ofLong(DType.U32, 3))
        .buffer("params", buffer.view(DType.F32))
        .buffer("outt", buffer.view(DType.F32))
        .buffer("params", buffer.view(DType.F32)));
    assertThat(codes(refusal)).containsExactly(Codes.BIND_TYPE, Codes.BIND_TYPE, Codes.BIND_UNKNOWN,
        Codes.BIND_DOUBLED, Codes.BIND_MISSING);
    GoldenText.assertMatches("bindings", refusal.getMessage());
  }

  @Test
  void reportsForeignClosedWronglyTypedAndShortViewsTogether() throws IOException {
    try (SupportBackend other = open(new HeapPort(false))) {
      Buffer closed = backend.allocate(8, "closed one");
      closed.close();
      InvalidCallException refusal = refusal(pipeline, new Bindings()
          .buffer("x", other.allocate(64, "elsewhere").view(DType.F16))
          .buffer("out", closed.view(DType.F32))
          .constant("params", TestKernels.scale(2, 3, 1)));
      assertThat(codes(refusal)).containsExactly(Codes.BIND_FOREIGN, Codes.BIND_TYPE, Codes.CLOSED,
          Codes.BIND_LENGTH);
      GoldenText.assertMatches("views", refusal.getMessage());
    }
  }

  @Test
  void refusesAConstantOfAnotherLayout() {
    InvalidCallException refusal = refusal(pipeline, new Bindings().slot("x")
        .slot("out")
        .constant("params", StructValue.ofDouble(DType.F32, 1)));
    assertThat(codes(refusal)).containsExactly(Codes.BIND_TYPE);
  }

  @Test
  void refusesASlotForAConstant() {
    assertThat(codes(refusal(pipeline, new Bindings().slot("x").slot("out").slot("params"))))
        .containsExactly(Codes.BIND_TYPE);
  }

  @Test
  void acceptsAViewOfExactlyTheTouchedLength() {
    Buffer buffer = backend.allocate(48, "both");
    assertThatCode(() -> pipeline.bake(new Bindings().buffer("x", buffer.view(DType.F32, 0, 6))
        .buffer("out", buffer.view(DType.F32, 24, 6))
        .constant("params", TestKernels.scale(2, 3, 1)), "fits"))
        .doesNotThrowAnyException();
  }

  @Test
  void allowsTheSameViewInPlaceOnlyWhereTheConditionHolds() {
    Buffer buffer = backend.allocate(64, "both");
    Bindings evenRows = new Bindings().buffer("x", buffer.view(DType.F32, 4, 6))
        .buffer("out", buffer.view(DType.F32, 4, 6))
        .constant("params", TestKernels.scale(2, 3, 1));
    assertThatCode(() -> pipeline.bake(evenRows, "in place")).doesNotThrowAnyException();
    Bindings oddRows = new Bindings().buffer("x", buffer.view(DType.F32, 4, 6))
        .buffer("out", buffer.view(DType.F32, 4, 6))
        .constant("params", TestKernels.scale(3, 2, 1));
    assertThat(codes(refusal(pipeline, oddRows))).containsExactly(Codes.BIND_ALIAS);
  }

  @Test
  void refusesAPartialOverlapEvenWhereInPlaceIsAllowed() throws IOException {
    Buffer buffer = backend.allocate(64, "both");
    InvalidCallException refusal = refusal(pipeline,
        new Bindings().buffer("x", buffer.view(DType.F32, 0, 6))
            .buffer("out", buffer.view(DType.F32, 4, 6))
            .constant("params", TestKernels.scale(2, 3, 1)));
    assertThat(codes(refusal)).containsExactly(Codes.BIND_ALIAS);
    GoldenText.assertMatches("overlap", refusal.getMessage());
  }

  @Test
  void judgesOverlapByTheTouchedElementsAndNotByTheViews() {
    Buffer buffer = backend.allocate(64, "both");
    // The views overlap from byte 24 on; the kernel touches six elements of each and they do not.
    assertThatCode(() -> pipeline.bake(new Bindings().buffer("x", buffer.view(DType.F32, 0, 16))
        .buffer("out", buffer.view(DType.F32, 24, 10))
        .constant("params", TestKernels.scale(2, 3, 1)), "apart"))
        .doesNotThrowAnyException();
  }

  @Test
  void refusesProductsBeyondTheIndexTypeByShapesAlone() throws IOException {
    Geometry geometry = Geometry.threads("params.rows", "32");
    try (SupportBackend other = open(new HeapPort(false),
        TestKernels.implementation("narrow", geometry).withIndexType(IndexType.INT32),
        TestKernels.implementation("wide", geometry).withIndexType(IndexType.UINT32))) {
      Pipeline narrow = other.registry().pipeline(new PipelineKey(SCALE, DType.F32, "narrow"));
      Pipeline wide = other.registry().pipeline(new PipelineKey(SCALE, DType.F32, "wide"));
      // 65,536 · 32,768 = 2³¹ elements can still be told apart by a signed 32-bit index, one row more cannot.
      assertThatCode(() -> narrow.bake(slots(65_536, 32_768), "fits")).doesNotThrowAnyException();
      InvalidCallException beyondInt = refusal(narrow, slots(65_537, 32_768));
      assertThat(codes(beyondInt)).containsOnly(Codes.INDEX_OVERFLOW);
      GoldenText.assertMatches("beyond-int32", beyondInt.getMessage());
      assertThatCode(() -> wide.bake(slots(65_536, 65_536), "fits")).doesNotThrowAnyException();
      assertThat(codes(refusal(wide, slots(65_537, 65_536)))).containsOnly(Codes.INDEX_OVERFLOW);
    }
  }

  private static Bindings slots(long rows, long width) {
    return new Bindings().slot("x")
        .slot("out")
        .constant("params", TestKernels.scale(rows, width, 1));
  }

  private static InvalidCallException refusal(Pipeline pipeline, Bindings bindings) {
    return catchThrowableOfType(InvalidCallException.class,
        () -> pipeline.bake(bindings, "first layer"));
  }

  private static List<ErrorCode> codes(InvalidCallException refusal) {
    return refusal.problems().stream().map(Problem::code).toList();
  }
}
