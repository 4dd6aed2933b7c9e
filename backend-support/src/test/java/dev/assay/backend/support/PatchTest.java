package dev.assay.backend.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.assay.spi.backend.Bindings;
import dev.assay.spi.backend.Buffer;
import dev.assay.spi.backend.DispatchRecord;
import dev.assay.spi.backend.PipelineKey;
import dev.assay.spi.backend.SlotValues;
import dev.assay.spi.data.DType;
import dev.assay.spi.data.StructValue;
import dev.assay.spi.error.Codes;
import dev.assay.spi.error.InvalidCallException;
import dev.assay.spi.error.Problem;
import dev.assay.spi.kernel.KernelName;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Function constants, gated parameters, and fields that differ from run to run. */
class PatchTest {
  @Test
  void patchedFieldsReachTheKernelAndTheRecordStaysAsItWas() {
    try (Fixture f = new Fixture()) {
      Buffer x = f.filled("x", 10, 20);
      Buffer out = f.filled("out", 0, 0, 0, 0, 0, 0);
      DispatchRecord record = record(f, x, out, 4);
      SlotValues values = record.newValues();
      f.submit(encoder -> encoder.dispatch(values.set(record.field("position"), 3)));
      f.submit(encoder -> encoder.dispatch(values.set(record.field("position"), 0)));
      assertThat(Fixture.read(out)).containsExactly(10, 20, 0, 13, 23, 0);
    }
  }

  @Test
  void executionsInFlightEachHaveTheirOwnValue() {
    try (Fixture f = new Fixture()) {
      f.port.manual = true;
      Buffer x = f.filled("x", 10);
      Buffer out = f.filled("out", 0, 0, 0, 0);
      DispatchRecord record = record(f, x, out, 3);
      SlotValues values = record.newValues();
      try (var encoder = f.queue.encoder("all")) {
        for (int position = 0; position < 4; position++) {
          encoder.dispatch(values.set(record.field("position"), position));
        }
        var submission = encoder.commit();
        f.port.runWaiting();
        submission.await();
      }
      assertThat(Fixture.read(out)).containsExactly(10, 11, 12, 13);
    }
  }

  @Test
  void theTouchedRangeIsJudgedAtTheBound() {
    try (Fixture f = new Fixture()) {
      Buffer x = f.filled("x", 10, 20);
      Buffer out = f.filled("out", 0, 0, 0, 0, 0, 0);
      record(f, x, out, 4);
      Fixture.assertCode(Codes.BIND_LENGTH, () -> record(f, x, out, 5));
    }
  }

  @Test
  void aValueOutsideTheBoundsOrNoneIsRefused() {
    try (Fixture f = new Fixture()) {
      DispatchRecord record = record(f, f.filled("x", 1), f.filled("out", 0, 0, 0, 0), 3);
      SlotValues values = record.newValues();
      Fixture.assertCode(Codes.PATCH_RANGE, () -> values.set(record.field("position"), 4));
      Fixture.assertCode(Codes.PATCH_RANGE, () -> values.set(record.field("position"), -1));
      Fixture.assertCode(Codes.PATCH_RANGE, () -> f.submit(encoder -> encoder.dispatch(values)));
      Fixture.assertCode(Codes.PATCH_RANGE, () -> f.submit(encoder -> encoder.dispatch(record)));
    }
  }

  @ParameterizedTest
  @CsvSource(delimiter = ';', value = {
    "params; nothing; 0; 1; constant.field",
    "params; factor; 0; 1; constant.field",
    "x; rows; 0; 1; bind.type",
    "params; width; 3; 2; patch.range",
    "params; width; -1; 2; patch.range",
    "params; width; 0; 4294967296; patch.range",
    "params; rows; 0; 4; patch.range"})
  void whatCannotBePatchedIsRefusedAtBake(String parameter, String field, long low, long high,
      String code) {
    try (Fixture f = new Fixture()) {
      Bindings bindings = new Bindings().slot("x")
          .slot("out")
          .constant("params", TestKernels.scale(2, 2, 1))
          .patchable("p", parameter, field, low, high);
      InvalidCallException refusal =
          catchThrowableOfType(InvalidCallException.class, () -> f.scale.bake(bindings, "patched"));
      assertThat(refusal.problems()).extracting(problem -> problem.code().id()).contains(code);
    }
  }

  @Test
  void aBufferExistsExactlyWhereItsGateIsTrue() throws IOException {
    try (Fixture f = new Fixture()) {
      Buffer x = f.filled("x", 1, 2);
      Buffer bias = f.filled("bias", 100);
      Buffer out = f.filled("out", 0, 0);
      f.submit(encoder -> encoder.dispatch(f.step(true),
          bindings(x, out).buffer("bias", bias.view(DType.F32)), "with"));
      assertThat(Fixture.read(out)).containsExactly(101, 102);
      f.submit(encoder -> encoder.dispatch(f.step(false), bindings(x, out), "without"));
      assertThat(Fixture.read(out)).containsExactly(1, 2);
      Fixture.assertCode(Codes.BIND_MISSING, () -> f.step(true).bake(bindings(x, out), "d"));
      InvalidCallException refusal = catchThrowableOfType(InvalidCallException.class,
          () -> f.step(false).bake(bindings(x, out).buffer("bias", bias.view(DType.F32)), "d"));
      GoldenText.assertMatches("gated", refusal.getMessage());
    }
  }

  @Test
  void functionConstantsAreCheckedTogetherBeforeAnythingIsMade() throws IOException {
    try (Fixture f = new Fixture()) {
      int made = f.port.pipelinesMade.get();
      InvalidCallException refusal = catchThrowableOfType(InvalidCallException.class,
          () -> f.backend.registry()
              .choose(KernelName.of("test:step"), DType.F32,
                  Map.of("has_bias", StructValue.ofLong(DType.U32, 1))));
      assertThat(refusal.problems()).extracting(Problem::code)
          .containsExactly(Codes.FUNCTION_CONSTANT);
      InvalidCallException both = catchThrowableOfType(InvalidCallException.class,
          () -> f.backend.registry()
              .pipeline(new PipelineKey(
                  KernelName.of("test:step"), DType.F32, null,
                  Map.of("bias", StructValue.ofLong(DType.BOOL, 1)), false)));
      GoldenText.assertMatches("function-constants", both.getMessage());
      assertThat(f.port.pipelinesMade).hasValue(made);
    }
  }

  private static Bindings bindings(Buffer x, Buffer out) {
    return new Bindings().buffer("x", x.view(DType.F32))
        .buffer("out", out.view(DType.F32))
        .constant("params", TestKernels.stepParams(x.lengthBytes() / 4, 0));
  }

  private static DispatchRecord record(Fixture f, Buffer x, Buffer out, long most) {
    return f.step(false)
        .bake(bindings(x, out).patchable("position", "params", "position", 0, most), "step");
  }
}
