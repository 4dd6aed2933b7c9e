package dev.assay.msl.reader;

import dev.assay.msl.reader.model.FunctionConstant;
import dev.assay.msl.reader.model.MslKernel;
import dev.assay.msl.reader.model.StructType;
import dev.assay.msl.reader.syntax.TranslationUnit;
import dev.assay.msl.reader.text.Diagnostic;
import dev.assay.msl.reader.text.Severity;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a text holds. Immutable and safe to share.
 *
 * @param kernels in order of appearance
 * @param structs those at namespace scope that are no templates, in order
 * @param functionConstants all of them, by index
 * @param diagnostics by part, line and column
 * @param unit the syntax, for whoever rewrites the text
 */
public record MslModule(
    List<MslKernel> kernels,
    List<StructType> structs,
    List<FunctionConstant> functionConstants,
    List<Diagnostic> diagnostics,
    TranslationUnit unit) {

  /** Whether no diagnostic is an error. */
  public boolean isOk() {
    return diagnostics.stream().noneMatch(diagnostic -> diagnostic.severity() == Severity.ERROR);
  }

  /** The kernel that the host asks for by {@code name}. */
  public Optional<MslKernel> kernel(String name) {
    return kernels.stream().filter(kernel -> kernel.name().equals(name)).findFirst();
  }

  /**
   * Whether a constant of the text, on which a parameter depends, is true.
   *
   * @param name of a function constant, or of a constant that is computed from some
   * @param values of the function constants that have one, by name
   * @return empty where the text's expression is not understood
   */
  public Optional<Boolean> isTrue(String name, Map<String, Object> values) {
    return new GateExpressions(unit, values).isTrue(name);
  }
}
