package dev.assay.backend.metal.apple;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.msl.reader.MslSource;
import dev.assay.msl.reader.text.SourcePart;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SourceTextTest {
  private static SourceText text() {
    Map<String, String> defines = new LinkedHashMap<>();
    defines.put("WIDTH", "4");
    return new SourceText(MslSource
        .of(SourcePart.of("common.metal", "one\ntwo\n"),
            SourcePart.of("kernel.metal", "three\nfour"))
        .withDefines(defines));
  }

  @Test
  void partsFollowOneAnotherAfterTheMacros() {
    assertThat(text().text()).isEqualTo("#define WIDTH 4\none\ntwo\n\nthree\nfour\n");
  }

  @Test
  void aLineOfTheWholeIsALineOfItsPart() {
    assertThat(text().position(1, 2)).hasToString("<defines>:1:2");
    assertThat(text().position(2, 1)).hasToString("common.metal:1:1");
    assertThat(text().position(3, 7)).hasToString("common.metal:2:7");
    assertThat(text().position(5, 1)).hasToString("kernel.metal:1:1");
    assertThat(text().position(6, 3)).hasToString("kernel.metal:2:3");
  }

  @Test
  void findingsOfTheCompilerAreToldByPartAndTogether() {
    assertThat(text().invalid("two parts", """
        program_source:6:3: error: use of undeclared identifier 'four'
        four
        ^
        program_source:3:1: warning: unused
        program_source:2:1: fatal error: unknown type name 'one'
        """)).hasMessageContaining("use of undeclared identifier 'four'")
        .hasMessageContaining("kernel.metal:2:3")
        .hasMessageContaining("unknown type name 'one'")
        .hasMessageContaining("common.metal:1:1")
        .hasMessageNotContaining("unused");
  }

  @Test
  void whatIsNoFindingIsKept() {
    assertThat(text().invalid("two parts", "Compiler encountered an internal error"))
        .hasMessageContaining("Compiler encountered an internal error")
        .hasMessageContaining("two parts");
  }
}
