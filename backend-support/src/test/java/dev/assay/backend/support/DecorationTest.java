package dev.assay.backend.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.spi.backend.Buffer;
import dev.assay.spi.error.Codes;
import dev.assay.spi.error.InvalidCallException;
import org.junit.jupiter.api.Test;

class DecorationTest {
  @Test
  void theDecoratedPortIsTheNewBackendsAndTheOldOneIsClosed() {
    HeapPort port = new HeapPort(false);
    SupportBackend plain = BindingProblemsTest.open(port);
    try (SupportBackend decorated = plain.decorated("other", below -> {
      assertThat(below).isSameAs(port);
      return below;
    })) {
      assertThat(decorated.id()).isEqualTo("other");
      assertThat(decorated.registry().catalog()).isSameAs(plain.registry().catalog());
      assertThatThrownBy(() -> plain.allocate(8, "late")).isInstanceOfSatisfying(
          InvalidCallException.class, thrown -> assertThat(thrown.code()).isEqualTo(Codes.CLOSED));
      plain.close();
      assertThat(port.closed).isFalse();
      decorated.allocate(8, "buffer").close();
    }
    assertThat(port.closed).isTrue();
  }

  @Test
  void aBackendThatSomethingWasMadeWithIsNotDecorated() {
    try (SupportBackend backend = BindingProblemsTest.open(new HeapPort(false))) {
      Buffer buffer = backend.allocate(8, "buffer");
      assertThatThrownBy(() -> backend.decorated("other", port -> port))
          .isInstanceOf(IllegalStateException.class);
      buffer.close();
      backend.decorated("other", port -> port).close();
    }
  }
}
