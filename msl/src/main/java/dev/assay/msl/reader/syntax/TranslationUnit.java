package dev.assay.msl.reader.syntax;

import dev.assay.msl.reader.text.Diagnostics;
import dev.assay.msl.reader.text.Token;
import java.util.ArrayList;
import java.util.List;

/**
 * Preprocessed text as syntax. Ranges of all syntax count in {@link #tokens()}, which is also what a rewriter prints:
 * the text with macros expanded, conditions decided and includes read, pragmas kept. Immutable after construction and
 * safe to share.
 */
public final class TranslationUnit {

  private final TokenSpan span;
  private final List<Declaration> declarations;

  /** Parses {@code tokens}, whose last is of kind END. Never throws because of what they are. */
  public TranslationUnit(List<Token> tokens, Diagnostics diagnostics) {
    this.span = new TokenSpan(List.copyOf(tokens), diagnostics);
    this.declarations = List.copyOf(
        new DeclarationParser(span, diagnostics).parse(new TokenRange(0, tokens.size() - 1), ""));
  }

  /** All tokens. */
  public List<Token> tokens() {
    return span.tokens;
  }

  /** All tokens with their brackets paired. */
  public TokenSpan span() {
    return span;
  }

  /** The tokens of a range. */
  public List<Token> tokens(TokenRange range) {
    return span.of(range);
  }

  /** The declarations outside functions and structs, in order; those in namespaces are among them. */
  public List<Declaration> declarations() {
    return declarations;
  }

  /** The declarations in a struct's body; names in them are scoped by the struct. */
  public List<Declaration> members(StructSyntax struct) {
    return new DeclarationParser(span, new Diagnostics()).parse(struct.body(),
        struct.qualifiedName());
  }

  /** The ranges between the commas of {@code range} that stand outside brackets. */
  public List<TokenRange> split(TokenRange range) {
    return span.split(range);
  }

  /**
   * What a function's body declares that matters outside it: variables in threadgroup memory, constants and aliases,
   * in order of appearance and whatever block they stand in.
   *
   * @param body a function's body with its braces
   */
  public List<Declaration> localDeclarations(TokenRange body) {
    List<Declaration> found = new ArrayList<>();
    DeclarationParser parser = new DeclarationParser(span, new Diagnostics());
    boolean starts = true;
    for (int at = body.from() + 1; at < body.to() - 1; at++) {
      Token token = span.get(at);
      if (starts && token.isIdentifier() && isOfInterest(token.text())) {
        int next = parser.declaration(at, body.to() - 1, "", found);
        at = Math.max(at, Math.min(next, body.to()) - 1);
      } else {
        starts = token.is(";") || token.is("{") || token.is("}") || token.is(")") || token.is(":")
            || span.isPragma(at);
      }
    }
    return found;
  }

  private static boolean isOfInterest(String word) {
    return switch (word) {
      case "threadgroup", "constexpr", "const", "constant", "static", "using", "typedef",
          "volatile", "alignas",
          "struct", "enum", "union" -> true;
      default -> false;
    };
  }
}
