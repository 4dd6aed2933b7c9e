package dev.assay.msl.reader.syntax;

import dev.assay.msl.reader.text.Diagnostics;
import dev.assay.msl.reader.text.Token;
import dev.assay.msl.reader.text.TokenKind;
import java.util.ArrayList;
import java.util.List;

/**
 * A unit's tokens with their brackets paired: what all parsers and rewriters walk over. Any index may be asked about;
 * one past either end holds nothing. Immutable and safe to share.
 */
public final class TokenSpan {

  final List<Token> tokens;
  private final Brackets brackets;

  TokenSpan(List<Token> tokens, Diagnostics diagnostics) {
    this.tokens = tokens;
    this.brackets = new Brackets(tokens, diagnostics);
  }

  /** How many tokens there are, the one of kind END included. */
  public int size() {
    return tokens.size();
  }

  /** The token at {@code index}, which must be one. */
  public Token get(int index) {
    return tokens.get(index);
  }

  /** Whether the token at {@code index} is the punctuator, identifier or keyword {@code text}. */
  public boolean is(int index, String text) {
    return index >= 0 && index < tokens.size() && tokens.get(index).is(text);
  }

  /** Whether an identifier or keyword stands at {@code index}. */
  public boolean isIdentifier(int index) {
    return index >= 0 && index < tokens.size() && tokens.get(index).isIdentifier();
  }

  /** Whether a pragma stands at {@code index}. */
  public boolean isPragma(int index) {
    return index >= 0 && index < tokens.size() && tokens.get(index).kind() == TokenKind.PRAGMA;
  }

  /** Whether an attribute group opens at {@code index}. */
  public boolean isAttribute(int index) {
    return is(index, "[") && is(index + 1, "[");
  }

  /** Where the content of the bracket at {@code opening} ends; -1 when an angle bracket there opens no list. */
  int end(int opening) {
    return brackets.end(opening);
  }

  /** Whether a template argument list opens at {@code index}. */
  public boolean isArgumentList(int index) {
    return is(index, "<") && brackets.end(index) >= 0;
  }

  /** The index past the bracket at {@code opening} and all it holds. */
  public int after(int opening) {
    return brackets.after(opening);
  }

  /** Whether a bracket with a known end opens at {@code index}; an angle bracket only if {@code angles}. */
  boolean opens(int index, boolean angles) {
    return is(index, "(") || is(index, "[") || is(index, "{") || (angles && isArgumentList(index));
  }

  /** The index past the token or bracketed group at {@code index}. */
  public int skip(int index) {
    return opens(index, true) ? after(index) : index + 1;
  }

  /** The tokens between the brackets of the group at {@code opening}. */
  public TokenRange inside(int opening) {
    return new TokenRange(opening + 1, Math.max(opening + 1, end(opening)));
  }

  /** The first index from {@code from} on, outside brackets, that holds {@code text}; {@code to} when none does. */
  public int find(int from, int to, String text) {
    int at = from;
    while (at < to && !is(at, text)) {
      at = skip(at);
    }
    return Math.min(at, to);
  }

  /** The pieces of a range between commas outside brackets; no piece for an empty range. */
  List<TokenRange> split(TokenRange range) {
    List<TokenRange> pieces = new ArrayList<>();
    int from = range.from();
    while (from < range.to()) {
      int comma = find(from, range.to(), ",");
      pieces.add(new TokenRange(from, comma));
      from = comma + 1;
    }
    return pieces;
  }

  /** The tokens of a range. */
  List<Token> of(TokenRange range) {
    return tokens.subList(range.from(), Math.min(range.to(), tokens.size()));
  }

  /** The texts of a range joined, without spaces. */
  String text(TokenRange range) {
    StringBuilder text = new StringBuilder();
    for (Token token : of(range)) {
      if (token.kind() != TokenKind.PRAGMA) {
        text.append(token.text());
      }
    }
    return text.toString();
  }
}
