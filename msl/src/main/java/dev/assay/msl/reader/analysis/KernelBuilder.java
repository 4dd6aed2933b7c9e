package dev.assay.msl.reader.analysis;

import dev.assay.msl.reader.model.MslKernel;
import dev.assay.msl.reader.model.MslParameter;
import dev.assay.msl.reader.model.MslType;
import dev.assay.msl.reader.model.StructType;
import dev.assay.msl.reader.model.ThreadgroupVariable;
import dev.assay.msl.reader.syntax.AliasSyntax;
import dev.assay.msl.reader.syntax.AttributeSyntax;
import dev.assay.msl.reader.syntax.Declaration;
import dev.assay.msl.reader.syntax.EnumSyntax;
import dev.assay.msl.reader.syntax.FunctionSyntax;
import dev.assay.msl.reader.syntax.ParameterSyntax;
import dev.assay.msl.reader.syntax.StructSyntax;
import dev.assay.msl.reader.syntax.TokenRange;
import dev.assay.msl.reader.syntax.TranslationUnit;
import dev.assay.msl.reader.syntax.VariableSyntax;
import dev.assay.msl.reader.text.Diagnostics;
import dev.assay.msl.reader.text.SourcePosition;
import dev.assay.msl.reader.text.Token;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** Makes a kernel of a definition, the function that exposes it, and the template arguments. */
final class KernelBuilder {

  private final TranslationUnit unit;
  private final SymbolTable symbols;
  private final ConstantEvaluator evaluator;
  private final ConstantUse use;
  private final ParameterReader parameterReader;
  private final IndexAssigner indexAssigner;
  private final Diagnostics diagnostics;
  private final IdentityHashMap<FunctionSyntax, List<Declaration>> locals = new IdentityHashMap<>();

  KernelBuilder(
      TranslationUnit unit,
      SymbolTable symbols,
      ConstantEvaluator evaluator,
      FunctionConstants constants,
      Diagnostics diagnostics) {
    this.unit = unit;
    this.symbols = symbols;
    this.evaluator = evaluator;
    this.use = new ConstantUse(unit, symbols, constants);
    this.parameterReader = new ParameterReader(unit, evaluator, constants, diagnostics);
    this.indexAssigner = new IndexAssigner(diagnostics);
    this.diagnostics = diagnostics;
  }

  /**
   * Builds the kernel.
   *
   * @param definition has the parameters and the body
   * @param entry makes it a kernel: the definition itself or an instantiation
   * @param bindings what the definition's template parameters stand for
   */
  MslKernel build(FunctionSyntax definition, FunctionSyntax entry,
      Map<String, List<Token>> bindings) {
    Context context = Context.of(definition.scope(), bindings);
    List<String> arguments = bindings.values().stream().map(TokenLists::text).toList();
    List<MslParameter> parameters = new ArrayList<>();
    List<ParameterSyntax> syntaxes =
        definition.parameters() == null ? List.of() : definition.parameters();
    for (ParameterSyntax syntax : syntaxes) {
      parameters.addAll(parameters(syntax, context));
    }
    return new MslKernel(
        name(definition, entry, arguments),
        definition.qualifiedName(),
        arguments,
        indexAssigner.assign(parameters),
        use.of(definition, entry),
        threadgroupVariables(definition, context),
        maxTotalThreads(definition, context),
        unit.tokens().get(definition.nameRange().from()).position(),
        definition,
        entry);
  }

  /** A struct by value whose fields carry attributes stands for its fields. */
  private List<MslParameter> parameters(ParameterSyntax syntax, Context context) {
    if (syntax.attributes().isEmpty()
        && evaluator.types().resolve(syntax.type(), context) instanceof StructType) {
      List<ParameterSyntax> fields = fields(syntax, context);
      if (!fields.isEmpty()) {
        return fields.stream().map(field -> parameterReader.read(field, context)).toList();
      }
    }
    return List.of(parameterReader.read(syntax, context));
  }

