package dev.assay.backend.support;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.spi.backend.Buffer;
import dev.assay.spi.data.DType;
import dev.assay.spi.data.Elements;
import dev.assay.spi.error.Codes;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The host's ways to a buffer do not get in each other's way. */
class HostAccessTest {
  @ParameterizedTest
  @ValueSource(strings = {"", "sharing"})
  void aWriteDuringAMapIsRefusedRatherThanLost(String refused) {
    try (Fixture f = new Fixture()) {
      f.port.refused = refused;
      Buffer x = f.filled("x", 1, 2);
      x.map(memory -> {
        memory.set(ValueLayout.JAVA_FLOAT_UNALIGNED, 0, 5);
        Fixture.assertCode(Codes.IN_FLIGHT,
            () -> x.view(DType.F32).write(Elements.of(DType.F32, 7, 8)));
        Fixture.assertCode(Codes.IN_FLIGHT, () -> Fixture.read(x));
        return 0;
      });
      assertThat(Fixture.read(x)).containsExactly(5, 2);
    }
  }
}
