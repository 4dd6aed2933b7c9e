package dev.assay.msl.reader.analysis;

import dev.assay.msl.reader.syntax.TemplateSyntax;
import dev.assay.msl.reader.syntax.TemplateSyntax.Parameter;
import dev.assay.msl.reader.syntax.TemplateSyntax.ParameterKind;
import dev.assay.msl.reader.syntax.TranslationUnit;
import dev.assay.msl.reader.text.Token;
import dev.assay.msl.reader.text.TokenKind;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Puts template arguments to template parameters. */
final class TemplateBinder {

  private final TranslationUnit unit;

  TemplateBinder(TranslationUnit unit) {
    this.unit = unit;
  }

  /**
   * What each parameter stands for.
   *
   * @param arguments free of template parameters
   * @param deduced what is known of parameters that no argument names
   * @return null when the arguments do not fit
   */
  @Nullable
  Map<String, List<Token>> bind(
      TemplateSyntax template, List<List<Token>> arguments, Map<String, List<Token>> deduced) {
    List<Parameter> parameters = template.parameters();
    boolean pack = !parameters.isEmpty() && parameters.getLast().pack();
    if (arguments.size() > parameters.size() && !pack) {
      return null;
    }
    Map<String, List<Token>> bindings = new LinkedHashMap<>();
    for (int i = 0; i < parameters.size(); i++) {
      Parameter parameter = parameters.get(i);
      String key = parameter.name().isEmpty() ? "(unnamed " + i + ")" : parameter.name();
      List<Token> known = deduced.get(parameter.name());
      if (parameter.pack()) {
        bindings.put(key,
            joined(arguments.subList(Math.min(i, arguments.size()), arguments.size())));
      } else if (i < arguments.size()) {
        if (!fits(parameter, arguments.get(i))) {
          return null;
        }
        bindings.put(key, arguments.get(i));
      } else if (known != null) {
        bindings.put(key, known);
      } else if (!parameter.defaultArgument().isEmpty()) {
        List<Token> value = unit.tokens(parameter.defaultArgument());
        bindings.put(key, Context.of("", bindings).substitute(value));
      } else {
        return null;
      }
    }
    return bindings;
  }

  private static boolean fits(Parameter parameter, List<Token> argument) {
    if (argument.isEmpty()) {
      return false;
    }
    Token first = argument.getFirst();
    boolean value = first.kind() == TokenKind.NUMBER || first.kind() == TokenKind.CHARACTER
        || first.is("true") || first.is("false") || first.is("-") || first.is("!") || first.is("(");
    boolean type =
        argument.size() == 1 && first.isIdentifier() && BuiltinTypes.find(first.text()) != null;
    return parameter.kind() == ParameterKind.TYPE
        ? !value
        : parameter.kind() != ParameterKind.VALUE || !type;
  }

  private static List<Token> joined(List<List<Token>> arguments) {
    List<Token> joined = new ArrayList<>();
    for (List<Token> argument : arguments) {
      if (!joined.isEmpty()) {
        Token at = argument.isEmpty() ? joined.getLast() : argument.getFirst();
        joined.add(new Token(
            TokenKind.PUNCTUATOR, ",", at.part(), at.offset(), at.offset(), at.line(), at.column(),
            false, false, true));
      }
      joined.addAll(argument);
    }
    return joined;
  }

  /** The names of a template's parameters. */
  static Set<String> names(TemplateSyntax template) {
    Set<String> names = new HashSet<>();
    template.parameters().forEach(parameter -> names.add(parameter.name()));
    names.remove("");
    return names;
  }

  /**
   * Matches a pattern in which parameters stand against actual tokens, word by word.
   *
   * @param deduced takes what parameters are found to stand for
   * @return whether all of it matches
   */
  static boolean unify(
      List<Token> pattern, List<Token> actual, Set<String> parameters,
      Map<String, List<Token>> deduced) {
    int at = 0;
    for (int i = 0; i < pattern.size(); i++) {
      Token token = pattern.get(i);
      if (at >= actual.size()) {
        return false;
      }
      if (token.isIdentifier() && parameters.contains(token.text())) {
        int end = i == pattern.size() - 1 ? actual.size() : unitEnd(actual, at);
        List<Token> bound = actual.subList(at, end);
        List<Token> before = deduced.putIfAbsent(token.text(), bound);
        if (before != null && !TokenLists.text(before).equals(TokenLists.text(bound))) {
          return false;
        }
        at = end;
      } else if (token.text().equals(actual.get(at).text())) {
        at++;
      } else {
        return false;
      }
    }
    return at == actual.size();
  }

  private static int unitEnd(List<Token> tokens, int at) {
    return tokens.get(at).isIdentifier() ? QualifiedName.read(tokens, at, true).end() : at + 1;
  }
}
