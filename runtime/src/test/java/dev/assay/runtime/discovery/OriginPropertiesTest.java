package dev.assay.runtime.discovery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.spi.provider.SpiVersion;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Whatever a jar states in its META-INF/assay.properties, it is taken or there is a reason. */
class OriginPropertiesTest {
  @Property
  void anyBytesAreAStatementOrAReason(@ForAll byte[] statement) {
    check(statement);
  }

  @Provide
  Arbitrary<String> lines() {
    return Arbitraries.of("spi.version=0.1", "spi.version=0.2", "spi.version", "spi.version=",
        "spi.version:0.1 ", "spi.version=0.1\\", "version=1", "#", "\\u00", "\\u0030=1", "=\0",
        "spi.version=99999.1", "spi.version=\uD83D\uDE80")
        .list()
        .ofMaxSize(5)
        .map(lines -> String.join("\n", lines));
  }

  @Property
  void anyLinesAreAStatementOrAReason(@ForAll @From("lines") String statement) {
    check(statement.getBytes(StandardCharsets.UTF_8));
  }

  private static void check(byte[] statement) {
    Origin origin = Origin.of("a.jar", new ByteArrayInputStream(statement));
    if (origin.refusal() == null) {
      assertThat(origin.spiVersion()).isNotNull();
      assertThat(SpiVersion.CURRENT.accepts(SpiVersion.parse(origin.spiVersion()))).isTrue();
    } else {
      assertThat(origin.refusal()).isNotBlank();
      assertThat(origin.jar()).isEqualTo("a.jar");
    }
  }
}
