package dev.assay.msl.reader.preprocess;

import dev.assay.msl.reader.text.Token;
import java.util.List;

/** A macro's definition, and whether one of its expansions is being read, during which its name stands for itself. */
final class Macro {

  final String name;
  final boolean functionLike;
  final List<String> parameters;

  /** Whether the last parameter takes all further arguments with their commas. */
  final boolean variadic;

  final List<Token> body;

  /** Expansions now being read. */
  int active;

  Macro(String name, boolean functionLike, List<String> parameters, boolean variadic,
      List<Token> body) {
    this.name = name;
    this.functionLike = functionLike;
    this.parameters = List.copyOf(parameters);
    this.variadic = variadic;
    this.body = List.copyOf(body);
  }

  /** Whether a second definition says the same, which C allows. */
  boolean sameAs(Macro other) {
    return functionLike == other.functionLike
        && variadic == other.variadic
        && parameters.equals(other.parameters)
        && texts(body).equals(texts(other.body));
  }

  private static List<String> texts(List<Token> tokens) {
    return tokens.stream().map(Token::text).toList();
  }
}
