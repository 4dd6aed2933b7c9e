package dev.assay.backend.metal.apple;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.spi.data.DType;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Field;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ValuesTest {
  @Test
  void eachValueIsApples() throws IOException, IllegalAccessException {
    Map<String, Long> here = new TreeMap<>();
    for (Field field : Values.class.getDeclaredFields()) {
      here.put(field.getName(), field.getLong(null));
    }
    try (InputStream in = Objects
        .requireNonNull(ValuesTest.class.getResourceAsStream("/metal-api/enums.tsv"))) {
      Map<String, Long> published =
          new String(in.readAllBytes(), StandardCharsets.UTF_8).lines()
              .skip(1)
              .map(line -> line.split("\t"))
              .collect(Collectors.toMap(cells -> cells[0], cells -> Long.parseLong(cells[2])));
      assertThat(here).isEqualTo(new TreeMap<>(published));
    }
  }

  @Test
  void eachScalarHasADataTypeOfItsOwn() {
    assertThat(Stream.of(DType.values()).map(AppleLibrary::dataType)).doesNotHaveDuplicates();
  }
}
