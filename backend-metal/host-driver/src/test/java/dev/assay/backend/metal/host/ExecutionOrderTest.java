package dev.assay.backend.metal.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.backend.metal.driver.MetalBuffer;
import dev.assay.backend.metal.driver.MetalPipeline;
import dev.assay.spi.kernel.Access;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class ExecutionOrderTest {
  private static final int DISPATCHES = 6;

  @Test
  void aStageRunsInTheOrderAskedFor() {
    try (Bench bench = new Bench()) {
      Stage stage = stage(bench);
      List<Encoded> encoded = stage.dispatches();

      assertThat(encoded).hasSize(DISPATCHES);
      assertThat(ExecutionOrder.FORWARD.of(stage, 0)).containsExactlyElementsOf(encoded);
      List<Encoded> reversed = new ArrayList<>(encoded);
      Collections.reverse(reversed);
      assertThat(ExecutionOrder.REVERSE.of(stage, 0)).containsExactlyElementsOf(reversed);
    }
  }

  @Test
  void aSeedGivesOneOrderForEachStageAndOthersForOthers() {
    try (Bench bench = new Bench()) {
      Stage stage = stage(bench);
      List<List<Encoded>> orders = new ArrayList<>();
      for (int number = 0; number < 20; number++) {
        List<Encoded> order = ExecutionOrder.SEEDED.of(stage, number);
        assertThat(order).containsExactlyInAnyOrderElementsOf(stage.dispatches());
        assertThat(ExecutionOrder.SEEDED.of(stage, number)).isEqualTo(order);
        orders.add(order);
      }
      assertThat(orders.stream().distinct()).hasSizeGreaterThan(10);
    }
  }

  private static Stage stage(Bench bench) {
    MetalPipeline pipeline = bench.pipeline("narrow");
    MetalBuffer buffer = bench.empty(DISPATCHES);
    Stage stage = new Stage();
    for (int i = 0; i < DISPATCHES; i++) {
      Bindings bindings = new Bindings(1);
      bindings.setBuffer((HostBuffer) buffer, 4L * i, 4, Access.WRITE_ALL, 0);
      Dispatch dispatch = Dispatch.of((HostPipeline) pipeline, bindings, Bench.threads(1),
          "dispatch " + i, () -> "a test");
      assertThat(stage.add(dispatch)).isNull();
    }
    return stage;
  }
}
