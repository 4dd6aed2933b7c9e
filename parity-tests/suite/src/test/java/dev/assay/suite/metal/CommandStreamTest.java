package dev.assay.suite.metal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.backend.metal.MetalProvider;
import dev.assay.backend.metal.driver.idle.NullDriver;
import dev.assay.backend.metal.driver.recording.MetalCall;
import dev.assay.backend.metal.driver.recording.RecordingDriver;
import dev.assay.parity.trial.Arrangement;
import dev.assay.parity.trial.Layout;
import dev.assay.parity.trial.Patch;
import dev.assay.parity.trial.TrialCase;
import dev.assay.spi.backend.Backend;
import dev.assay.spi.backend.Bindings;
import dev.assay.spi.backend.BufferView;
import dev.assay.spi.backend.Capture;
import dev.assay.spi.backend.CommandQueue;
import dev.assay.spi.backend.DispatchRecord;
import dev.assay.spi.backend.Encoder;
import dev.assay.spi.backend.Pipeline;
import dev.assay.spi.backend.PipelineKey;
import dev.assay.spi.backend.SlotValues;
import dev.assay.spi.data.DType;
import dev.assay.spi.data.StructValue;
import dev.assay.spi.kernel.Access;
import dev.assay.spi.kernel.Implementation;
import dev.assay.spi.kernel.KernelCatalog;
import dev.assay.spi.kernel.KernelDeclaration;
import dev.assay.suite.parity.Catalogue;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What the Metal driver is asked is the same however a dispatch is prepared, for every kernel, dtype and implementation.
 * Making a pipeline of each also holds every entry point against its declaration.
 */
class CommandStreamTest {
  private static final int CASES = 4;

  private static RecordingDriver driver;
  private static Backend backend;
  private static CommandQueue queue;

  @BeforeAll
  static void open() {
    driver = new RecordingDriver(new NullDriver());
    backend = MetalProvider.over(driver, Catalogue.installed());
    queue = backend.newQueue("streams");
  }

  @AfterAll
  static void close() {
    backend.close();
  }

  static Stream<KernelDeclaration> kernels() {
    return Catalogue.installed().kernels().stream().map(KernelCatalog.Kernel::declaration);
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void everyImplementationHasItsPipeline(KernelDeclaration kernel) {
    for (KernelCatalog.Installed installed : Catalogue.installed().implementations(kernel.name())) {
      Implementation implementation = installed.implementation();
      TrialCase any = TrialCase.seeded(kernel, implementation.dtype(), 1);
      PipelineKey chosen =
          backend.registry().choose(kernel.name(), implementation.dtype(), any.input().constants());
      PipelineKey key = new PipelineKey(kernel.name(), implementation.dtype(),
          implementation.name(), chosen.functionConstants(), false);

      assertThat(backend.registry().pipeline(key).key()).isEqualTo(key);
      assertThat(backend.registry().pipeline(key.forIndirect()).key().indirect()).isTrue();
    }
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void bakedSlottedAndReplayedDispatchesGiveTheStreamOfUnbakedOnes(KernelDeclaration kernel) {
    forEachCase(kernel, each -> {
      Bindings bindings = each.arrangement.bindings();
      DispatchRecord record = each.pipeline.bake(bindings, "baked");
      SlotValues values = each.slotted(Optional.empty());
      List<MetalCall> unbaked =
          stream(encoder -> encoder.dispatch(each.pipeline, bindings, "unbaked"));

      assertThat(stream(encoder -> encoder.dispatch(record))).as(each.name).isEqualTo(unbaked);
      assertThat(stream(encoder -> encoder.dispatch(values))).as(each.name).isEqualTo(unbaked);
      Capture capture = backend.capture(each.name);
      capture.dispatch(record);
      capture.dispatch(record);
      SlotValues captured = capture.finish().newValues();
      assertThat(once(encoder -> encoder.replay(captured))).as(each.name).isEqualTo(unbaked);
    });
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void aPatchableFieldChangesTheBytesOfItsConstantAndThatAllIsWritten(KernelDeclaration kernel) {
    forEachCase(kernel, each -> {
      Optional<Patch> found = Patch.find(each.pipeline, each.arrangement);
      if (found.isEmpty()) {
        return;
      }
      Patch patch = found.get();
      Bindings bindings = each.arrangement.bindings();
      StructValue value = each.value(patch.parameter());
      List<Byte> whole = bytes(value);
      List<Byte> lowered = bytes(value.with(patch.field(), patch.least()));

      List<MetalCall> expected =
          stream(encoder -> encoder.dispatch(each.pipeline, bindings, "unbaked")).stream()
              .map(call -> switch (call) {
                case MetalCall.SetBytes bytes when bytes.bytes().equals(whole) ->
                    new MetalCall.SetBytes(bytes.index(), lowered);
                // Below the bound less is written than all.
                case MetalCall.SetBuffer set when set.access() == Access.WRITE_ALL ->
                    new MetalCall.SetBuffer(set.index(), set.buffer(), set.offsetBytes(),
                        set.lengthBytes(), Access.WRITE_SOME);
                default -> call;
              })
              .toList();
      SlotValues values = each.slotted(found);

      assertThat(stream(encoder -> encoder.dispatch(values))).as(each.name).isEqualTo(expected);
    });
  }

  private static List<Byte> bytes(StructValue value) {
    List<Byte> bytes = new ArrayList<>();
    for (byte each : value.bytes().toArray(ValueLayout.JAVA_BYTE)) {
      bytes.add(each);
    }
    return bytes;
  }

  /** What two such dispatches ask the driver, of which the second depends on the first. */
  private static List<MetalCall> stream(Consumer<Encoder> dispatch) {
    return once(encoder -> {
      dispatch.accept(encoder);
      dispatch.accept(encoder);
    });
  }

  private static List<MetalCall> once(Consumer<Encoder> work) {
    driver.take();
    try (Encoder encoder = queue.encoder("stream")) {
      work.accept(encoder);
      encoder.commit().await();
    }
    return driver.take();
  }

  private static void forEachCase(KernelDeclaration kernel, Consumer<Prepared> action) {
    for (DType dtype : kernel.dtypes()) {
      for (int seed = 0; seed < CASES; seed++) {
        TrialCase each = TrialCase.seeded(kernel, dtype, seed);
        Pipeline pipeline = backend.registry()
            .pipeline(backend.registry().choose(kernel.name(), dtype, each.input().constants()));
        try (Arrangement arrangement =
            new Arrangement(backend, each.content(kernel), Layout.numbered(seed))) {
          action.accept(new Prepared(each.name() + " " + dtype, each, pipeline, arrangement));
        }
      }
    }
  }

  /** A case laid out, and the pipeline for it. */
  private record Prepared(
      String name,
      TrialCase input,
      Pipeline pipeline,
      Arrangement arrangement) {
    StructValue value(String constant) {
      return input.input().constants().get(constant);
    }

    /** A record with every view in a slot, filled. */
    SlotValues slotted(Optional<Patch> patch) {
      Bindings bindings = arrangement.constants();
      arrangement.views().keySet().forEach(bindings::slot);
      patch.ifPresent(open -> open.open(bindings));
      DispatchRecord record = pipeline.bake(bindings, "slotted");
      SlotValues values = record.newValues();
      for (Map.Entry<String, BufferView> view : arrangement.views().entrySet()) {
        values.set(record.slot(view.getKey()), view.getValue());
      }
      patch.ifPresent(open -> values.set(record.field(Patch.NAME), open.least()));
      return values;
    }
  }
}
