package dev.assay.suite.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.ops.Ops;
import dev.assay.runtime.Assay;
import dev.assay.runtime.Program;
import dev.assay.runtime.RuntimeCodes;
import dev.assay.spi.data.DType;
import dev.assay.spi.error.AssayException;
import dev.assay.spi.error.Codes;
import dev.assay.spi.op.Shape;
import dev.assay.spi.op.Tensor;
import dev.assay.spi.op.TensorScope;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Programs across threads, in long scopes, and over tensors that are not there. */
class ProgramLifetimeTest {
  /** y = x · 2 + 1, with weights of its own. */
  private static Program line(Assay assay) {
    return assay.record("line", recorder -> {
      Ops ops = recorder.ops(Ops.class);
      Tensor x = recorder.input("x", DType.F32, Shape.of(2));
      Tensor twice = ops.mul(x, recorder.tensor(new float[] {2, 2}, 2));
      recorder.output("y", ops.add(twice, recorder.tensor(new float[] {1, 1}, 2)));
    });
  }

  @Test
  void anyThreadMayCloseAProgramEvenWhileARunIsOpen() {
    try (Assay assay = Assay.open("reference-cpu"); TensorScope scope = assay.scope()) {
      Program program = line(assay);
      Tensor y = program.run(scope, Map.of("x", scope.tensor(new float[] {1, 2}, 2))).get("y");
      CompletableFuture.runAsync(program::close).join();
      assertThat(y.read().toDoubles()).containsExactly(3, 5);
      assertThatThrownBy(
          () -> program.run(scope, Map.of("x", scope.tensor(new float[] {1, 2}, 2))))
          .isInstanceOfSatisfying(AssayException.class,
              refused -> assertThat(refused.code()).isEqualTo(Codes.CLOSED));
    }
  }

  @Test
  void aScopeMayRunAProgramAnyNumberOfTimesBeforeItReads() {
    try (Assay assay = Assay.open("reference-cpu");
        Program program = line(assay);
        TensorScope scope = assay.scope()) {
      List<Tensor> results = new ArrayList<>();
      for (int i = 0; i < 331; i++) {
        Tensor x = scope.tensor(new float[] {i, -i}, 2);
        results.add(program.run(scope, Map.of("x", x)).get("y"));
      }
      for (int i = 0; i < results.size(); i++) {
        assertThat(results.get(i).read().toDoubles()).as("run %d", i)
            .containsExactly(2 * i + 1, -2 * i + 1);
      }
    }
  }

  @Test
  void scopesThatHaveNotHandedOverTheirRunsDoNotHoldUpAnother() {
    try (Assay assay = Assay.open("reference-cpu"); Program program = line(assay)) {
      List<TensorScope> scopes = new ArrayList<>();
      List<Tensor> results = new ArrayList<>();
      try {
        for (int i = 0; i < 50; i++) {
          TensorScope scope = assay.scope();
          scopes.add(scope);
          results.add(
              program.run(scope, Map.of("x", scope.tensor(new float[] {i, i}, 2))).get("y"));
        }
        for (int i = 0; i < 50; i++) {
          assertThat(results.get(i).read().toDoubles()).containsExactly(2 * i + 1, 2 * i + 1);
        }
      } finally {
        scopes.forEach(TensorScope::close);
      }
    }
  }

  @Test
  void aWeightThatNothingWasWrittenIntoIsRefused() {
    try (Assay assay = Assay.open("reference-cpu"); TensorScope scope = assay.scope()) {
      Tensor hollow = scope.empty(DType.F32, Shape.of(2));
      assertThatThrownBy(() -> assay.record("hollow", recorder -> {
        Tensor x = recorder.input("x", DType.F32, Shape.of(2));
        recorder.output("y", recorder.ops(Ops.class).add(x, hollow));
      })).isInstanceOfSatisfying(AssayException.class,
          refused -> assertThat(refused.code()).isEqualTo(RuntimeCodes.TENSOR_UNWRITTEN));
    }
  }

  @Test
  void tensorsTooLargeToCountAreRefusedAndNotPlannedOverEachOther() {
    try (Assay assay = Assay.open("reference-cpu")) {
      assertThatThrownBy(() -> assay.record("huge",
          recorder -> recorder.empty(DType.F32, Shape.of(1L << 62))))
          .isInstanceOfSatisfying(AssayException.class,
              refused -> assertThat(refused.code()).isEqualTo(Codes.INDEX_OVERFLOW));
    }
  }

  @Test
  void emptyTensorsGoThroughAProgram() {
    try (Assay assay = Assay.open("reference-cpu");
        Program program = assay.record("empty", recorder -> {
          Ops ops = recorder.ops(Ops.class);
          Tensor x = recorder.input("x", DType.F32, Shape.of(0, 3));
          recorder.output("y", ops.add(ops.gelu(x), x));
        });
        TensorScope scope = assay.scope()) {
      Tensor x = scope.tensor(new float[0], 0, 3);
      assertThat(program.run(scope, Map.of("x", x)).get("y").shape()).isEqualTo(Shape.of(0, 3));
      assertThat(program.run(scope, Map.of("x", x)).get("y").read().length()).isZero();
    }
  }
}
