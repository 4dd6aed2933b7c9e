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
 * stands for everything declared under it, so an overload that is not called counts too; one that is qualified, for what
 * the last of its scopes declares, where that scope is known.
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
            function -> close(new HashSet<>(), names(function))));
    return close(reached, names(entry)).stream()
        .map(name -> constants.find(simple(name)))
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
      for (Declaration declaration : declarations(name)) {
        known.addAll(names(declaration));
      }
      namesBehind.put(name, known);
    }
    return known;
  }

  private List<Declaration> declarations(String name) {
    List<Declaration> anywhere = symbols.anywhere(simple(name));
    List<Declaration> there = anywhere.stream()
        .filter(each -> ("::" + each.qualifiedName()).endsWith("::" + name))
        .toList();
    // The scope may be an alias or a template's parameter: then it can be any of them.
    return there.isEmpty() ? anywhere : there;
  }

  private static String simple(String name) {
    return name.substring(name.lastIndexOf(':') + 1);
  }

  /** The names in a declaration, but for its own, that the unit declares; members behind a dot are no names. */
  private Set<String> names(Declaration declaration) {
    TokenRange range = declaration.range();
    TokenRange own =
        declaration instanceof FunctionSyntax function ? function.nameRange() : TokenRange.EMPTY;
    Set<String> names = new LinkedHashSet<>();
    List<Token> tokens = unit.tokens();
    for (int i = range.from(); i < range.to(); i++) {
      Token token = tokens.get(i);
      boolean itself = i >= own.from() && i < own.to();
      boolean member = i > 0 && (tokens.get(i - 1).is(".") || tokens.get(i - 1).is("->"));
      if (token.isIdentifier() && !itself && !member
          && !symbols.anywhere(token.text()).isEmpty()) {
        boolean qualified =
            i > 1 && tokens.get(i - 1).is("::") && tokens.get(i - 2).isIdentifier();
        names.add((qualified ? tokens.get(i - 2).text() + "::" : "") + token.text());
      }
    }
    return names;
  }
}
