package dev.assay.spi.backend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.spi.data.DType;
import dev.assay.spi.data.StructValue;
import org.junit.jupiter.api.Test;

class BindingsTest {
  @Test
  void bindingsKeepEverythingSoThatDoublesCanBeReported() {
    BufferView view = new HeapBuffer("b", 64).view(DType.F32);
    StructValue value = StructValue.ofLong(DType.U32, 3);

    Bindings bindings =
        new Bindings().buffer("x", view).constant("n", value).slot("y").buffer("x", view);

    assertThat(bindings.list()).containsExactly(new Bindings.ViewBinding("x", view),
        new Bindings.ValueBinding("n", value),
        new Bindings.SlotBinding("y"), new Bindings.ViewBinding("x", view));
    assertThat(bindings.list()).extracting(Bindings.Binding::parameter)
        .containsExactly("x", "n", "y", "x");
  }
}
