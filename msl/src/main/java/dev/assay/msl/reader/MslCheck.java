package dev.assay.msl.reader;

import dev.assay.msl.reader.model.MslKernel;
import dev.assay.msl.reader.text.Diagnostic;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What is known of one file, reduced to what {@code assay msl check} reports.
 *
 * @param file the path as given
 * @param ok whether it was read without errors
 * @param compiled whether it compiles; empty where no compiler is present
 * @param kernels in order of appearance
 * @param diagnostics by part, line and column; those of an included file name that file
 */
public record MslCheck(
    String file,
    boolean ok,
    Optional<Boolean> compiled,
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

  /** The report on a module that was read already. */
  public static MslCheck of(String file, MslModule module) {
    return new MslCheck(
        file,
        module.isOk(),
        Optional.empty(),
        module.kernels().stream().map(MslCheck::kernel).toList(),
        module.diagnostics());
  }

  /** This report with what a compiler says of the file, the reader's findings included. */
  public MslCheck withCompiled(boolean compiles, List<Diagnostic> all) {
    return new MslCheck(file, ok, Optional.of(compiles), kernels, List.copyOf(all));
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
