package dev.assay.suite.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.ops.Ops;
import dev.assay.runtime.Assay;
import dev.assay.runtime.Program;
import dev.assay.runtime.RuntimeCodes;
import dev.assay.runtime.tensor.ProgramRecorder;
import dev.assay.spi.backend.CompiledSchedule;
import dev.assay.spi.data.DType;
import dev.assay.spi.error.AssayException;
import dev.assay.spi.error.Codes;
import dev.assay.spi.error.ErrorCode;
import dev.assay.spi.op.Shape;
import dev.assay.spi.op.Tensor;
import dev.assay.spi.op.TensorScope;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProgramTest {
  private static Assay assay;
  private static TensorScope weights;
  private static Tensor gamma;
  private static Tensor beta;
  private static Tensor matrix;

  @BeforeAll
  static void open() {
    assay = Assay.open("reference-cpu");
    weights = assay.scope();
    gamma = random(weights, 1, 7);
    beta = random(weights, 2, 7);
    matrix = random(weights, 3, 7, 7);
  }

  @AfterAll
  static void close() {
    weights.close();
    assay.close();
  }

  /** A block with a view, a diamond and a long-lived value, so that a wrong plan of the arena changes the result. */
  private static Tensor block(TensorScope scope, Tensor x) {
    Ops ops = scope.ops(Ops.class);
    Tensor normed = ops.layerNorm(x, gamma, beta, 1e-5);
    Tensor left = ops.gelu(ops.matmul(normed, matrix));
    Tensor right = ops.matmul(normed, ops.transpose(matrix));
    Tensor both = ops.mul(left, right);
    Tensor again = ops.add(ops.matmul(both, matrix), normed);
    return ops.add(ops.softmax(again, -1), x);
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "1, 4", "3, 2", "5, 9"})
  void aRunGivesTheBitsOfEagerCalls(int rows, int blocks) {
    try (Program program = assay.record("blocks", recorder -> {
      Tensor x = recorder.input("x", DType.F32, Shape.of(rows, 7));
      for (int i = 0; i < blocks; i++) {
        x = block(recorder, x);
      }
      recorder.output("y", x);
    })) {
      for (int seed = 0; seed < 3; seed++) {
        try (TensorScope scope = assay.scope()) {
          Tensor x = random(scope, seed, rows, 7);
          Tensor expected = x;
          for (int i = 0; i < blocks; i++) {
            expected = block(scope, expected);
          }
          Tensor actual = program.run(scope, Map.of("x", x)).get("y");
          assertThat(actual.read().sameBits(expected.read())).isTrue();
        }
      }
      assertThat(program.explain().direct()).as("everything goes into segments").isEmpty();
      if (blocks > 1) {
        assertThat(program.arenaBytes()).as("memory is used again")
            .isLessThan(program.intermediateBytes());
      }
    }
  }

  @Test
  void runsInFlightDoNotShareAnArena() {
    try (Program program = assay.record("deep", recorder -> {
      Tensor x = recorder.input("x", DType.F32, Shape.of(4, 7));
      for (int i = 0; i < 6; i++) {
        x = block(recorder, x);
      }
      recorder.output("y", x);
    })) {
      List<TensorScope> scopes = new ArrayList<>();
      List<Tensor> results = new ArrayList<>();
      List<Tensor> expected = new ArrayList<>();
      try (TensorScope eager = assay.scope()) {
        for (int i = 0; i < 5; i++) {
          TensorScope scope = assay.scope();
          scopes.add(scope);
          results.add(program.run(scope, Map.of("x", random(scope, i, 4, 7))).get("y"));
          Tensor x = random(eager, i, 4, 7);
          for (int b = 0; b < 6; b++) {
            x = block(eager, x);
          }
          expected.add(x);
        }
        for (int i = 0; i < 5; i++) {
          assertThat(results.get(i).read().sameBits(expected.get(i).read())).as("run %d", i)
              .isTrue();
        }
      } finally {
        scopes.forEach(TensorScope::close);
      }
    }
  }

  @Test
  void oneOutputMayFeedTheNextRun() {
    try (Program program = assay.record("step", recorder -> {
      Tensor x = recorder.input("x", DType.F32, Shape.of(2, 7));
      recorder.output("y", block(recorder, x));
    }); TensorScope scope = assay.scope()) {
      Tensor chained = random(scope, 11, 2, 7);
      Tensor expected = chained;
      for (int i = 0; i < 20; i++) {
        chained = program.run(scope, Map.of("x", chained)).get("y");
        expected = block(scope, expected);
      }
      assertThat(chained.read().sameBits(expected.read())).isTrue();
    }
  }

  @Test
  void explainNamesEveryKernelOfTheProgram() {
    try (Program program = assay.record("one block", recorder -> {
      Tensor x = recorder.input("x", DType.F32, Shape.of(2, 7));
      recorder.output("y", block(recorder, x));
    })) {
      CompiledSchedule.Explanation explanation = program.explain();
      assertThat(explanation.byKind()).containsEntry("assay:matmul", 3)
          .containsEntry("assay:layer_norm", 1);
      assertThat(explanation.commands()).isEqualTo(explanation.segments()
          .stream()
          .mapToInt(CompiledSchedule.Segment::commands)
          .sum());
      assertThat(program.pipelines()).allMatch(key -> assay.backend().registry().isCached(key));
    }
  }

  @Test
  void whatAProgramCannotDoIsRefusedWhileItIsRecorded() {
    try (TensorScope scope = assay.scope()) {
      assay.record("refusals", recorder -> {
        Ops ops = recorder.ops(Ops.class);
        Tensor x = recorder.input("x", DType.F32, Shape.of(2, 7));
        assertCode(RuntimeCodes.PROGRAM_SYMBOLIC, x::read);
        assertCode(Codes.BIND_DOUBLED, () -> recorder.input("x", DType.F32, Shape.of(1)));
        assertCode(RuntimeCodes.PROGRAM_OUTPUT, () -> recorder.output("same", x));
        assertCode(RuntimeCodes.TENSOR_UNWRITTEN,
            () -> ops.add(recorder.empty(DType.F32, Shape.of(2, 7)), x));
        assertCode(Codes.BIND_FOREIGN, () -> recorder.output("weight", gamma));
        Tensor y = ops.add(x, x);
        assertCode(RuntimeCodes.PROGRAM_OUTPUT,
            () -> recorder.output("part", ops.narrow(y, 0, 0, 1)));
        recorder.output("y", y);
        assertCode(RuntimeCodes.PROGRAM_OUTPUT, () -> recorder.output("again", y));
        assertCode(Codes.BIND_FOREIGN, () -> scope.ops(Ops.class).add(y, y));
        assertCode(Codes.BIND_FOREIGN,
            () -> assay.record("other", other -> other.ops(Ops.class).add(y, y)));
      }).close();
    }
  }

  @Test
  void aRunChecksItsInputsTogetherAndAClosedProgramRunsNoMore() {
    Program program = assay.record("sum", recorder -> {
      Tensor a = recorder.input("a", DType.F32, Shape.of(2, 7));
      Tensor b = recorder.input("b", DType.F32, Shape.of(2, 7));
      recorder.output("sum", recorder.ops(Ops.class).add(a, b));
    });
    try (TensorScope scope = assay.scope();
        Assay elsewhere = Assay.open("reference-cpu");
        TensorScope foreign = elsewhere.scope()) {
      Tensor right = random(scope, 1, 2, 7);
      assertThatThrownBy(() -> program.run(scope, Map.of("a", random(scope, 1, 7, 2), "c", right)))
          .isInstanceOfSatisfying(AssayException.class, refused -> assertThat(refused.problems())
              .extracting(problem -> problem.code())
              .containsExactlyInAnyOrder(Codes.SHAPE_INVALID,
                  Codes.BIND_MISSING, Codes.BIND_UNKNOWN));
      assertCode(Codes.BIND_FOREIGN,
          () -> program.run(scope, Map.of("a", right, "b", random(foreign, 1, 2, 7))));
      assertCode(Codes.BIND_FOREIGN, () -> program.run(foreign, Map.of("a", right, "b", right)));
      assertCode(RuntimeCodes.TENSOR_UNWRITTEN,
          () -> program.run(scope,
              Map.of("a", right, "b", scope.empty(DType.F32, Shape.of(2, 7)))));
      Tensor sum = program.run(scope, Map.of("a", right, "b", right)).get("sum");
      program.close();
      program.close();
      assertThat(sum.read().length()).as("a run in flight is not cut off").isEqualTo(14);
      assertCode(Codes.CLOSED, () -> program.run(scope, Map.of("a", right, "b", right)));
    }
  }

  @Test
  void aWeightThatWasClosedMakesTheProgramStale() {
    TensorScope shortLived = assay.scope();
    Tensor weight = random(shortLived, 5, 7);
    try (Program program = assay.record("stale", recorder -> {
      Tensor x = recorder.input("x", DType.F32, Shape.of(2, 7));
      recorder.output("y", recorder.ops(Ops.class).mul(x, weight));
    }); TensorScope scope = assay.scope()) {
      shortLived.close();
      assertCode(Codes.STALE, () -> program.run(scope, Map.of("x", random(scope, 1, 2, 7))));
    }
  }

  @Test
  void aProgramThatAnotherThreadRecordedRunsAndClosesHere() throws InterruptedException {
    List<Program> made = new ArrayList<>();
    Thread thread = Thread.ofPlatform().start(() -> made.add(assay.record("elsewhere", recorder -> {
      Tensor x = recorder.input("x", DType.F32, Shape.of(2, 7));
      recorder.output("y", recorder.ops(Ops.class).add(x, recorder.tensor(new float[] {1}, 1)));
    })));
    thread.join();
    try (Program program = made.getFirst(); TensorScope scope = assay.scope()) {
      Tensor x = random(scope, 8, 2, 7);
      assertThat(program.run(scope, Map.of("x", x)).get("y").toFloatArray()[3])
          .isEqualTo(x.toFloatArray()[3] + 1);
    }
  }

  @Test
  void aFinishedRecorderTakesNothingMore() {
    List<ProgramRecorder> kept = new ArrayList<>();
    assay.record("kept", recorder -> {
      kept.add(recorder);
      recorder.output("y", recorder.ops(Ops.class).add(gamma, beta));
    }).close();
    assertCode(Codes.COMMITTED, () -> kept.getFirst().empty(DType.F32, Shape.of(1)));
  }

  private static void assertCode(ErrorCode code, ThrowingCallable call) {
    assertThatThrownBy(call).isInstanceOfSatisfying(AssayException.class,
        refused -> assertThat(refused.code()).as(refused.getMessage()).isEqualTo(code));
  }

  private static Tensor random(TensorScope scope, long seed, long... shape) {
    float[] values = new float[(int) Shape.of(shape).elements()];
    RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
    for (int i = 0; i < values.length; i++) {
      values[i] = (float) random.nextGaussian();
    }
    return scope.tensor(values, shape);
  }
}
