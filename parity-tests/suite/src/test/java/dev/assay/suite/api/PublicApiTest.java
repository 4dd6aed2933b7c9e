package dev.assay.suite.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A listing of what third parties compile against is checked in, so that a change of it is seen in review. {@code
 * -Dassay.api.update=true} writes it anew.
 */
class PublicApiTest {
  @ParameterizedTest
  @CsvSource({
    "dev.assay.spi, spi, 500",
    "dev.assay.backend.support, backend-support, 50",
    "dev.assay.parity, parity-tests/kit, 10",
    "dev.assay.parity.junit, parity-tests/junit, 15"})
  void theListingIsWhatTheModuleExports(String module, String folder, int fewest)
      throws IOException {
    List<String> lines = ApiListing.of(module);
    assertThat(lines).hasSizeGreaterThan(fewest);
    Path file = Path.of("../..", folder, "api.txt");
    if (Boolean.getBoolean("assay.api.update")) {
      Files.write(file, lines);
    }
    assertThat(lines)
        .as("the public API of %s, which %s/api.txt lists; after a change that is meant, run the"
            + " test with -Dassay.api.update=true", module, folder)
        .containsExactlyElementsOf(Files.readAllLines(file));
  }
}
