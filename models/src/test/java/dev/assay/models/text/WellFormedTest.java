package dev.assay.models.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class WellFormedTest {
  @Provide
  Arbitrary<String> units() {
    return Arbitraries.of('a', '\ud83d', '\ude00', '\udbff', '\udfff', '\ufffd')
        .list()
        .ofMaxSize(12)
        .map(units -> units.stream().map(String::valueOf).reduce("", String::concat));
  }

  @Property
  void theResultSurvivesUtf8AndDiffersOnlyAtLoneSurrogates(@ForAll("units") String text) {
    String fixed = WellFormed.of(text);

    assertThat(new String(fixed.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8))
        .isEqualTo(fixed);
    // The standard encoder puts one question mark for each unit that it cannot encode.
    assertThat(fixed.replace('\ufffd', '?').getBytes(StandardCharsets.UTF_8))
        .isEqualTo(text.replace('\ufffd', '?').getBytes(StandardCharsets.UTF_8));
  }
}
