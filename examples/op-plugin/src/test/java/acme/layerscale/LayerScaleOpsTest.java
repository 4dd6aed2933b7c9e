package acme.layerscale;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.runtime.Assay;
import dev.assay.runtime.Program;
import dev.assay.spi.data.DType;
import dev.assay.spi.error.AssayException;
import dev.assay.spi.error.Codes;
import dev.assay.spi.error.InvalidCallException;
import dev.assay.spi.error.Problem;
import dev.assay.spi.op.Shape;
import dev.assay.spi.op.Tensor;
import dev.assay.spi.op.TensorScope;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LayerScaleOpsTest {
  private Assay assay;
  private TensorScope scope;
  private LayerScaleOps ops;

  @BeforeEach
  void open() {
    assay = Assay.open("reference-cpu");
    scope = assay.scope();
    ops = scope.ops(LayerScaleOps.class);
  }

  @AfterEach
  void close() {
    scope.close();
    assay.close();
  }

  @Test
  void itIsFoundAndReportsNothingAmiss() {
    assertThat(assay.installation().refusedPlugins()).isEmpty();
    assertThat(assay.catalog().implementations(LayerScale.DECLARATION.name())).hasSize(2);
  }

  @Test
  void gammaScalesTheLastAxisOfAnyRank() {
    Tensor x = scope.tensor(new float[] {1, 2, 3, 4}, 1, 2, 2);
    Tensor branch = scope.tensor(new float[] {5, 6, 7, 8}, 1, 2, 2);
    Tensor gamma = scope.tensor(new float[] {-1, 0.5f}, 2);
    Tensor out = ops.layerScale(x, branch, gamma);
    assertThat(out.shape()).isEqualTo(Shape.of(1, 2, 2));
    assertThat(out.toFloatArray()).containsExactly(-4, 5, -4, 8);
  }

  @Test
  void nothingIsMadeOfNothing() {
    Tensor empty = scope.tensor(new float[0], 0, 3);
    Tensor gamma = scope.tensor(new float[] {1, 2, 3}, 3);
    assertThat(ops.layerScale(empty, empty, gamma).toFloatArray()).isEmpty();
  }

  @Test
  void aProgramRecordsItLikeAnyOperation() {
    Tensor gamma = scope.tensor(new float[] {2, 3}, 2);
    try (Program program = assay.record("scaled", recorder -> {
      Tensor x = recorder.input("x", DType.F32, Shape.of(1, 2));
      recorder.output("out", recorder.ops(LayerScaleOps.class).layerScale(x, x, gamma));
    })) {
      Tensor x = scope.tensor(new float[] {1, 10}, 1, 2);
      assertThat(program.run(scope, Map.of("x", x)).get("out").toFloatArray())
          .containsExactly(3, 40);
    }
  }

  @Test
  void everythingThatDoesNotFitIsSaidAtOnce() {
    Tensor x = scope.tensor(new float[6], 2, 3);
    Tensor branch = scope.tensor(new float[6], 3, 2);
    Tensor gamma = scope.tensor(new float[2], 2);
    assertThatThrownBy(() -> ops.layerScale(x, branch, gamma))
        .isInstanceOf(InvalidCallException.class)
        .satisfies(error -> assertThat(((AssayException) error).problems())
            .extracting(Problem::code)
            .containsExactly(Codes.SHAPE_INVALID, Codes.SHAPE_INVALID))
        .hasMessageContainingAll("gamma does not fit", "[3]", "branch has another shape");
  }
}
