package dev.assay.msl.reader.analysis;

import dev.assay.msl.reader.syntax.Declaration;
import dev.assay.msl.reader.text.Token;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Where tokens are understood.
 *
 * @param scope the namespaces and structs whose names are visible without qualification
 * @param bindings tokens that template parameters stand for, free of parameters themselves
 * @param locals what a function's body declares
 */
record Context(String scope, Map<String, List<Token>> bindings, Map<String, Declaration> locals) {

  /** Longest list that substitution makes: arguments that double at each level would grow without end. */
  private static final int MAX_TOKENS = 20_000;

  static Context of(String scope) {
    return new Context(scope, Map.of(), Map.of());
  }

  static Context of(String scope, Map<String, List<Token>> bindings) {
    return new Context(scope, bindings, Map.of());
  }

  Context withLocals(Map<String, Declaration> newLocals) {
    return new Context(scope, bindings, newLocals);
  }

  /** Whether {@code declaration} is one of the body's own, which is understood in this context. */
  @SuppressWarnings("ReferenceEquality") // The same text elsewhere is another declaration.
  boolean isLocal(Declaration declaration) {
    return locals.get(declaration.name()) == declaration;
  }

  /** The tokens with template parameters replaced by what they stand for. */
  List<Token> substitute(List<Token> tokens) {
    if (bindings.isEmpty()
        || tokens.stream().noneMatch(token -> bindings.containsKey(token.text()))) {
      return tokens;
    }
    List<Token> result = new ArrayList<>(tokens.size());
    for (int i = 0; i < tokens.size(); i++) {
      Token token = tokens.get(i);
      List<Token> bound =
          token.isIdentifier() && !isQualified(tokens, i) ? bindings.get(token.text()) : null;
      if (bound == null) {
        result.add(token);
      } else {
        result.addAll(bound);
        if (result.size() > MAX_TOKENS) {
          return tokens;
        }
        if (TokenLists.is(tokens, i + 1, "...")) {
          i++;
        }
      }
    }
    return result;
  }

  private static boolean isQualified(List<Token> tokens, int i) {
    return TokenLists.is(tokens, i - 1, "::") || TokenLists.is(tokens, i - 1, ".")
        || TokenLists.is(tokens, i - 1, "->");
  }
}
