package dev.assay.msl.reader.syntax;

import dev.assay.msl.reader.text.Diagnostics;
import dev.assay.msl.reader.text.Token;
import dev.assay.msl.reader.text.TokenKind;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads the declarations of a namespace or of a struct's body, one after the other. */
final class DeclarationParser {

  private record Namespace(String scope, int end) {}

  private static final int MAX_NAMESPACES = 100;
  private static final Set<String> SKIPPED_STATEMENTS =
      Set.of("static_assert", "_Static_assert", "friend");
  private static final Set<String> ACCESS = Set.of("public", "private", "protected");

  private final TokenSpan span;
  private final Diagnostics diagnostics;
  private final TemplateParser templateParser;

  DeclarationParser(TokenSpan span, Diagnostics diagnostics) {
    this.span = span;
    this.diagnostics = diagnostics;
    this.templateParser = new TemplateParser(span);
  }

  /** All declarations in {@code range}, those of namespaces in it included. */
  List<Declaration> parse(TokenRange range, String scope) {
    List<Declaration> declarations = new ArrayList<>();
    Deque<Namespace> namespaces = new ArrayDeque<>();
    namespaces.push(new Namespace(scope, range.to()));
    int at = range.from();
    while (at < range.to()) {
      if (namespaces.size() > 1 && at >= namespaces.element().end) {
        at = Math.max(at, namespaces.pop().end);
        continue;
      }
      Namespace inner = namespaces.element();
      int body = namespaceBody(at);
      if (body >= 0 && namespaces.size() > MAX_NAMESPACES) {
        diagnostics.error(
            span.get(at).position(), "namespaces are nested deeper than " + MAX_NAMESPACES);
        at = span.after(body);
      } else if (body >= 0) {
        namespaces.push(new Namespace(scopeOf(at, body, inner.scope), span.end(body)));
        at = body + 1;
      } else {
        int next = declaration(at, Math.min(inner.end, range.to()), inner.scope, declarations);
        at = Math.max(next, at + 1);
      }
    }
    return declarations;
  }

  /** The opening brace when a namespace or a linkage block begins at {@code at}, else -1. */
  private int namespaceBody(int at) {
    int name = span.is(at, "inline") ? at + 1 : at;
    if (span.is(name, "namespace")) {
      int next = name + 1;
      while (span.isIdentifier(next) || span.is(next, "::") || span.isAttribute(next)) {
        next = span.skip(next);
      }
      return span.is(next, "{") ? next : -1;
    }
    boolean linkage = span.is(at, "extern") && span.get(at + 1).kind() == TokenKind.STRING;
    return linkage && span.is(at + 2, "{") ? at + 2 : -1;
  }

  private String scopeOf(int at, int body, String outer) {
    StringBuilder name = new StringBuilder();
    if (!span.is(at, "extern")) {
      for (int i = at; i < body; i = span.skip(i)) {
        boolean word = span.isIdentifier(i) || span.is(i, "::");
        if (word && !span.is(i, "inline") && !span.is(i, "namespace")) {
          name.append(span.get(i).text());
        }
      }
    }
    return outer.isEmpty() || name.isEmpty() ? outer + name : outer + "::" + name;
  }

  /** Reads the declaration at {@code at}; gives the index past it. */
  int declaration(int at, int limit, String scope, List<Declaration> into) {
    Token token = span.get(at);
    if (token.kind() == TokenKind.PRAGMA || token.kind() == TokenKind.END || token.is(";")
        || token.is("}")) {
      return at + 1;
    }
    if (token.isIdentifier()) {
      if (ACCESS.contains(token.text()) && span.is(at + 1, ":")) {
        return at + 2;
      }
      if (SKIPPED_STATEMENTS.contains(token.text())) {
        return span.find(at, limit, ";") + 1;
      }
      if (token.is("using")) {
        return using(at, limit, scope, null, into);
      }
      if (token.is("namespace")) {
        return namespaceAlias(at, limit, scope, into);
      }
      if (token.is("template")) {
        return template(at, limit, scope, into);
      }
    }
    return new DeclaratorParser(span, diagnostics, scope, limit, into).parse(at, at, null);
  }

  private int template(int at, int limit, String scope, List<Declaration> into) {
    TemplateSyntax template = templateParser.parse(at);
    int next = template.range().to();
    // The inner list belongs to a member of a template, which the reader does not look into.
    while (span.is(next, "template") && span.isArgumentList(next + 1)) {
      next = span.after(next + 1);
    }
    if (span.is(next, "requires")) {
      next = span.is(next + 1, "(") ? span.after(next + 1) : next + 2;
    }
    if (span.is(next, "using")) {
      return using(next, limit, scope, template, into);
    }
    return new DeclaratorParser(span, diagnostics, scope, limit, into).parse(at, next, template);
  }

  private int using(
      int at, int limit, String scope, @Nullable TemplateSyntax template, List<Declaration> into) {
    int end = span.find(at, limit, ";");
    int equals = span.find(at, end, "=");
    TokenRange range = new TokenRange(at, end);
    if (span.is(at + 1, "namespace")) {
      into.add(new AliasSyntax(scope, "", null, List.copyOf(words(at + 2, end)), List.of(), true,
          range));
    } else if (equals < end && span.isIdentifier(at + 1)) {
      List<Token> type = List.copyOf(span.of(new TokenRange(equals + 1, end)));
      into.add(
          new AliasSyntax(scope, span.get(at + 1).text(), template, type, List.of(), false, range));
    } else if (end > at + 1 && span.isIdentifier(end - 1)) {
      List<Token> type = List.copyOf(span.of(new TokenRange(at + 1, end)));
      into.add(
          new AliasSyntax(scope, span.get(end - 1).text(), null, type, List.of(), false, range));
    }
    if (end >= limit) {
      diagnostics.error(span.get(at).position(), "this 'using' has no ';'");
    }
    return end + 1;
  }

  private int namespaceAlias(int at, int limit, String scope, List<Declaration> into) {
    int end = span.find(at, limit, ";");
    int equals = span.find(at, end, "=");
    if (equals < end && span.isIdentifier(at + 1)) {
      List<Token> target = List.copyOf(words(equals + 1, end));
      into.add(new AliasSyntax(
          scope, span.get(at + 1).text(), null, target, List.of(), true, new TokenRange(at, end)));
    } else {
      diagnostics.error(span.get(at).position(), "this namespace has no body");
    }
    return end + 1;
  }

  private List<Token> words(int from, int to) {
    return span.of(new TokenRange(from, Math.max(from, to)));
  }
}
