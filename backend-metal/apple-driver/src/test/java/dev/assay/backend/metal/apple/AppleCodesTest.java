package dev.assay.backend.metal.apple;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.spi.error.ErrorCode;
import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class AppleCodesTest {
  private static final Pattern ROW = Pattern.compile("(?m)^\\| `(metal\\.apple\\.[^`]+)` \\|");

  @Test
  void theDocumentExplainsExactlyTheCodesThereAre() throws IOException, IllegalAccessException {
    List<String> codes = new ArrayList<>();
    for (Field field : AppleCodes.class.getFields()) {
      codes.add(((ErrorCode) field.get(null)).id());
    }
    assertThat(ROW.matcher(Files.readString(Path.of("..", "..", "docs", "errors.md")))
        .results()
        .map(row -> row.group(1)))
        .containsExactlyInAnyOrderElementsOf(codes);
  }
}
