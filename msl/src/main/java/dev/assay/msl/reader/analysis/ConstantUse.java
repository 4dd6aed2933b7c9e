package dev.assay.msl.reader.analysis;

import dev.assay.msl.reader.model.FunctionConstant;
import dev.assay.msl.reader.syntax.Declaration;
import dev.assay.msl.reader.syntax.FunctionSyntax;
import dev.assay.msl.reader.syntax.TokenRange;
import dev.assay.msl.reader.syntax.TranslationUnit;
import dev.assay.msl.reader.text.Token;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Which function constants a kernel reaches: those named in its text and, name by name, in what that text names. A name
 * stands for everything declared under it, so an overload that is not called counts too.
 */
final class ConstantUse {

  private final TranslationUnit unit;
  private final SymbolTable symbols;
  private final FunctionConstants constants;
  private final Map<String, Set<String>> namesBehind = new HashMap<>();
  private final IdentityHashMap<FunctionSyntax, Set<String>> byDefinition = new IdentityHashMap<>();

  ConstantUse(TranslationUnit unit, SymbolTable symbols, FunctionConstants constants) {
    this.unit = unit;
    this.symbols = symbols;
    this.constants = constants;
  }

  /** The constants that {@code definition}, instantiated by {@code entry}, reaches, by index. */
  List<FunctionConstant> of(FunctionSyntax definition, FunctionSyntax entry) {
    if (constants.isEmpty()) {
      return List.of();
    }
    Set<String> reached = new HashSet<>(
        byDefinition.computeIfAbsent(definition,
            function -> close(new HashSet<>(), names(function.range()))));
    return close(reached, names(entry.range())).stream()
        .map(constants::find)
        .filter(Objects::nonNull)
        .sorted(FunctionConstants::byIndex)
        .toList();
  }

  /** Adds {@code names} and all that stands behind them to {@code reached}. */
  private Set<String> close(Set<String> reached, Set<String> names) {
    Deque<String> open = new ArrayDeque<>();
    Set<String> found = names;
    while (true) {
      for (String name : found) {
        if (reached.add(name)) {
          open.push(name);
        }
      }
      if (open.isEmpty()) {
        return reached;
      }
      found = behind(open.pop());
    }
  }

  private Set<String> behind(String name) {
    Set<String> known = namesBehind.get(name);
    if (known == null) {
      known = new LinkedHashSet<>();
      for (Declaration declaration : symbols.anywhere(name)) {
        known.addAll(names(declaration.range()));
      }
      namesBehind.put(name, known);
    }
    return known;
  }

  /** The names in a range that the unit declares; members behind a dot are no names of their own. */
  private Set<String> names(TokenRange range) {
    Set<String> names = new LinkedHashSet<>();
    List<Token> tokens = unit.tokens();
    for (int i = range.from(); i < range.to(); i++) {
      Token token = tokens.get(i);
      boolean member = i > 0 && (tokens.get(i - 1).is(".") || tokens.get(i - 1).is("->"));
      if (token.isIdentifier() && !member && !symbols.anywhere(token.text()).isEmpty()) {
        names.add(token.text());
      }
    }
    return names;
  }
}