  private List<ParameterSyntax> fields(ParameterSyntax syntax, Context context) {
    StructResolver.Instance instance = evaluator.types().structs().instance(syntax.type(), context);
    List<ParameterSyntax> fields = new ArrayList<>();
    if (instance == null) {
      return fields;
    }
    for (Declaration member : symbols.members(instance.syntax())) {
      if (member instanceof VariableSyntax field && !field.attributes().isEmpty()
          && !field.has("static")) {
        fields.add(new ParameterSyntax(
            field.name(),
            field.nameRange(),
            instance.context().substitute(field.type()),
            field.arrays(),
            false,
            field.attributes(),
            TokenRange.EMPTY,
            field.range()));
      }
    }
    return fields;
  }

  private String name(FunctionSyntax definition, FunctionSyntax entry, List<String> arguments) {
    String hostName = hostName(entry);
    if (hostName == null && entry.template() == null) {
      return definition.qualifiedName();
    }
    if (hostName == null) {
      return definition.qualifiedName() + "<" + String.join(", ", arguments) + ">";
    }
    return hostName;
  }

  private @Nullable String hostName(FunctionSyntax function) {
    String name = null;
    for (AttributeSyntax attribute : function.attributes()) {
      if (!attribute.name().equals("host_name")) {
        continue;
      }
      SourcePosition position = unit.tokens().get(attribute.range().from()).position();
      String value = StringLiterals.value(unit.tokens(attribute.arguments()));
      if (value == null || value.isEmpty()) {
        diagnostics.error(position, "host_name takes a string that is not empty");
      } else if (name != null && !name.equals(value)) {
        diagnostics.error(position,
            "a function cannot have the host names '" + name + "' and '" + value + "'");
      } else {
        name = value;
      }
    }
    return name;
  }

  private OptionalInt maxTotalThreads(FunctionSyntax definition, Context context) {
    for (AttributeSyntax attribute : definition.attributes()) {
      if (attribute.name().equals("max_total_threads_per_threadgroup")) {
        Long value = evaluator.constant(unit.tokens(attribute.arguments()), context);
        if (value != null && value > 0 && value <= Integer.MAX_VALUE) {
          return OptionalInt.of(value.intValue());
        }
        diagnostics.error(
            unit.tokens().get(attribute.range().from()).position(),
            "max_total_threads_per_threadgroup takes a positive constant");
      }
    }
    return OptionalInt.empty();
  }

  private List<ThreadgroupVariable> threadgroupVariables(FunctionSyntax definition,
      Context context) {
    TokenRange body = definition.body();
    if (body == null) {
      return List.of();
    }
    Map<String, Declaration> known = new HashMap<>();
    Context inside = context.withLocals(known);
    List<ThreadgroupVariable> variables = new ArrayList<>();
    for (Declaration local : locals.computeIfAbsent(definition,
        function -> unit.localDeclarations(body))) {
      switch (local) {
        case VariableSyntax variable when variable.has("threadgroup") && !isPointer(variable) ->
            variables.add(threadgroupVariable(variable, inside));
        case VariableSyntax variable -> known.put(variable.name(), variable);
        case AliasSyntax alias -> known.put(alias.name(), alias);
        case EnumSyntax enumeration -> {
          known.put(enumeration.name(), enumeration);
          enumeration.enumerators().forEach(each -> known.put(each.name(), enumeration));
        }
        case StructSyntax struct -> known.put(struct.name(), struct);
        case FunctionSyntax function -> {
          // A declaration with parentheses, such as a variable made by its constructor, has no constant value.
        }
      }
    }
    return List.copyOf(variables);
  }

  private static boolean isPointer(VariableSyntax variable) {
    return variable.type().stream().anyMatch(token -> token.is("*") || token.is("&"));
  }

  private ThreadgroupVariable threadgroupVariable(VariableSyntax variable, Context context) {
    MslType type = evaluator.types()
        .arrays(
            evaluator.types().resolve(variable.type(), context), variable.arrays(), context);
    int at = variable.nameRange().isEmpty() ? variable.range().from() : variable.nameRange().from();
    return new ThreadgroupVariable(variable.name(), type, unit.tokens().get(at).position(),
        variable);
  }
}
