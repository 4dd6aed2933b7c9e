package dev.assay.suite.parity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.backend.referencecpu.ReferenceCpuProvider;
import dev.assay.parity.ParityOptions;
import dev.assay.parity.trial.Arrangement;
import dev.assay.parity.trial.CaseSelection;
import dev.assay.parity.trial.Layout;
import dev.assay.parity.trial.Patch;
import dev.assay.parity.trial.TrialCase;
import dev.assay.spi.backend.Backend;
import dev.assay.spi.backend.Bindings;
import dev.assay.spi.backend.BufferView;
import dev.assay.spi.backend.Capture;
import dev.assay.spi.backend.Command;
import dev.assay.spi.backend.DispatchRecord;
import dev.assay.spi.backend.Pipeline;
import dev.assay.spi.backend.Schedule;
import dev.assay.spi.backend.SlotValues;
import dev.assay.spi.data.DType;
import dev.assay.spi.data.StructValue;
import dev.assay.spi.kernel.KernelDeclaration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** However a dispatch is prepared, the device is told the same. */
class CaptureEqualityTest {
  private static final int GENERATED = 12;
  private static final int GENERATED_AGAIN = 4;

  private static Backend backend;

  @BeforeAll
  static void open() {
    backend = new ReferenceCpuProvider().open(Catalogue.installed());
  }

  @AfterAll
  static void close() {
    backend.close();
  }

  static List<KernelDeclaration> kernels() {
    return ModeMatrixTest.kernels();
  }

  private static void forEachCase(KernelDeclaration kernel, Consumer<Prepared> action) {
    for (DType dtype : kernel.dtypes()) {
      int number = 0;
      for (TrialCase each : cases(kernel, dtype)) {
        Pipeline pipeline = backend.registry()
            .pipeline(backend.registry().choose(kernel.name(), dtype, each.input().constants()));
        try (Arrangement arrangement =
            new Arrangement(backend, each.content(kernel), Layout.numbered(number++))) {
          action.accept(new Prepared(each.name() + " " + dtype, pipeline, arrangement));
        }
      }
    }
  }

  /** All that the kit chooses for the first dtype, and a few for the others, which differ in the width of elements. */
  private static List<TrialCase> cases(KernelDeclaration kernel, DType dtype) {
    return dtype == kernel.dtypes().iterator().next()
        ? CaseSelection.of(kernel, dtype, ParityOptions.ALL.seed(), GENERATED).cases()
        : LongStream.range(0, GENERATED_AGAIN)
            .mapToObj(seed -> TrialCase.seeded(kernel, dtype, seed))
            .toList();
  }

  /** A case laid out, and the pipeline for it. */
  private record Prepared(String name, Pipeline pipeline, Arrangement arrangement) {
    /** What is captured of two dispatches, of which the second depends on the first. */
    List<Command> captured(Consumer<Capture> dispatch) {
      Capture capture = backend.capture(name);
      dispatch.accept(capture);
      dispatch.accept(capture);
      return capture.finish()
          .items()
          .stream()
          .filter(Schedule.Dispatch.class::isInstance)
          .map(item -> ((Schedule.Dispatch) item).command())
          .toList();
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
      return values;
    }
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void bakedSlottedAndUnbakedDispatchesCaptureToEqualCommands(KernelDeclaration kernel) {
    forEachCase(kernel, each -> {
      Bindings bindings = each.arrangement.bindings();
      List<Command> unbaked = each
          .captured(capture -> capture.dispatch(each.pipeline, bindings, "unbaked"));
      DispatchRecord record = each.pipeline.bake(bindings, "baked");
      SlotValues values = each.slotted(Optional.empty());

      assertThat(unbaked).as(each.name).hasSize(each.arrangement.content().isEmpty() ? 0 : 2);
      assertThat(each.captured(capture -> capture.dispatch(record))).as(each.name)
          .isEqualTo(unbaked);
      assertThat(each.captured(capture -> capture.dispatch(values))).as(each.name)
          .isEqualTo(unbaked);
    });
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void aPatchableFieldChangesNothingButTheConstantThatHoldsIt(KernelDeclaration kernel) {
    forEachCase(kernel, each -> {
      Optional<Patch> found = Patch.find(each.pipeline, each.arrangement);
      if (found.isEmpty()) {
        return;
      }
      Patch patch = found.get();
      Bindings bindings = each.arrangement.bindings();
      List<Command> unbaked = each
          .captured(capture -> capture.dispatch(each.pipeline, bindings, "unbaked"));
      SlotValues values = each.slotted(found);

      assertThat(each.captured(capture -> capture.dispatch(values))).as(each.name)
          .isEqualTo(unbaked.stream().map(command -> lowered(command, patch)).toList());
    });
  }

  /** The command with the field at its least and named as patchable: geometry and ranges stay those of the bound. */
  private static Command lowered(Command command, Patch patch) {
    Map<String, StructValue> constants = new LinkedHashMap<>(command.constants());
    constants.computeIfPresent(patch.parameter(),
        (name, value) -> value.with(patch.field(), patch.least()));
    return new Command(command.pipeline(), command.views(), constants, List.of(Patch.NAME),
        command.grid(), command.barrierBefore());
  }
}
