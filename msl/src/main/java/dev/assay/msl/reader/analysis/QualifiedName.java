package dev.assay.msl.reader.analysis;

import dev.assay.msl.reader.text.Token;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A name such as {@code a::b<T>::c}, as it stands in a token list.
 *
 * @param components outermost first; the compiler's own namespaces are left out
 * @param end index past the name
 */
record QualifiedName(List<Component> components, int end) {

  /**
   * A step of a qualified name.
   *
   * @param arguments its template arguments; null when it has none
   */
  record Component(String name, @Nullable List<List<Token>> arguments) {}

  private static final Set<String> COMPILER_NAMESPACES =
      Set.of("metal", "simd", "std", "raytracing", "mpp");

  /** Reads at {@code from}, where an identifier or {@code ::} stands. */
  static QualifiedName read(List<Token> tokens, int from, boolean withArguments) {
    List<Component> components = new ArrayList<>();
    int at = TokenLists.is(tokens, from, "::") ? from + 1 : from;
    while (TokenLists.isIdentifier(tokens, at)) {
      String name = tokens.get(at).text();
      at++;
      List<List<Token>> arguments = null;
      if (withArguments && TokenLists.is(tokens, at, "<")) {
        arguments = TokenLists.split(TokenLists.inside(tokens, at));
        at = TokenLists.after(tokens, at);
      }
      boolean more = TokenLists.is(tokens, at, "::");
      if (!more || arguments != null || !components.isEmpty()
          || !COMPILER_NAMESPACES.contains(name)) {
        components.add(new Component(name, arguments));
      }
      if (!more) {
        break;
      }
      at++;
      if (TokenLists.is(tokens, at, "template")) {
        at++;
      }
    }
    return new QualifiedName(components, Math.max(at, from + 1));
  }

  /** The names up to component {@code count}, joined by {@code ::}. */
  String prefix(int count) {
    StringBuilder text = new StringBuilder();
    for (Component component : components.subList(0, count)) {
      text.append(text.isEmpty() ? "" : "::").append(component.name);
    }
    return text.toString();
  }
}
