package dev.assay.msl.reader.analysis;

import dev.assay.msl.reader.model.FunctionConstant;
import dev.assay.msl.reader.model.MslType;
import dev.assay.msl.reader.model.ScalarType;
import dev.assay.msl.reader.model.VectorType;
import dev.assay.msl.reader.syntax.AttributeSyntax;
import dev.assay.msl.reader.syntax.Declaration;
import dev.assay.msl.reader.syntax.TranslationUnit;
import dev.assay.msl.reader.syntax.VariableSyntax;
import dev.assay.msl.reader.text.Diagnostics;
import dev.assay.msl.reader.text.SourcePosition;
import dev.assay.msl.reader.text.Token;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The function constants of a unit, by name. */
final class FunctionConstants {

  private static final int MAX_INDEX = 65_535;

  private final TranslationUnit unit;
  private final ConstantEvaluator evaluator;
  private final Diagnostics diagnostics;
  private final Map<String, FunctionConstant> byName = new LinkedHashMap<>();

  FunctionConstants(TranslationUnit unit, ConstantEvaluator evaluator, Diagnostics diagnostics) {
    this.unit = unit;
    this.evaluator = evaluator;
    this.diagnostics = diagnostics;
    Set<String> asked = asked();
    Map<Integer, String> indices = new HashMap<>();
    for (Declaration declaration : unit.declarations()) {
      if (declaration instanceof VariableSyntax variable) {
        for (AttributeSyntax attribute : variable.attributes()) {
          if (attribute.name().equals("function_constant")) {
            add(variable, attribute, asked, indices);
          }
        }
      }
    }
  }

  /** The names that {@code is_function_constant_defined} is asked of. */
  private Set<String> asked() {
    Set<String> names = new HashSet<>();
    List<Token> tokens = unit.tokens();
    for (int i = 0; i + 2 < tokens.size(); i++) {
      if (tokens.get(i).is("is_function_constant_defined") && tokens.get(i + 1).is("(")) {
        names.add(tokens.get(i + 2).text());
      }
    }
    return names;
  }

  private void add(
      VariableSyntax variable, AttributeSyntax attribute, Set<String> asked,
      Map<Integer, String> indices) {
    SourcePosition position = variable.nameRange().isEmpty()
        ? unit.tokens().get(variable.range().from()).position()
        : unit.tokens().get(variable.nameRange().from()).position();
    Context context = Context.of(variable.scope());
    Long index = evaluator.constant(unit.tokens(attribute.arguments()), context);
    if (index == null || index < 0 || index > MAX_INDEX) {
      diagnostics.error(
          position, "the index of function constant '" + variable.name()
              + "' is no constant from 0 to " + MAX_INDEX);
      return;
    }
    MslType type = evaluator.types().resolve(variable.type(), context);
    if (!(type instanceof ScalarType) && !(type instanceof VectorType)) {
      diagnostics.error(
          position, "function constant '" + variable.name() + "' is no scalar or vector but '"
              + type.text() + "'");
    }
    if (!variable.has("constant")) {
      diagnostics.error(position, "function constant '" + variable.name() + "' must be 'constant'");
    }
    String other = indices.putIfAbsent(index.intValue(), variable.name());
    if (other != null) {
      diagnostics.error(
          position, "function constants '" + other + "' and '" + variable.name()
              + "' both have index " + index);
    }
    byName.put(
        variable.name(),
        new FunctionConstant(index.intValue(), variable.name(), type,
            asked.contains(variable.name()), position));
  }

  @Nullable
  FunctionConstant find(String name) {
    return byName.get(name);
  }

  /** Whether there is none. */
  boolean isEmpty() {
    return byName.isEmpty();
  }

  /** All of them, by index. */
  List<FunctionConstant> list() {
    return byName.values().stream().sorted(FunctionConstants::byIndex).toList();
  }

  static int byIndex(FunctionConstant a, FunctionConstant b) {
    return a.index() != b.index()
        ? Integer.compare(a.index(), b.index())
        : a.name().compareTo(b.name());
  }
}
