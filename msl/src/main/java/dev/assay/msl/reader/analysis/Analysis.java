package dev.assay.msl.reader.analysis;

import dev.assay.msl.reader.model.FunctionConstant;
import dev.assay.msl.reader.model.MslKernel;
import dev.assay.msl.reader.model.StructType;
import dev.assay.msl.reader.syntax.Declaration;
import dev.assay.msl.reader.syntax.StructSyntax;
import dev.assay.msl.reader.syntax.TranslationUnit;
import dev.assay.msl.reader.text.Diagnostics;
import java.util.ArrayList;
import java.util.List;

/** Everything that a unit's syntax means, worked out once. Immutable after construction. */
public final class Analysis {

  private final List<MslKernel> kernels;
  private final List<StructType> structs;
  private final List<FunctionConstant> functionConstants;

  /** Analyses {@code unit}; what is wrong goes to {@code diagnostics}. */
  public Analysis(TranslationUnit unit, Diagnostics diagnostics) {
    SymbolTable symbols = new SymbolTable(unit);
    Effort effort = new Effort();
    ConstantEvaluator evaluator = new ConstantEvaluator(unit, symbols, effort);
    FunctionConstants constants = new FunctionConstants(unit, evaluator, diagnostics);
    KernelBuilder builder = new KernelBuilder(unit, symbols, evaluator, constants, diagnostics);
    this.kernels = new KernelCollector(unit, symbols, builder, diagnostics).collect();
    this.functionConstants = constants.list();
    this.structs = structs(unit, evaluator);
    if (effort.isExhausted()) {
      diagnostics.error(
          unit.tokens().getFirst().position(),
          "types and constants depend on each other without end; some are not known");
    }
  }

  private static List<StructType> structs(TranslationUnit unit, ConstantEvaluator evaluator) {
    List<StructType> structs = new ArrayList<>();
    for (Declaration declaration : unit.declarations()) {
      if (declaration instanceof StructSyntax struct && struct.template() == null) {
        StructResolver.Instance instance = new StructResolver.Instance(
            struct, struct.qualifiedName(), Context.of(struct.qualifiedName()));
        if (evaluator.types().structs().type(instance) instanceof StructType type) {
          structs.add(type);
        }
      }
    }
    return List.copyOf(structs);
  }

  /** The kernels in order of appearance. */
  public List<MslKernel> kernels() {
    return kernels;
  }

  /** The structs at namespace scope that are no templates, in order. */
  public List<StructType> structs() {
    return structs;
  }

  /** The function constants by index. */
  public List<FunctionConstant> functionConstants() {
    return functionConstants;
  }
}
