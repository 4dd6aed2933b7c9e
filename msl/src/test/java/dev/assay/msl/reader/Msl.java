package dev.assay.msl.reader;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.msl.reader.model.MslKernel;
import dev.assay.msl.reader.model.MslParameter;
import dev.assay.msl.reader.model.StructType;
import java.util.List;

/** Short ways to read a text in a test and to write down what was read. */
final class Msl {

  private Msl() {}

  static MslModule read(String text) {
    return MslReader.read(MslSource.of("test.metal", text));
  }

  /** Reads a text that must be free of findings. */
  static MslModule clean(String text) {
    MslModule module = read(text);
    assertThat(module.diagnostics()).isEmpty();
    return module;
  }

  static MslKernel kernel(MslModule module, String name) {
    return module.kernel(name)
        .orElseThrow(() -> new AssertionError(
            "no kernel " + name + " in " + names(module) + ": " + module.diagnostics()));
  }

  static List<String> names(MslModule module) {
    return module.kernels().stream().map(MslKernel::name).toList();
  }

  /** Each binding as {@code name kind index type access}. */
  static List<String> bindings(MslKernel kernel) {
    return kernel.bindings().stream().map(Msl::line).toList();
  }

  static String line(MslParameter parameter) {
    String index = parameter.index().isPresent() ? " " + parameter.index().getAsInt() : "";
    return parameter.name() + " " + parameter.kind() + index + " " + parameter.type() + " "
        + parameter.access();
  }

  static StructType struct(MslModule module, String name) {
    return module.structs()
        .stream()
        .filter(struct -> struct.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  static List<String> messages(MslModule module) {
    return module.diagnostics()
        .stream()
        .map(found -> found.position().line() + ":" + found.position().column() + " "
            + found.message())
        .toList();
  }
}
