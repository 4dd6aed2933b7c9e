package dev.assay.backend.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.assay.spi.backend.KernelRegistry;
import dev.assay.spi.backend.Pipeline;
import dev.assay.spi.backend.PipelineKey;
import dev.assay.spi.data.DType;
import dev.assay.spi.data.StructValue;
import dev.assay.spi.error.AssayException;
import dev.assay.spi.error.Codes;
import dev.assay.spi.error.InvalidCallException;
import dev.assay.spi.error.UnavailableException;
import dev.assay.spi.kernel.Geometry;
import dev.assay.spi.kernel.Implementation;
import dev.assay.spi.kernel.KernelCatalog;
import dev.assay.spi.kernel.KernelName;
import java.io.IOException;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Pipelines by key: made once, chosen by condition, and clear words when there is none. */
class RegistryTest {
  @Test
  void theOrderInWhichFunctionConstantsAreGivenMakesNoOtherPipeline() {
    try (Fixture f = new Fixture()) {
      StructValue yes = StructValue.ofLong(DType.BOOL, 1);
      StructValue no = StructValue.ofLong(DType.BOOL, 0);
      Map<String, StructValue> one = new LinkedHashMap<>();
      one.put("a", yes);
      one.put("b", no);
      Map<String, StructValue> other = new LinkedHashMap<>();
      other.put("b", no);
      other.put("a", yes);
      KernelName kernel = KernelName.of("test:step");
      assertThat(new PipelineKey(kernel, DType.F32, null, one, false))
          .isEqualTo(new PipelineKey(kernel, DType.F32, null, other, false))
          .hasSameHashCodeAs(new PipelineKey(kernel, DType.F32, null, other, false))
          .isNotEqualTo(
              new PipelineKey(kernel, DType.F32, null, Map.of("a", yes, "b", yes), false));
      assertThat(f.step(true)).isSameAs(f.step(true)).isNotSameAs(f.step(false));
    }
  }

  @Test
  void aCompileThatFailsIsThrownEachTimeAndNothingTakesItsPlace() {
    Implementation first = TestKernels.implementation("first", Geometry.threads("1", "1"));
    Implementation second = TestKernels.implementation("second", Geometry.threads("1", "1"));
    try (Fixture f = new Fixture(first, second)) {
      KernelRegistry registry = f.backend.registry();
      PipelineKey chosen = registry.choose(first.kernel(), DType.F32,
          Map.of("params", TestKernels.scale(1, 2, 1)));
      assertThat(chosen.implementation()).isEqualTo("first");
      int made = f.port.pipelinesMade.get();
      f.port.refused = "compiling";
      for (int i = 0; i < 2; i++) {
        assertThatThrownBy(() -> registry.pipeline(chosen))
            .hasMessage("the device refuses to compile test:scale (f32, first)");
      }
      assertThat(registry.isCached(chosen)).isFalse();
      f.port.refused = "";
      assertThat(registry.pipeline(chosen).key()).isEqualTo(chosen);
      assertThat(f.port.pipelinesMade).hasValue(made + 1);
    }
  }

  @Test
  void segmentsTakeImplementationsOfTheDevicesLanguageUnlessItSaysWhyNot() {
    Implementation mine = TestKernels.implementation("rows", Geometry.threads("1", "1"));
    try (Fixture f = new Fixture(mine)) {
      int made = f.port.pipelinesMade.get();
      assertThat(f.backend.registry().indirectRefusal(mine)).isNull();
      assertThat(f.backend.registry()
          .indirectRefusal(Implementation.msl("test:picky", "any", DType.F32, "", "",
              Geometry.threads("1", "1"))))
          .isEqualTo("it is picky");
      Implementation foreign = new Implementation(mine.kernel(), "beads", "acme-beads",
          mine.dtype(), mine.source(), mine.entryPoint(), mine.indexType(), mine.geometry(),
          mine.threadgroupMemoryBytes(), mine.pointers(), mine.limits(), mine.condition(),
          mine.mathMode(), null, false);
      assertThat(f.backend.registry().indirectRefusal(foreign))
          .isEqualTo("heap does not run language 'acme-beads'");
      assertThat(f.port.pipelinesMade).as("nothing is made for the answer").hasValue(made);
    }
  }

  private static final KernelName SCALE = KernelName.of("test:scale");
  private static final Geometry GEOMETRY = Geometry.threads("params.rows", "32");

