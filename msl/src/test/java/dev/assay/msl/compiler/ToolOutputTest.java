package dev.assay.msl.compiler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.msl.reader.MslModule;
import dev.assay.msl.reader.MslReader;
import dev.assay.msl.reader.MslSource;
import dev.assay.msl.reader.text.Diagnostic;
import dev.assay.msl.reader.text.Severity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Whatever a tool prints, or a folder of tools holds, it is understood or passed over. */
class ToolOutputTest {
  private static final String UNIT = "unit.cpp";

  private static List<Diagnostic> parse(String messages) {
    MslModule module =
        MslReader.read(MslSource.of("t.metal", "kernel void f(device float* x) {}\n"));
    UnitText text = UnitText.print(module.unit().span(),
        SourceRewriter.rewrite(module, Declared.in(module.unit()), Map.of()), "");
    return DiagnosticParser.parse(messages, UNIT, text);
  }

  @Example
  void aMessageIsToldAtTheAuthorsPlace() {
    assertThat(parse(UNIT + ":2:1: error: wrong\n")).singleElement().satisfies(found -> {
      assertThat(found.message()).isEqualTo("wrong");
      assertThat(found.severity()).isEqualTo(Severity.ERROR);
    });
  }

  @Provide
  Arbitrary<String> messages() {
    Arbitrary<String> parts = Arbitraries.of(UNIT, "other.h", ":", ":1", ":2:3", ":0:0",
        ":99999999999999999999:1", ":1:99999999999", ": error: ", ": warning: ", ": note: ",
        ": fatal error: ", "error:", "\n", "text", "\u0000", "é");
    return parts.list().ofMaxSize(12).map(list -> String.join("", list));
  }

  @Property(tries = 500)
  void anyMessagesGiveDiagnostics(@ForAll @From("messages") String messages) {
    List<Diagnostic> found = parse(messages);

    assertThat(found).allSatisfy(each -> assertThat(each.position()).isNotNull());
    assertThat(found).hasSizeLessThanOrEqualTo((int) messages.lines().count());
  }

  @Provide
  Arbitrary<String> manifests() {
    return Arbitraries.oneOf(Arbitraries.strings().ofMaxLength(30),
        Arbitraries.of("3 clang", "99999999999999999999 clang", "-1 ..", " ", "3", "3 \0",
            "3 /etc/passwd", "0 manifest")
            .list()
            .ofMaxSize(6)
            .map(lines -> String.join("\n", lines)));
  }

  @Property(tries = 200)
  void noManifestMakesAFolderWithoutToolsComplete(@ForAll @From("manifests") String manifest)
      throws IOException {
    Path folder = Files.createTempDirectory("tools");
    try {
      Files.writeString(folder.resolve("manifest"), manifest);
      Files.writeString(folder.resolve("clang"), "abc");
      assertThat(ToolchainExtractor.isComplete(folder)).isFalse();
    } finally {
      PrivateFolder.delete(folder);
    }
  }
}
