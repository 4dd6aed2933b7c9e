package dev.assay.msl.reader.syntax;

import dev.assay.msl.reader.text.Diagnostics;
import dev.assay.msl.reader.text.Token;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads the variables of a declaration from behind the first one's name on. */
final class VariableParser {

  private final TokenSpan span;
  private final Diagnostics diagnostics;
  private final String scope;
  private final int limit;
  private final Set<String> starters;
  private final AttributeParser attributeParser;

  VariableParser(TokenSpan span, Diagnostics diagnostics, String scope, int limit,
      Set<String> starters) {
    this.span = span;
    this.diagnostics = diagnostics;
    this.scope = scope;
    this.limit = limit;
    this.starters = starters;
    this.attributeParser = new AttributeParser(span);
  }

  /** One variable while it is read. */
  private final class Reading {
    final List<Token> type;
    final List<TokenRange> arrays = new ArrayList<>();
    final List<AttributeSyntax> attributes = new ArrayList<>();
    TokenRange name;
    TokenRange initializer = TokenRange.EMPTY;
    boolean bitField;

    Reading(List<Token> type, TokenRange name, List<AttributeSyntax> shared) {
      this.type = new ArrayList<>(type);
      this.name = name;
      this.attributes.addAll(shared);
    }

    VariableSyntax variable(@Nullable TemplateSyntax template, TokenRange range) {
      String text = name.isEmpty() ? "" : span.get(name.from()).text();
      return new VariableSyntax(
          scope,
          text,
          name,
          List.copyOf(type),
          List.copyOf(arrays),
          List.copyOf(attributes),
          initializer,
          bitField,
          template,
          range);
    }
  }

  /**
   * Reads on to the semicolon.
   *
   * @param at behind the first name
   * @param type of the first variable, with its own {@code *} and {@code &}
   * @param name the first name; empty when it stands in parentheses at {@code at}
   * @return the index past the declaration
   */
  int parse(
      int start,
      int at,
      List<Token> type,
      TokenRange name,
      List<AttributeSyntax> shared,
      @Nullable TemplateSyntax template,
      List<VariableSyntax> into) {
    List<Token> base = withoutPointers(type);
    List<Reading> readings = new ArrayList<>();
    Reading reading = new Reading(type, name, shared);
    readings.add(reading);
    int next = at;
    boolean ended = false;
    while (next < limit && !ended) {
      Token token = span.get(next);
      int past = attributeParser.parse(next, reading.attributes);
      if (past > next) {
        next = past;
      } else if (token.is(";")) {
        ended = true;
      } else if (token.isIdentifier() && starters.contains(token.text()) && next > at) {
        break;
      } else if (token.is(",")) {
        reading = new Reading(base, TokenRange.EMPTY, shared);
        readings.add(reading);
        next++;
      } else {
        next = part(next, token, reading);
      }
    }
    if (!ended) {
      diagnostics.error(
          span.get(Math.min(next, limit) - 1).position(),
          "a ';' is missing after this declaration");
    }
    TokenRange range = new TokenRange(start, next);
    readings.forEach(each -> into.add(each.variable(template, range)));
    return ended ? next + 1 : next;
  }

  private int part(int at, Token token, Reading reading) {
    if (token.is("[")) {
      reading.arrays.add(span.inside(at));
      return span.after(at);
    }
    if (token.is("=") || token.is("{")) {
      int from = token.is("=") ? at + 1 : at;
      int end = from;
      while (end < limit && !isEnd(end)) {
        end = span.skip(end);
      }
      reading.initializer = new TokenRange(from, Math.min(end, limit));
      return Math.max(end, at + 1);
    }
    if (token.is(":")) {
      reading.bitField = true;
      return at + 1;
    }
    if (token.is("(") && reading.name.isEmpty()) {
      TokenRange inside = span.inside(at);
      for (int i = inside.from(); i < inside.to(); i = span.skip(i)) {
        if (span.is(i, "[")) {
          reading.arrays.add(span.inside(i));
        } else if (span.isIdentifier(i)
            && !ParameterParser.QUALIFIERS.contains(span.get(i).text())) {
          reading.name = new TokenRange(i, i + 1);
        } else {
          reading.type.add(span.get(i));
        }
      }
      return span.after(at);
    }
    if (token.isIdentifier() && reading.name.isEmpty()
        && !ParameterParser.QUALIFIERS.contains(token.text())) {
      reading.name = new TokenRange(at, at + 1);
    } else if (token.is("*") || token.is("&") || token.isIdentifier()) {
      reading.type.add(token);
    }
    return span.skip(at);
  }

  private boolean isEnd(int at) {
    Token token = span.get(at);
    return token.is(";") || token.is(",")
        || (token.isIdentifier() && starters.contains(token.text()));
  }

  private static List<Token> withoutPointers(List<Token> type) {
    int end = type.size();
    for (int i = type.size() - 1; i >= 0 && end == type.size(); i--) {
      boolean pointer = type.get(i).is("*") || type.get(i).is("&");
      if (!pointer && !type.get(i).is("const")) {
        break;
      }
      if (pointer) {
        end = i;
      }
    }
    return type.subList(0, end);
  }
}
