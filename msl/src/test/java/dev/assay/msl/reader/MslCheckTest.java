package dev.assay.msl.reader;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.msl.reader.text.Includes;
import dev.assay.msl.reader.text.SourcePart;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MslCheckTest {

  @Test
  void aFileIsReadWithItsRootsAndDefines(@TempDir Path folder) throws IOException {
    Path root = Files.createDirectory(folder.resolve("root"));
    Files.writeString(root.resolve("types.h"), "struct Args { uint n; };\n#define BAD }\n");
    Path file = Files.writeString(
        folder.resolve("k.metal"),
        """
            #include "types.h"
            constant uint width [[function_constant(7)]];
            kernel void f(constant Args& a, device T* x [[buffer(3)]], uint i [[thread_position_in_grid]]) {
              x[i] = width;
            }
            """);
    MslCheck check = check(file, List.of(root));
    assertThat(check).isEqualTo(new MslCheck(
        file.toString(),
        true,
        Optional.empty(),
        List.of(new MslCheck.Kernel(
            "f",
            List.of(
                new MslCheck.Parameter("a", OptionalInt.of(0), "constant", "Args", "read"),
                new MslCheck.Parameter("x", OptionalInt.of(3), "buffer", "half", "read-write")),
            List.of(new MslCheck.Constant(7, "width", "uint", false)))),
        List.of()));
    assertThat(check(file, List.of()).ok()).isFalse();
  }

  private static MslCheck check(Path file, List<Path> roots) throws IOException {
    MslSource source = MslSource.of(SourcePart.read(file))
        .withIncludes(Includes.folders(roots))
        .withDefines(Map.of("T", "half"));
    return MslCheck.of(file.toString(), MslReader.read(source));
  }
}
