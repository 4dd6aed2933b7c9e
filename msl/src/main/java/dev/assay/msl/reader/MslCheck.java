package dev.assay.msl.reader;

import dev.assay.msl.reader.model.MslKernel;
import dev.assay.msl.reader.text.Diagnostic;
import dev.assay.msl.reader.text.Includes;
import dev.assay.msl.reader.text.SourcePart;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/**
 * The reading of one file, reduced to what {@code assay msl check} reports.
 *
 * @param file the path as given
 * @param ok whether it was read without errors
 * @param kernels in order of appearance
 * @param diagnostics by part, line and column; those of an included file name that file
 */
public record MslCheck(
    String file,
    boolean ok,
    List<Kernel> kernels,
    List<Diagnostic> diagnostics) {

  /**
   * A kernel.
   *
   * @param name what the host asks for
   * @param parameters those that the host binds something for, in order
   * @param constants the function constants that it reaches, by index
   */
  public record Kernel(String name, List<Parameter> parameters, List<Constant> constants) {}

  /**
   * A binding of a kernel.
   *
   * @param index in the table of its kind; empty when the text states one that is no constant
   * @param kind as in {@link dev.assay.msl.reader.model.ParameterKind}
   * @param type what it holds, template arguments put in
   * @param access {@code read}, {@code write} or {@code read-write}
   */
  public record Parameter(
      String name,
      OptionalInt index,
      String kind,
      String type,
      String access) {}

  /**
   * A function constant.
   *
   * @param optional whether it may be left undefined
   */
  public record Constant(int index, String name, String type, boolean optional) {}

  /**
   * Reads a file.
   *
   * @param roots where includes are looked for that do not stand beside the file
   * @param defines macros by name
   * @throws IOException when the file cannot be read; never because of what it holds
   */
  public static MslCheck file(Path file, List<Path> roots, Map<String, String> defines)
      throws IOException {
    MslSource source = MslSource.of(SourcePart.read(file))
        .withIncludes(Includes.folders(roots))
        .withDefines(defines);
    return of(file.toString(), MslReader.read(source));
  }

  /** The report on a module that was read already. */
  public static MslCheck of(String file, MslModule module) {
    return new MslCheck(
        file,
        module.isOk(),
        module.kernels().stream().map(MslCheck::kernel).toList(),
        module.diagnostics());
  }

  private static Kernel kernel(MslKernel kernel) {
    return new Kernel(
        kernel.name(),
        kernel.bindings()
            .stream()
            .map(parameter -> new Parameter(
                parameter.name(),
                parameter.index(),
                parameter.kind().toString(),
                parameter.type(),
                parameter.access().toString()))
            .toList(),
        kernel.constants()
            .stream()
            .map(constant -> new Constant(
                constant.index(), constant.name(), constant.type().text(), constant.optional()))
            .toList());
  }
}