  @Test
  void manyThreadsMakeEachPipelineOnce() throws Exception {
    HeapPort port = new HeapPort(false);
    try (SupportBackend backend = BindingProblemsTest.open(port)) {
      Set<Pipeline> seen = ConcurrentHashMap.newKeySet();
      CyclicBarrier start = new CyclicBarrier(16);
      List<Thread> threads = IntStream.range(0, 16).mapToObj(i -> Thread.ofVirtual().start(() -> {
        try {
          start.await();
        } catch (Exception broken) {
          throw new IllegalStateException(broken);
        }
        for (DType dtype : List.of(DType.F32, DType.F16)) {
          seen.add(backend.registry().pipeline(new PipelineKey(SCALE, dtype, null)));
        }
      })).toList();
      for (Thread thread : threads) {
        thread.join();
      }
      assertThat(seen).hasSize(2);
      assertThat(port.pipelinesMade).hasValue(2);
      assertThat(backend.registry().cachedCount()).isEqualTo(2);
      assertThat(backend.registry().isCached(new PipelineKey(SCALE, DType.F32, null))).isTrue();
      assertThat(backend.registry()
          .isCached(new PipelineKey(KernelName.of("test:picky"), DType.F32, null))).isFalse();
    }
  }

  @Test
  void sixteenThreadsAndTwoHundredKeysMakeEachPipelineOnce() throws Exception {
    HeapPort port = new HeapPort(false);
    KernelCatalog catalog =
        KernelCatalog.builder().kernel(TestKernels.VARIANTS, "test.jar").build();
    try (SupportBackend backend = new SupportBackend("heap", port, catalog);
        ExecutorService threads = Executors.newFixedThreadPool(16)) {
      List<PipelineKey> keys = IntStream.range(0, 200)
          .mapToObj(variant -> new PipelineKey(TestKernels.VARIANTS.name(), DType.F32, null,
              Map.of("variant", StructValue.ofLong(DType.U32, variant)), false))
          .toList();
      CyclicBarrier start = new CyclicBarrier(16);
      List<Callable<Set<Pipeline>>> askers = Collections.nCopies(16, () -> {
        start.await();
        return keys.stream().map(backend.registry()::pipeline).collect(Collectors.toSet());
      });
      Set<Pipeline> seen = new HashSet<>();
      for (Future<Set<Pipeline>> answer : threads.invokeAll(askers)) {
        seen.addAll(answer.get());
      }
      assertThat(seen).hasSize(200);
      assertThat(port.pipelinesMade).hasValue(200);
    }
  }

  @Test
  void choosesTheFirstImplementationWhoseConditionHolds() {
    try (SupportBackend backend = BindingProblemsTest.open(new HeapPort(true),
        TestKernels.implementation("one_row", GEOMETRY).when("params.rows == 1"),
        TestKernels.implementation("small", GEOMETRY).when("params.rows <= 4"))) {
      KernelRegistry registry = backend.registry();
      assertThat(choose(registry, 1)).isEqualTo("one_row");
      assertThat(choose(registry, 2)).isEqualTo("small");
      assertThatThrownBy(() -> choose(registry, 5)).isInstanceOf(UnavailableException.class)
          .hasMessageContaining("one_row when (params.rows == 1)");
    }
  }

  @Test
  void aDeviceWithAnotherWayNeedsNoImplementation() {
    try (SupportBackend backend = BindingProblemsTest.open(new HeapPort(false))) {
      assertThat(choose(backend.registry(), 5)).isNull();
    }
  }

  @Test
  void unknownNamesOfferTheNearest() throws IOException {
    try (SupportBackend backend = BindingProblemsTest.open(new HeapPort(false),
        TestKernels.implementation("tiled", GEOMETRY))) {
      InvalidCallException unknown = catchThrowableOfType(InvalidCallException.class,
          () -> backend.registry()
              .pipeline(new PipelineKey(KernelName.of("test:scales"), DType.F32, null)));
      GoldenText.assertMatches("unknown-kernel", unknown.getMessage());
      assertThatThrownBy(
          () -> backend.registry().pipeline(new PipelineKey(SCALE, DType.F32, "tilde")))
          .hasMessageContaining("did you mean tiled?");
      assertThatThrownBy(() -> backend.registry().choose(SCALE, DType.BF16, Map.of()))
          .isInstanceOfSatisfying(AssayException.class,
              refused -> assertThat(refused.code()).isEqualTo(Codes.KERNEL_DTYPE));
    }
  }

  @Test
  void aDeviceThatNeedsAnImplementationSaysSo() {
    try (SupportBackend backend = BindingProblemsTest.open(new HeapPort(true))) {
      assertThatThrownBy(() -> backend.registry().pipeline(new PipelineKey(SCALE, DType.F32, null)))
          .isInstanceOf(UnavailableException.class)
          .hasMessageContaining("msl");
    }
  }

  private static String choose(KernelRegistry registry, long rows) {
    return registry.choose(SCALE, DType.F32, Map.of("params", TestKernels.scale(rows, 4, 1)))
        .implementation();
  }
}
