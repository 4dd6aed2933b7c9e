package dev.assay.spi.op;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.assay.spi.GoldenFile;
import dev.assay.spi.data.DType;
import dev.assay.spi.data.StructValue;
import org.junit.jupiter.api.Test;

class KernelCallTest {
  @Test
  void constantsKeepTheirOrder() {
    KernelCall call = KernelCall.of("acme:swish", DType.F16);
    for (int i = 20; i > 0; i--) {
      call.constant("c" + i, StructValue.ofLong(DType.I32, i));
    }

    assertThat(call.constants().keySet()).startsWith("c20", "c19", "c18")
        .endsWith("c2", "c1")
        .hasSize(20);
    assertThat(call.kernel()).hasToString("acme:swish");
    assertThat(call.dtype()).isEqualTo(DType.F16);
    assertThat(call.arguments()).isEmpty();
  }

  @Test
  void aConstantSetTwiceIsRefusedAndTheFirstStays() {
    KernelCall call =
        KernelCall.of("acme:swish", DType.F32).constant("n", StructValue.ofLong(DType.U32, 1));

    Throwable error = catchThrowable(() -> call.constant("n", StructValue.ofLong(DType.U32, 2)));

    GoldenFile.assertMessage("kernel-call-constant-twice", error);
    assertThat(call.constants().get("n")).isEqualTo(StructValue.ofLong(DType.U32, 1));
  }

  @Test
  void whatIsHandedOutDoesNotChangeTheCall() {
    KernelCall call = KernelCall.of("acme:swish", DType.F32);

    assertThatThrownBy(() -> call.constants().put("n", StructValue.ofLong(DType.U32, 1)))
        .isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(() -> call.arguments().add(new KernelCall.Argument("x", null)))
        .isInstanceOf(UnsupportedOperationException.class);
  }

  @Test
  void aMalformedNameIsRefusedAtOnce() {
    assertThatThrownBy(() -> KernelCall.of("swish", DType.F32)).hasMessageContaining("'swish'");
  }
}
