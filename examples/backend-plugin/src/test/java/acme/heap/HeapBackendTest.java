package acme.heap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.ops.Ops;
import dev.assay.runtime.Assay;
import dev.assay.runtime.discovery.BackendEntry;
import dev.assay.spi.op.Tensor;
import dev.assay.spi.op.TensorScope;
import org.junit.jupiter.api.Test;

class HeapBackendTest {
  @Test
  void itIsFoundAndUsableAndLeavesTheChoiceToTheUser() {
    try (Assay assay = Assay.open()) {
      assertThat(assay.installation().backends())
          .filteredOn(entry -> entry.id().equals(HeapProvider.ID))
          .extracting(BackendEntry::state, BackendEntry::device)
          .containsExactly(
              org.assertj.core.groups.Tuple.tuple(BackendEntry.State.USABLE, HeapPort.DEVICE));
      assertThat(assay.backend().id()).isEqualTo("reference-cpu");
    }
  }

  @Test
  void itComputesWhatTheOracleComputes() {
    assertThat(matmul(HeapProvider.ID)).containsExactly(matmul("reference-cpu"));
  }

  private static float[] matmul(String backend) {
    try (Assay assay = Assay.open(backend); TensorScope scope = assay.scope()) {
      Tensor a = scope.tensor(new float[] {1, -2, 3, 4, 5, -6}, 2, 3);
      Tensor b = scope.tensor(new float[] {0.5f, 1, 1, 2, 3, -4}, 3, 2);
      return scope.ops(Ops.class).matmul(a, b).toFloatArray();
    }
  }
}
