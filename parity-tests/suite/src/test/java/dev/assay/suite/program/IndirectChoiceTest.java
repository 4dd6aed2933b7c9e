package dev.assay.suite.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.ops.Ops;
import dev.assay.runtime.Assay;
import dev.assay.runtime.AssayModule;
import dev.assay.runtime.Indirect;
import dev.assay.runtime.IndirectChoice;
import dev.assay.runtime.Program;
import dev.assay.spi.data.DType;
import dev.assay.spi.error.InvalidCallException;
import dev.assay.spi.op.Shape;
import dev.assay.spi.op.Tensor;
import dev.assay.spi.op.TensorScope;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Segments or dispatch by dispatch: whichever is taken, results are the same. */
class IndirectChoiceTest {
  private static final float[] X = {1, -2, 3, -4, 5, -6};
  private static final float[] EXPECTED = {4, 0, 36, 0, 100, 0};
  private static final int MORE_THAN_MEASURED = 14;

  private static Assay open(String backend, Indirect indirect) {
    return Assay.open(AssayModule.standard().withBackend(backend).withIndirect(indirect));
  }

  private static Program record(Assay assay) {
    return assay.record("squares", recorder -> {
      Ops ops = recorder.ops(Ops.class);
      Tensor x = recorder.input("x", DType.F32, Shape.of(6));
      Tensor twice = ops.add(ops.relu(x), ops.relu(x));
      recorder.output("y", ops.mul(twice, twice));
    });
  }

  private static float[] run(Assay assay, Program program) {
    try (TensorScope scope = assay.scope()) {
      Tensor earlier = scope.ops(Ops.class).neg(scope.tensor(X, 6));
      float[] y = program.run(scope, Map.of("x", scope.tensor(X, 6))).get("y").toFloatArray();
      assertThat(earlier.toFloatArray()).startsWith(-1, 2);
      return y;
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"reference-cpu", "metal"})
  void onAndOffAreDecidedAtOnce(String backend) {
    try (Assay assay = open(backend, Indirect.ON); Program program = record(assay)) {
      assertThat(run(assay, program)).isEqualTo(EXPECTED);
      assertThat(program.indirect().segments()).isTrue();
      assertThat(program.indirect().decided()).isTrue();
      assertThat(program.explain().direct()).isEmpty();
    }
    try (Assay assay = open(backend, Indirect.OFF); Program program = record(assay)) {
      assertThat(run(assay, program)).isEqualTo(EXPECTED);
      assertThat(program.indirect().segments()).isFalse();
      assertThat(program.explain().segments()).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"reference-cpu", "metal"})
  void autoRunsBothWaysAndKeepsTheFaster(String backend) {
    try (Assay assay = open(backend, Indirect.AUTO); Program program = record(assay)) {
      assertThat(program.indirect().decided()).isFalse();
      for (int i = 0; i < MORE_THAN_MEASURED; i++) {
        assertThat(run(assay, program)).isEqualTo(EXPECTED);
      }
      IndirectChoice choice = program.indirect();
      assertThat(choice.asked()).isEqualTo(Indirect.AUTO);
      assertThat(choice.decided()).isTrue();
      assertThat(choice.segments()).isEqualTo(
          choice.segmentNanos().orElseThrow() <= choice.directNanos().orElseThrow());
      assertThat(program.explain().segments().isEmpty()).isNotEqualTo(choice.segments());
    }
  }

  @Test
  void aNameThatIsNoneOffersTheOthers() {
    assertThat(Indirect.named("auto")).isEqualTo(Indirect.AUTO);
    assertThatThrownBy(() -> Indirect.named("maybe")).isInstanceOf(InvalidCallException.class)
        .hasMessageContaining("one of on, off, auto");
  }
}
