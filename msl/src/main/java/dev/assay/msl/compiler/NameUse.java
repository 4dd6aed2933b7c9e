package dev.assay.msl.compiler;

import dev.assay.msl.reader.syntax.AliasSyntax;
import dev.assay.msl.reader.syntax.FunctionSyntax;
import dev.assay.msl.reader.syntax.ParameterSyntax;
import dev.assay.msl.reader.syntax.StructSyntax;
import dev.assay.msl.reader.syntax.TokenRange;
import dev.assay.msl.reader.syntax.TokenSpan;
import dev.assay.msl.reader.syntax.VariableSyntax;
import dev.assay.msl.reader.text.Token;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Which names stand behind a name: those in the heads and bodies of all functions, and the types and
 * initialisers of all variables, that bear it. Names alone decide, so an overload that is not called
 * counts too.
 *
 * <p>An operator is called without its name. It stands behind the name of its struct, or of the
 * types of its parameters, as the types of a struct's fields and bases stand behind the struct: who
 * calls it has said what the object is.
 */
final class NameUse {
  private final Map<String, Set<String>> names = new HashMap<>();
  private final TokenSpan in;

  NameUse(TokenSpan in, List<Declared> declarations) {
    this.in = in;
    for (Declared each : declarations) {
      switch (each.declaration()) {
        case FunctionSyntax function when function.body() != null ->
            function(function, each.member());
        case FunctionSyntax function -> {
          // What a declaration without a body runs stands elsewhere.
        }
        case VariableSyntax variable -> {
          add(variable.name(), variable.initializer());
          words(variable.type()).forEach(word -> put(variable.name(), word));
          if (each.member() && !variable.has("static")) {
            words(variable.type()).forEach(word -> put(last(variable.scope()), word));
          }
        }
        case AliasSyntax alias when !alias.namespace() ->
            words(alias.type()).forEach(word -> put(alias.name(), word));
        case StructSyntax struct -> struct.bases().forEach(base -> add(struct.name(), base));
        default -> {
          // The others hold nothing that runs.
        }
      }
    }
  }

  private void function(FunctionSyntax function, boolean member) {
    TokenRange name = function.nameRange();
    Stream<String> bearers = in.is(name.from(), "operator")
        ? operands(function, member)
        : Stream.of(in.get(name.to() - 1).text());
    bearers.forEach(bearer -> {
      // Default template arguments and default values of parameters are used by a call too.
      add(bearer, new TokenRange(function.range().from(), name.from()));
      add(bearer, new TokenRange(name.to(), function.range().to()));
    });
  }

  /** The names of the types that an operator is called on. */
  private Stream<String> operands(FunctionSyntax operator, boolean member) {
    int at = operator.nameRange().from();
    if (in.is(at - 1, "::") && in.isIdentifier(at - 2)) {
      return Stream.of(in.get(at - 2).text());
    }
    List<ParameterSyntax> parameters = operator.parameters();
    return member || parameters == null
        ? Stream.of(last(operator.scope()))
        : parameters.stream().flatMap(parameter -> words(parameter.type())).distinct();
  }

  private static String last(String qualifiedName) {
    return qualifiedName.substring(qualifiedName.lastIndexOf(':') + 1);
  }

  private void add(String name, TokenRange range) {
    words(range).forEach(word -> put(name, word));
  }

  private void put(String name, String behind) {
    names.computeIfAbsent(name, n -> new HashSet<>()).add(behind);
  }

  private static Stream<String> words(List<Token> tokens) {
    return tokens.stream().filter(Token::isIdentifier).map(Token::text);
  }

  /** The identifiers of a range. */
  Stream<String> words(TokenRange range) {
    return IntStream.range(range.from(), range.to())
        .filter(in::isIdentifier)
        .mapToObj(i -> in.get(i).text());
  }

  /** The names right behind a name. */
  Set<String> of(String name) {
    return names.getOrDefault(name, Set.of());
  }

  /** The names behind which one stands, however far, that {@code wanted} accepts. */
  Set<String> leadingTo(Predicate<String> wanted) {
    Map<String, Set<String>> users = new HashMap<>();
    names.forEach(
        (user, used) -> used.forEach(
            name -> users.computeIfAbsent(name, n -> new HashSet<>()).add(user)));
    Set<String> found = new HashSet<>();
    Deque<String> open = new ArrayDeque<>();
    users.keySet().stream().filter(wanted).forEach(open::add);
    while (!open.isEmpty()) {
      for (String user : users.getOrDefault(open.remove(), Set.of())) {
        if (found.add(user)) {
          open.add(user);
        }
      }
    }
    return found;
  }

  /** All names behind a name, however far. */
  Set<String> reachable(String name) {
    Set<String> reached = new HashSet<>(of(name));
    Deque<String> open = new ArrayDeque<>(reached);
    while (!open.isEmpty()) {
      for (String next : of(open.remove())) {
        if (reached.add(next)) {
          open.add(next);
        }
      }
    }
    return reached;
  }
}
